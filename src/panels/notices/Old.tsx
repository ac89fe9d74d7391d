/** That newer numbers are on their way, and which ones are shown until then. */
import { useContext } from 'react'
import { LanguageContext, useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { oldParts } from './old.ts'
import { words } from './oldText.ts'

export function Old() {
  const t = useText(words)
  const language = useContext(LanguageContext)
  const picture = useStore((state) => state.tasks.picture)
  const frame = useStore((state) => state.data.frame)
  const table = useStore((state) => state.data.table)
  const document = useStore((state) => state.document)
  const ofBeginning = useStore((state) => state.data.ofBeginning)
  if (picture === 'current') return null
  const old =
    frame && table
      ? [...(ofBeginning ? [t('beginning')] : []), ...oldParts(frame, document, table, language)]
      : []
  const list = new Intl.ListFormat(language === 'zh' ? 'zh-Hans' : 'en-GB').format(old)
  return (
    <p>
      {picture === 'computing' && t('computing')} {old.length > 0 && t('old', { what: list })}
    </p>
  )
}
