/** Asking a person which column is what: from a refusal to a mapping, and from that to a trace. */
import type { Refusal } from '../trace/diagnostics.ts'
import type { Mapping, TableOutline } from '../trace/mapping.ts'
import type { OpenInput } from '../worker/api.ts'
import type { Context } from './context.ts'
import type { Actions, MappingTask } from './store.ts'

/** The mapping to start from, and how it came about. */
export interface Before {
  readonly mapping: Mapping
  /** `tried`: by a person or a link; `likely`: only because it was there; `open`: the trace is open by it. */
  readonly was: 'tried' | 'likely' | 'open'
}

type MappingActions = Pick<
  Actions,
  'mapColumns' | 'previewMapping' | 'openMapped' | 'dismissMapping'
>

export interface MappingDialog extends MappingActions {
  /** Files that are being opened; the latest are those whose refusals are shown. */
  note(inputs: readonly OpenInput[]): void
  /** Asks for the columns of the first table among the refusals; whether there is one. */
  ask(refusals: readonly Refusal[], before?: Before): boolean
}

export function createMappingDialog(
  { client, get, setTasks }: Context,
  open: (inputs: readonly OpenInput[], mapping: Mapping) => void,
): MappingDialog {
  let latest: readonly OpenInput[] = []

  const ask: MappingDialog['ask'] = (refusals, before) => {
    const refusal = refusals.find(({ table }) => table !== undefined)
    const outline = refusal?.table
    if (!refusal || !outline) return false
    const fits = before && isFitting(before.mapping, outline)
    const failed = before?.was === 'tried' || (before?.was === 'likely' && fits)
    const mapping: MappingTask = {
      file: refusal.file,
      outline,
      start: fits ? before.mapping : undefined,
      why: failed ? whyOf(refusal) : undefined,
      inputs: latest,
    }
    setTasks({ mapping, refusals: [] })
    return true
  }

  return {
    note: (inputs) => {
      latest = inputs
    },
    ask,
    mapColumns: (refusal) => {
      ask([refusal])
    },
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

/** That no rollout was usable says less than what was wrong with the first. */
const whyOf = ({ diagnostics }: Refusal): string | undefined =>
  (diagnostics.find(({ code }) => code !== 'no-rollouts') ?? diagnostics[0])?.message

const isFitting = ({ columns }: Mapping, outline: TableOutline): boolean =>
  Object.values(columns).every((name) => outline.columns.some((column) => column.name === name))
