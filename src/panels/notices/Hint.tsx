/** Two lines over the picture, not a modal: what the open sample shows and how to bring one's own. */
import { useState } from 'react'
import { awaitedSource } from '../../store/links.ts'
import { isFirstAsStarted } from '../../store/sample-settings.ts'
import { Quietly } from '../../ui/late.tsx'
import { Gap, useText } from '../../ui/text.tsx'
import { showFilePicker } from '../open/OpenButton.tsx'
import { soon } from '../soonPart.ts'
import { useStore } from '../useStore.ts'
import { Dismiss } from './Dismiss.tsx'
import { words } from './text.ts'

const PROPS = { openFile: showFilePicker }

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
 * What the open sample shows, and with which settings; on a file, what a first visit asks. A link that waits for its
 * file says so here, whatever was dismissed. Always the same height: the picture below stays where it is.
 */
export function Hint() {
  const t = useText(words)
  const [dismissed, setDismissed] = useState(wasDismissed)
  const open = useStore((state) => state.data.summary !== undefined)
  const isFirst = useStore(({ document }) => isFirstAsStarted(document))
  const waiting = useStore(awaitedSource)
  if (!open || (dismissed && !waiting)) return null
  return (
    <aside className={`notice ${waiting ? '' : 'hint'}`} aria-label={t('hintName')}>
      <p>
        {isFirst && !waiting ? t('hint_search') : <Quietly part={otherHint} props={PROPS} />}
        <Gap />
        {!waiting && <span className="hint-more">{t('hintMore')}</span>}
      </p>
      {!waiting && (
        <Dismiss
          name={t('dismiss')}
          onDismiss={() => {
            remember()
            setDismissed(true)
          }}
        />
      )}
    </aside>
  )
}
