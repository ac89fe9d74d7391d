/** What was wrong in files. Virtual: a damaged file can have a problem in each of its 100 000 rows. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { clipMiddle } from '../../trace/clip.ts'
import type { Diagnostic } from '../../trace/diagnostics.ts'
import { formatCount } from '../../ui/format.ts'
import { Marked } from '../../ui/Marked.tsx'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { columnNames } from './columnNames.ts'
import { lateWords } from './lateText.ts'
import { Where } from './Where.tsx'
import './late.css'

const NONE: readonly Diagnostic[] = []
const NO_COLUMNS: readonly string[] = []

export function ProblemList() {
  const t = useText(lateWords)
  const columns = useStore((state) => state.data.summary?.unknownColumns ?? NO_COLUMNS)
  const unknown = columnNames(columns)
  return (
    <>
      <p className="quiet">{t('problemsIntro')}</p>
      {columns.length > 0 && (
        <p className="quiet">
          {t(unknown.more > 0 ? 'unknownColumnsMore' : 'unknownColumns', {
            columns: unknown.names,
            n: formatCount(unknown.more),
          })}
        </p>
      )}
      <List />
    </>
  )
}

function List() {
  const t = useText(lateWords)
  const diagnostics = useStore((state) => state.data.summary?.diagnostics ?? NONE)
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
              <span className="problem-message">
                <Marked text={clipMiddle(diagnostic.message, 1000)} />
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
