/** What the page has to say about itself; the sentences come when there is one. */
import { Later, late } from '../../ui/late.tsx'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { words } from './text.ts'
import { isLine } from './waits.ts'
import './notices.css'

const lines = late(async () => (await import('./NoticeLines.tsx')).NoticeLines)

/** Loads the sentences ahead. */
export const prepareNotices = lines.fetch

export function Notices() {
  const t = useText(words)
  const some = useStore(({ tasks }) => tasks.notices.some(isLine))
  return (
    <div className="notices" role="status" aria-label={t('region')}>
      {some && <Later part={lines} />}
    </div>
  )
}
