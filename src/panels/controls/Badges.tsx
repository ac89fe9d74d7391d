import { useContext } from 'react'
import { LanguageContext, useText } from '../../ui/text.tsx'
import { assumedParts } from './assumedParts.ts'
import { assumedWords } from './assumedText.ts'
import { useAssumptions } from './useAssumptions.ts'

/** One badge for each assumption; nothing where values and outcome are the file's own. */
export function Badges({ withCoefficient }: { readonly withCoefficient: boolean }) {
  const assumed = useAssumptions(withCoefficient)
  const t = useText(assumedWords)
  const language = useContext(LanguageContext)
  return assumedParts(assumed, language).map((part) => (
    <span key={part} className="badge" title={t('title')}>
      {part}
    </span>
  ))
}
