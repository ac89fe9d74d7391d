/** One line for the first visit, not a modal: what the open sample shows and how to bring one's own. */
import { useState } from 'react'
import { rolloutIndex } from '../../store/fit.ts'
import { hasStartEstimators } from '../../store/sample-starts.ts'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { words } from './text.ts'

const KEY = 'segue.hint'

/** Storage may be switched off; then the hint comes back with every visit, which does no harm. */
function wasDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function remember(): void {
  try {
    localStorage.setItem(KEY, 'dismissed')
  } catch {
    // see wasDismissed
  }
}

const HINTS: Readonly<Record<string, 'hint_search' | 'hint_bug' | 'hint_batch'>> = {
  search: 'hint_search',
  bug: 'hint_bug',
  batch: 'hint_batch',
}

/**
 * Speaks of the sample with the estimators it came with; gone for good once one of them changes, back
 * with another sample. Nothing on a file or a link to one: who opens it knows why they came.
 */
export function Hint() {
  const t = useText(words)
  const [dismissed, setDismissed] = useState(wasDismissed)
  const [left, setLeft] = useState<string | undefined>(undefined)
  const open = useStore((state) => state.data.summary !== undefined)
  const sample = useStore(({ document: { source } }) =>
    source.kind === 'sample' ? source.id : undefined,
  )
  const fits = useStore((state) => hasStartEstimators(state.document))
  const cuts = useStore(({ document, data: { table } }) =>
    table ? (table.segments[rolloutIndex(document, table)] ?? 1) - 1 : 0,
  )
  const times = cuts === 0 ? 'shown_never' : cuts === 1 ? 'shown_once' : 'shown_times'
  if (open && !fits && left !== sample) setLeft(sample)
  const key = sample !== undefined && Object.hasOwn(HINTS, sample) ? HINTS[sample] : undefined
  if (dismissed || !open || !fits || key === undefined || left === sample) return null
  return (
    <aside className="notice hint" aria-label={t('hintName')}>
      <p>
        {t(key, { shown: t(times, { n: formatCount(cuts) }) })} {t('hintMore')}
      </p>
      <button
        type="button"
        className="button bare square"
        aria-label={t('dismiss')}
        title={t('dismiss')}
        onClick={() => {
          remember()
          setDismissed(true)
        }}
      >
        <Icon name="close" size={14} />
      </button>
    </aside>
  )
}
