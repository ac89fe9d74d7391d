/** Dialogs of the header; what is inside comes when one is opened. */
import { Dialog } from '../../ui/Dialog.tsx'
import { Later } from '../../ui/later.tsx'
import { useText } from '../../ui/text.tsx'
import { words } from './text.ts'

const loadShare = async () => (await import('../share/ShareBody.tsx')).ShareBody
const loadHelp = async () => (await import('../help/HelpBody.tsx')).HelpBody

/** Loads both ahead. */
export const prepareDialogs = (): Promise<unknown> => Promise.allSettled([loadShare(), loadHelp()])

interface LateDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function ShareDialog({ open, onClose }: LateDialogProps) {
  const t = useText(words)
  return (
    <Dialog open={open} onClose={onClose} title={t('share')}>
      <Later load={loadShare} />
    </Dialog>
  )
}

export function HelpDialog({ open, onClose }: LateDialogProps) {
  const t = useText(words)
  return (
    <Dialog open={open} onClose={onClose} title={t('help')} size="wide">
      <Later load={loadHelp} />
    </Dialog>
  )
}
