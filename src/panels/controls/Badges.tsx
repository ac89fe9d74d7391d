import { useContext } from 'react'
import { LanguageContext, useText } from '../../ui/text.tsx'
import type { Assumptions } from './assumed.ts'
import { assumedParts } from './assumedParts.ts'
import { assumedWords } from './assumedText.ts'

/** One badge for each assumption. */
export function Badges({ assumed }: { readonly assumed: Assumptions }) {
  const t = useText(assumedWords)
  const language = useContext(LanguageContext)
  return assumedParts(assumed, language).map((part) => (
    <span key={part} className="badge" title={t('title')}>
      {part}
    </span>
  ))
}
