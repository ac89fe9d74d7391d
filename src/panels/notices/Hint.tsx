/** One line for the first visit, not a modal: what is on the screen and how to bring one's own. */
import { useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { useText } from '../../ui/text.tsx'
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

export function Hint() {
  const t = useText(words)
  const [shown, setShown] = useState(() => !wasDismissed())
  if (!shown) return null
  return (
    <aside className="notice hint" aria-label={t('hintName')}>
      <p>{t('hint')}</p>
      <button
        type="button"
        className="button bare square"
        aria-label={t('dismiss')}
        title={t('dismiss')}
        onClick={() => {
          remember()
          setShown(false)
        }}
      >
        <Icon name="close" size={14} />
      </button>
    </aside>
  )
}
