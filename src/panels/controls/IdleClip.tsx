import { useContext } from 'react'
import { LanguageContext } from '../../ui/text.tsx'
import { lackedLogProbs } from '../ratio/lackText.ts'
import { useStore } from '../useStore.ts'
import { idleClipWords } from './idleClipText.ts'

/** Why ε has no effect: a ratio would need two log-probs, or the chosen rule does not go by it. */
export function IdleClip({ why }: { readonly why: 'noRatio' | 'otherRuleShort' }) {
  const language = useContext(LanguageContext)
  const present = useStore(({ data }) => data.summary?.logProbs)
  const { noEffect, gap, otherRule } = idleClipWords[language]
  if (why === 'otherRuleShort') return otherRule
  return present && [noEffect, lackedLogProbs(present, language)].join(gap)
}
