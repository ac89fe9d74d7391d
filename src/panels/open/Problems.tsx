/** A chip that counts what was wrong in files that were read all the same, and the list behind it. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { clipMiddle } from '../../trace/clip.ts'
import type { Diagnostic } from '../../trace/diagnostics.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { columnNames } from './columnNames.ts'
import { words } from './text.ts'
import { Where } from './Where.tsx'

const NONE: readonly Diagnostic[] = []
const NO_COLUMNS: readonly string[] = []

export function Problems() {
  const t = useText(words)
  const diagnostics = useStore((state) => state.data.summary?.diagnostics ?? NONE)
  const columns = useStore((state) => state.data.summary?.unknownColumns ?? NO_COLUMNS)
  const [open, setOpen] = useState(false)
  if (diagnostics.length === 0) return null
  const count = diagnostics.length
  const unknown = columnNames(columns)
  const worst = diagnostics.some((one) => one.severity === 'error') ? 'bad' : 'warn'
  return (
    <>
      <button type="button" className={`chip ${worst}`} onClick={() => setOpen(true)}>
        <Icon name="warn" size={13} />
        {count === 1 ? t('problem') : t('problems', { n: formatCount(count) })}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('problemsTitle')} size="wide">
        <p className="quiet">{t('problemsIntro')}</p>
        {columns.length > 0 && (
          <p className="quiet">
            {t(unknown.more > 0 ? 'unknownColumnsMore' : 'unknownColumns', {
              columns: unknown.names,
              n: formatCount(unknown.more),
            })}
          </p>
        )}
        <ProblemList diagnostics={diagnostics} />
      </Dialog>
    </>
  )
}

/** Virtual: a damaged file can have a problem in each of its 100 000 rows. */
function ProblemList({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) {
  const t = useText(words)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: diagnostics.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 62,
    overscan: 6,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it only a mouse could scroll
    <div ref={scroller} className="problem-list" tabIndex={0}>
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const diagnostic = diagnostics[item.index]
          const tone = diagnostic.severity === 'error' ? 'bad' : 'warn'
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <span className={`problem-severity ${tone}`}>{t(diagnostic.severity)}</span>
              <span className="problem-file">{clipMiddle(diagnostic.file)}</span>
              <Where diagnostic={diagnostic} />
              <span className="problem-message">{clipMiddle(diagnostic.message, 1000)}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
