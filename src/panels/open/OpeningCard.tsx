/** Progress of a load, with Cancel. The trace that is open, or the new one's beginning, is on the screen behind it. */
import { clipMiddle } from '../../trace/clip.ts'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { Progress } from '../../worker/api.ts'
import { useActions, useStore } from '../useStore.ts'
import { words } from './openingText.ts'
import { ProgressBar } from './ProgressBar.tsx'
import './opening.css'

export function OpeningCard() {
  const t = useText(words)
  const { cancelOpen } = useActions()
  const opening = useStore((state) => state.tasks.opening)
  const keepsOld = useStore((state) => state.data.summary !== undefined)
  if (!opening) return null

  const { progress, names, begun } = opening
  const file =
    names.length === 1 ? clipMiddle(names[0]) : t('several', { n: formatCount(names.length) })
  const title = titleOf(progress)
  const amount = amountOf(progress)
  const remark =
    begun === undefined
      ? keepsOld && t('oldStays')
      : t(begun === 1 ? 'begunOne' : 'begun', { n: formatCount(begun) })
  const percent =
    progress && progress.total > 0
      ? Math.min(100, Math.round((100 * progress.done) / progress.total))
      : undefined

  function titleOf(at: Progress | undefined): string {
    if (!at) return t('starting', { file })
    return at.phase === 'reading' ? t('reading', { file: clipMiddle(at.file) }) : t('building')
  }
  function amountOf(at: Progress | undefined): string {
    if (!at || at.total === 0) return ''
    return at.phase === 'reading'
      ? t('bytes', { done: formatBytes(at.done), total: formatBytes(at.total) })
      : t('rows', { done: formatCount(at.done), total: formatCount(at.total) })
  }

  return (
    <section
      className={`opening ${begun === undefined ? '' : 'is-begun'}`}
      aria-label={t('progress', { file })}
    >
      <div className="opening-head">
        {/* Said once each; what counts up is in the bar, for those who ask. */}
        <span className="opening-title" role="status" title={title}>
          {title}
        </span>
        <span className="quiet">{amount}</span>
      </div>
      <ProgressBar
        label={t('progress', { file })}
        percent={percent}
        text={percent === undefined ? title : `${percent}%, ${title}, ${amount}`}
      />
      <div className="opening-foot">
        <span className="quiet" role="status">
          {remark}
        </span>
        <button type="button" className="button small" onClick={cancelOpen}>
          {t('cancel')}
        </button>
      </div>
    </section>
  )
}
