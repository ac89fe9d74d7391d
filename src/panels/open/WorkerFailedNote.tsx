/** Centre of the page after the worker has stopped for good. */
import { clipMiddle } from '../../trace/clip.ts'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { words } from './failedText.ts'
import './failed.css'

export function WorkerFailedNote() {
  const t = useText(words)
  const notices = useStore((state) => state.tasks.notices)
  const failure = notices.find((notice) => notice.kind === 'worker-failed')
  if (!failure) return null
  return (
    <div className="worker-failed" role="alert">
      <h2>{t('failedTitle')}</h2>
      <p>
        <code>{clipMiddle(failure.message, 1000)}</code>
      </p>
      <p>{t('failedText')}</p>
    </div>
  )
}
