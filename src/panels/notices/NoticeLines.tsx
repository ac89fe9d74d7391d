/** One line each, until dismissed. */
import type { LinkDetails } from '../../store/decoded-link.ts'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Marked } from '../../ui/Marked.tsx'
import { useText } from '../../ui/text.tsx'
import { widgetWords } from '../../ui/words.ts'
import { useActions, useStore } from '../useStore.ts'
import { Dismiss } from './Dismiss.tsx'
import { noticeWords } from './noticeText.ts'
import { isNotLoaded } from './notLoaded.ts'
import { words } from './text.ts'
import { isLine, type LineNotice } from './waits.ts'

const INSTEAD = { sample: 'sampleInstead', 'open-trace': 'openStays' } as const

function valuesOf(
  notice: LineNotice,
  t: (key: (typeof INSTEAD)[keyof typeof INSTEAD] | 'notLoaded') => string,
): Readonly<Record<string, string>> {
  switch (notice.kind) {
    case 'link-broken':
      return { detail: notice.detail, instead: t(INSTEAD[notice.instead]) }
    case 'link-newer':
      return { version: notice.version, instead: t(INSTEAD[notice.instead]) }
    case 'step-skipped':
      return { name: notice.name }
    case 'engine-unknown':
      return { asked: notice.asked }
    case 'engine-fell-back':
    case 'setting-not-computed':
    case 'token-not-computed':
    case 'comparison-not-computed':
    case 'view-not-computed':
    case 'link-not-computed':
    case 'drop-failed':
      return { message: isNotLoaded(notice.message) ? t('notLoaded') : notice.message }
    case 'link-partly-read':
    case 'link-structure-only':
    case 'nothing-dropped':
    case 'keys-not-loaded':
      return {}
  }
}

/** What could not be loaded is no fault of what it was for. */
function wordOf(notice: LineNotice): keyof (typeof noticeWords)['en'] {
  const { kind } = notice
  if (!('message' in notice) || !isNotLoaded(notice.message)) return kind
  if (kind === 'setting-not-computed') return 'setting-not-loaded'
  if (kind === 'drop-failed') return 'drop-not-loaded'
  return kind
}

/** As many sentences as a person reads; a hostile link can have 100,000. */
const SHOWN_DETAILS = 3

function Details({ details: { first, count } }: { readonly details: LinkDetails }) {
  const t = useText(noticeWords)
  const shown = first.slice(0, SHOWN_DETAILS)
  return (
    <ul className="notice-details">
      {shown.map((sentence) => (
        <li key={sentence}>
          <Marked text={sentence} />
        </li>
      ))}
      {count > shown.length && <li>{t('more', { n: formatCount(count - shown.length) })}</li>}
    </ul>
  )
}

export function NoticeLines() {
  const t = useText(noticeWords)
  const dismiss = useText(words)('dismiss')
  const tryAgain = useText(widgetWords)('tryAgain')
  const { dismissNotice, retry } = useActions()
  const notices = useStore((state) => state.tasks.notices)
  return notices.map((notice, at) => {
    if (!isLine(notice)) return undefined
    return (
      <div key={notice.kind} className="notice">
        <Icon name="info" size={14} />
        <div className="notice-text">
          <p>
            <Marked text={t(wordOf(notice), valuesOf(notice, t))} />
          </p>
          {notice.kind === 'link-partly-read' && <Details details={notice.details} />}
        </div>
        {notice.kind === 'setting-not-computed' && (
          <button type="button" className="button small" onClick={retry}>
            {tryAgain}
          </button>
        )}
        <Dismiss name={dismiss} onDismiss={() => dismissNotice(at)} />
      </div>
    )
  })
}
