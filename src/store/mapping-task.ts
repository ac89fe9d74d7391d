/** Asking a person which column is what: from a refusal to a mapping, and from that to a trace. */
import type { Refusal } from '../trace/diagnostics.ts'
import type { Mapping } from '../trace/mapping.ts'
import type { OpenInput } from '../worker/api.ts'
import type { Before, columnsTask } from './columns-task.ts'
import type { Context } from './context.ts'
import type { Actions } from './store.ts'

type MappingActions = Pick<
  Actions,
  'mapColumns' | 'previewMapping' | 'openMapped' | 'dismissMapping'
>

export interface MappingDialog extends MappingActions {
  /** Files that are being opened; the latest are those whose refusals are shown. */
  note(inputs: readonly OpenInput[]): void
  /** Asks for the columns of the first table among the refusals; shows them where there is none. */
  ask(refusals: readonly Refusal[], before?: Before): void
}

export type WithColumnsTask = (
  use: (tools: { readonly columnsTask: typeof columnsTask }) => void,
) => Promise<void>

/** @param withTools does it with the code for it, which may have to come first; rejects where it cannot */
export function createMappingDialog(
  { client, get, setTasks }: Context,
  withTools: WithColumnsTask,
  open: (inputs: readonly OpenInput[], mapping: Mapping) => void,
): MappingDialog {
  let latest: readonly OpenInput[] = []

  const ask: MappingDialog['ask'] = (refusals, before) => {
    const inputs = latest
    withTools((tools) => {
      if (inputs !== latest) return
      const mapping = tools.columnsTask(refusals, inputs, before)
      setTasks(mapping ? { mapping, refusals: [] } : { refusals })
    }).catch(() => setTasks({ refusals }))
  }

  return {
    note: (inputs) => {
      latest = inputs
    },
    ask,
    mapColumns: (refusal) => ask([refusal]),
    previewMapping: async (mapping) => {
      const { mapping: task } = get().tasks
      return task ? client.preview(task.inputs, mapping) : 'superseded'
    },
    openMapped: (mapping) => {
      const { mapping: task } = get().tasks
      setTasks({ mapping: undefined })
      if (task) open(task.inputs, mapping)
    },
    dismissMapping: () => setTasks({ mapping: undefined }),
  }
}
