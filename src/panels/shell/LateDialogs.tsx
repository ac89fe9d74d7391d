/** Dialogs that few visits open; what is inside comes when one is opened. */
import { useMemo, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { Later, late } from '../../ui/late.tsx'
import { useText } from '../../ui/text.tsx'
import type { TraceExport } from '../../worker/share.ts'
import { SaveContext } from '../export/choice.ts'
import { useActions, useStore } from '../useStore.ts'
import { words } from './text.ts'

const shareBody = late(async () => (await import('../share/ShareBody.tsx')).ShareBody)
const helpBody = late(async () => (await import('../help/HelpBody.tsx')).HelpBody)
const saveTraceBody = late(async () => (await import('../export/SaveTraceBody.tsx')).SaveTraceBody)
const mappingBody = late(async () => (await import('../open/MappingBody.tsx')).MappingBody)

/** Loads all of them ahead. */
export const prepareDialogs = (): Promise<unknown> =>
  Promise.allSettled([
    shareBody.prepare(),
    helpBody.prepare(),
    saveTraceBody.prepare(),
    mappingBody.prepare(),
  ])

interface LateDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function ShareDialog({ open, onClose }: LateDialogProps) {
  const t = useText(words)
  return (
    <Dialog open={open} onClose={onClose} title={t('share')}>
      <Later part={shareBody} />
    </Dialog>
  )
}

export function HelpDialog({ open, onClose }: LateDialogProps) {
  const t = useText(words)
  return (
    <Dialog open={open} onClose={onClose} title={t('help')} size="wide">
      <Later part={helpBody} />
    </Dialog>
  )
}

export function SaveTraceDialog({ open, onClose }: LateDialogProps) {
  const t = useText(words)
  // Kept while the dialog is closed.
  const [choice, setChoice] = useState<TraceExport>({ kind: 'jsonl', advantages: 'b' })
  const state = useMemo(
    () => ({
      choice,
      choose: (change: Partial<TraceExport>) => setChoice((old) => ({ ...old, ...change })),
      close: onClose,
    }),
    [choice, onClose],
  )
  return (
    <Dialog open={open} onClose={onClose} title={t('save')}>
      <SaveContext value={state}>
        <Later part={saveTraceBody} />
      </SaveContext>
    </Dialog>
  )
}

/** Open while the store asks which column of a table is what. */
export function MappingDialog() {
  const t = useText(words)
  const { dismissMapping } = useActions()
  const open = useStore(({ tasks }) => tasks.mapping !== undefined)
  return (
    <Dialog open={open} onClose={dismissMapping} title={t('mapping')} size="wide">
      <Later part={mappingBody} />
    </Dialog>
  )
}
