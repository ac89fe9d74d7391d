/** One line for the first visit, not a modal: what the open sample shows and how to bring one's own. */
import { useState } from 'react'
import { FIRST_SAMPLE } from '../../simulate/samples.ts'
import { hasStartEstimators } from '../../store/sample-starts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Quietly } from '../../ui/late.tsx'
import { Gap, useText } from '../../ui/text.tsx'
import { soon } from '../soonPart.ts'
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

const otherHint = soon(({ OtherHint }) => OtherHint)

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
  if (open && !fits && left !== sample) setLeft(sample)
  if (dismissed || !open || !fits || sample === undefined || left === sample) return null
  return (
    <aside className="notice hint" aria-label={t('hintName')}>
      <p>
        {sample === FIRST_SAMPLE ? (
          t('hint_search')
        ) : (
          <Quietly part={otherHint} props={{ sample }} />
        )}
        <Gap />
        {t('hintMore')}
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
