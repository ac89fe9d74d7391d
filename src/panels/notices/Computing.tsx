/** Above the picture: that newer numbers are on their way, and which ones are shown until then. */
import { useContext } from 'react'
import { LanguageContext, useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { oldParts } from './old.ts'
import { words } from './oldText.ts'
import './computing.css'

/** Stands there empty, so that a screen reader hears of it when it fills. */
export function Computing() {
  const t = useText(words)
  const language = useContext(LanguageContext)
  const picture = useStore((state) => state.tasks.picture)
  // Nothing to say, nothing to watch.
  const says = picture !== 'current'
  const frame = useStore((state) => (says ? state.data.frame : undefined))
  const table = useStore((state) => state.data.table)
  const document = useStore((state) => (says ? state.document : undefined))
  const ofBeginning = useStore((state) => state.data.ofBeginning)
  const old =
    says && frame && table && document
      ? [...(ofBeginning ? [t('beginning')] : []), ...oldParts(frame, document, table, language)]
      : []
  const list = new Intl.ListFormat(language === 'zh' ? 'zh-Hans' : 'en-GB').format(old)
  return (
    <div className={`computing is-${picture}`} role="status">
      {says && (
        <p>
          {picture === 'computing' && t('computing')} {old.length > 0 && t('old', { what: list })}
        </p>
      )}
    </div>
  )
}
