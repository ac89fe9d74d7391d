/** Asks above the picture what a trace without rewards leaves open; without an answer half the page is 0. */
import { formatCount } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { useActions, useStore } from '../useStore.ts'
import { OutcomeField } from './OutcomeField.tsx'
import { withAll } from './OutcomeFields.tsx'
import { outcomeWords } from './outcomeText.ts'
import './outcomes.css'

/** It stays once answered, quietly: "0.5" is typed in three steps, and people try both answers. */
export function OutcomeQuestion() {
  const t = useText(outcomeWords)
  const { edit } = useActions()
  const outcomes = useStore((state) => state.document.outcomes)
  const open = useStore((state) => state.data.summary?.withoutOutcome ?? 0)
  if (open === 0) return null
  const answered = outcomes.all !== undefined
  return (
    <section
      className={`outcome-question ${answered ? 'is-answered' : ''}`}
      aria-label={t('outcomes')}
    >
      <p>{open === 1 ? t('askOne') : t('ask', { n: formatCount(open) })}</p>
      <OutcomeField
        label={t(open === 1 ? 'countItAs' : 'countThemAs')}
        none={t('outcomeNone')}
        value={outcomes.all}
        onChange={(value) => edit({ outcomes: withAll(outcomes, value) }, 'outcomes')}
      />
    </section>
  )
}
