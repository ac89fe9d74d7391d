/** What few visits see; its code comes ahead, or when it is asked for. */
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
const refusals = late(async () => (await import('../open/RefusalDialog.tsx')).RefusalDialog)
const empty = late(async () => (await import('../open/EmptyState.tsx')).EmptyState)

/** Loads all of them ahead. */
export const prepareDialogs = (): Promise<unknown> =>
  Promise.allSettled([
    shareBody.fetch(),
    helpBody.fetch(),
    saveTraceBody.fetch(),
    mappingBody.fetch(),
    refusals.fetch(),
    empty.fetch(),
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

/** Stays once it was needed: closing it is its own business. */
export function RefusalDialog() {
  const refused = useStore(({ tasks }) => tasks.refusals.length > 0)
  const [needed, setNeeded] = useState(refused)
  if (refused && !needed) setNeeded(true)
  return needed ? <Later part={refusals} /> : undefined
}

export const EmptyCentre = () => <Later part={empty} />
