/** A chip that counts what was wrong in files that were read all the same, and the list behind it. */
import { useState } from 'react'
import type { Diagnostic } from '../../trace/diagnostics.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Later } from '../../ui/late.tsx'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { problemList } from './problemList.ts'
import { words } from './problemsText.ts'

const NONE: readonly Diagnostic[] = []

export function ProblemsChip() {
  const t = useText(words)
  const diagnostics = useStore((state) => state.data.summary?.diagnostics ?? NONE)
  const [open, setOpen] = useState(false)
  const count = diagnostics.length
  const worst = diagnostics.some((one) => one.severity === 'error') ? 'bad' : 'warn'
  return (
    <>
      <button type="button" className={`chip ${worst}`} onClick={() => setOpen(true)}>
        <Icon name="warn" size={13} />
        {count === 1 ? t('problem') : t('problems', { n: formatCount(count) })}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('problemsTitle')} size="wide">
        <Later part={problemList} />
      </Dialog>
    </>
  )
}
