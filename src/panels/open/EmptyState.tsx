/** Centre of the page while no trace is open. */
import { useText } from '../../ui/text.tsx'
import { SampleList } from '../header/SampleList.tsx'
import { AcceptedFormats } from './AcceptedFormats.tsx'
import { lateWords } from './lateText.ts'
import { showFilePicker } from './OpenButton.tsx'
import { words } from './text.ts'
import './late.css'
import './failed.css'

export function EmptyState() {
  const t = useText(lateWords)
  const open = useText(words)
  return (
    <div className="empty">
      <h2>{t('emptyTitle')}</h2>
      <p>{t('emptyText')}</p>
      <p className="empty-actions">
        <button type="button" className="button primary" onClick={showFilePicker}>
          {t('choose')}
        </button>
        <span className="quiet">{open('openHint')}</span>
      </p>
      <p className="quiet">{t('orSample')}</p>
      <SampleList />
      <AcceptedFormats />
    </div>
  )
}
