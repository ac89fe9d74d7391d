/** Stands beside the title of every picture whose numbers rest on something that the file does not hold. */
import { useContext, useMemo } from 'react'
import { rolloutIndex } from '../../store/fit.ts'
import { LanguageContext, useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { type Assumptions, assumedParts, assumptionsOf } from './assumed.ts'
import { assumedWords } from './assumedText.ts'

/** What the picture on the screen assumes: its frame's settings, or the document's until one is there. */
export function useAssumptions(): Assumptions {
  const document = useStore((state) => state.document)
  const request = useStore((state) => state.data.frame?.request)
  const recorded = useStore((state) => state.data.recorded)
  return useMemo(() => {
    if (request) return assumptionsOf(request.settings, recorded, request.rollout)
    return assumptionsOf(document, recorded, recorded ? rolloutIndex(document, recorded) : 0)
  }, [document, request, recorded])
}

/** Nothing where values and outcome are the file's own. */
export function AssumedBadges() {
  const t = useText(assumedWords)
  const language = useContext(LanguageContext)
  return assumedParts(useAssumptions(), language).map((part) => (
    <span key={part} className="badge" title={t('title')}>
      {part}
    </span>
  ))
}
