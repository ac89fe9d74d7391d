/** What the page has to say about itself, one line each, until dismissed. */
import type { Notice } from '../../store/store.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useText } from '../../ui/text.tsx'
import { showFilePicker } from '../open/OpenButton.tsx'
import { useActions, useStore } from '../useStore.ts'
import { words } from './text.ts'
import './notices.css'

/** A stopped worker has a place of its own in the centre of the page. */
type LineNotice = Exclude<Notice, { kind: 'worker-failed' }>

function valuesOf(notice: LineNotice): Readonly<Record<string, string>> {
  switch (notice.kind) {
    case 'link-broken':
      return { detail: notice.detail }
    case 'link-newer':
      return { version: notice.version }
    case 'link-partly-read':
      return { details: notice.details.join(' ') }
    case 'link-needs-file':
      return { name: notice.name }
    case 'engine-fell-back':
      return { message: notice.message }
    case 'link-structure-only':
    case 'clipboard-failed':
      return {}
  }
}

export function Notices() {
  const t = useText(words)
  const { dismissNotice } = useActions()
  const notices = useStore((state) => state.tasks.notices)
  return (
    <div className="notices" role="status" aria-label={t('region')}>
      {notices.map((notice, at) => {
        if (notice.kind === 'worker-failed') return null
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: dismissed by index; two can be equal
          <div key={at} className="notice">
            <Icon name="info" size={14} />
            <p>{t(notice.kind, valuesOf(notice))}</p>
            {notice.kind === 'link-needs-file' && (
              <button type="button" className="button small" onClick={showFilePicker}>
                {t('openFile')}
              </button>
            )}
            <button
              type="button"
              className="button bare square"
              aria-label={t('dismiss')}
              title={t('dismiss')}
              onClick={() => dismissNotice(at)}
            >
              <Icon name="close" size={14} />
            </button>
          </div>
        )
      })}
    </div>
  )
}
