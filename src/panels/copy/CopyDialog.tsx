/** Opens the settings as text; the generators are loaded when somebody asks for them. */
import { useMemo, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { Later, late } from '../../ui/late.tsx'
import { useText } from '../../ui/text.tsx'
import { withMethods } from '../../ui/useBook.ts'
import { words } from '../shell/text.ts'
import { type CopyChoice, CopyChoiceContext } from './choice.ts'

const copyBody = late(async () => (await withMethods(import('./CopyBody.tsx'))).CopyBody)

/** Loads it ahead. */
export const prepareCopy = copyBody.fetch

interface CopyDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function CopyDialog({ open, onClose }: CopyDialogProps) {
  const t = useText(words)
  // Kept while the dialog is closed: whoever comes back wants the same text for other settings.
  const [choice, setChoice] = useState<CopyChoice>({ slot: 'b', target: 'numpy' })
  const state = useMemo(
    () => ({
      choice,
      choose: (change: Partial<CopyChoice>) => setChoice((old) => ({ ...old, ...change })),
    }),
    [choice],
  )
  return (
    <Dialog open={open} onClose={onClose} title={t('copy')} size="wide">
      <CopyChoiceContext value={state}>
        <Later part={copyBody} />
      </CopyChoiceContext>
    </Dialog>
  )
}
