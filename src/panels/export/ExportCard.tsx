/** Progress of an export that takes longer than a moment, with Cancel; in the place of a load's. */
import { formatShare } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { ProgressBar } from '../open/ProgressBar.tsx'
import { useLasting } from '../useLasting.ts'
import { useStore } from '../useStore.ts'
import { words } from './text.ts'
import '../open/opening.css'

export function ExportCard() {
  const t = useText(words)
  const exporting = useStore((state) => state.tasks.exporting)
  const lasts = useLasting(exporting !== undefined)
  if (!exporting || !lasts) return null
  const { share, cancel } = exporting
  return (
    <section className="opening is-export" aria-label={t('writing')}>
      <div className="opening-head">
        <span className="opening-title" role="status">
          {t('writing')}
        </span>
        <span className="quiet">{share !== undefined && formatShare(share)}</span>
      </div>
      <ExportBar share={share} />
      <div className="opening-foot">
        <span className="quiet">{t('stays')}</span>
        <button type="button" className="button small" onClick={cancel}>
          {t('cancel')}
        </button>
      </div>
    </section>
  )
}

/** @param share 0..1; undefined where nobody knows */
export function ExportBar({ share }: { readonly share: number | undefined }) {
  const t = useText(words)
  const percent = share === undefined ? undefined : Math.round(100 * share)
  return <ProgressBar label={t('writing')} percent={percent} />
}
