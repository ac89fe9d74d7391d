/** Opens the settings as text; the generators are loaded when somebody asks for them. */
import { lazy, Suspense, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { useText } from '../../ui/text.tsx'
import { words } from './text.ts'
import './copy.css'

const CopyBody = lazy(async () => ({ default: (await import('./CopyBody.tsx')).CopyBody }))

interface CopyDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function CopyDialog({ open, onClose }: CopyDialogProps) {
  const t = useText(words)
  // Kept while the dialog is closed: whoever comes back wants the same text for other settings.
  const [slot, setSlot] = useState<'a' | 'b'>('b')
  const [target, setTarget] = useState('numpy')
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} size="wide">
      <Suspense fallback={<p className="quiet">{t('loading')}</p>}>
        <CopyBody slot={slot} onSlot={setSlot} target={target} onTarget={setTarget} />
      </Suspense>
    </Dialog>
  )
}
