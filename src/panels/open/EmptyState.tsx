/** Centre of the page while no trace is open, or after the worker has stopped for good. */
import { clipMiddle } from '../../trace/clip.ts'
import { useText } from '../../ui/text.tsx'
import { SampleList } from '../header/SampleList.tsx'
import { useStore } from '../useStore.ts'
import { AcceptedFormats } from './AcceptedFormats.tsx'
import { showFilePicker } from './OpenButton.tsx'
import { words } from './text.ts'

export function EmptyState() {
  const t = useText(words)
  return (
    <div className="empty">
      <h2>{t('emptyTitle')}</h2>
      <p>{t('emptyText')}</p>
      <p className="empty-actions">
        <button type="button" className="button primary" onClick={showFilePicker}>
          {t('choose')}
        </button>
        <span className="quiet">{t('openHint')}</span>
      </p>
      <p className="quiet">{t('orSample')}</p>
      <SampleList />
      <AcceptedFormats />
    </div>
  )
}

export function WorkerFailed() {
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
