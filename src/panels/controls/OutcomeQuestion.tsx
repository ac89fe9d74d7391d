/** Asks above the picture what a trace without rewards leaves open; without an answer half the page is 0. */
import { useMemo } from 'react'
import { formatCount } from '../../ui/format.ts'
import { Gap, useText } from '../../ui/text.tsx'
import type { TraceSummary } from '../../worker/api.ts'
import { nearColumns } from '../open/columnNames.ts'
import { useActions, useStore } from '../useStore.ts'
import { OutcomeField } from './OutcomeField.tsx'
import { withAll } from './OutcomeFields.tsx'
import { outcomeWords } from './outcomeText.ts'
import './outcomes.css'

const REWARDS: readonly string[] = ['reward', 'rewards']

/** Before anyone makes an outcome up: the file's own may stand under a name that is nearly right. */
const misspeltReward = (summary: TraceSummary) =>
  nearColumns(summary).find(({ column }) => REWARDS.includes(column))

/** It stays once answered, quietly: "0.5" is typed in three steps, and people try both answers. */
export function OutcomeQuestion() {
  const t = useText(outcomeWords)
  const { edit } = useActions()
  const outcomes = useStore((state) => state.document.outcomes)
  // Of the step that is shown, as the file has it.
  const recorded = useStore((state) => state.data.recorded?.outcome)
  const open = useMemo(
    () => recorded?.reduce((n, outcome) => n + Number(Number.isNaN(outcome)), 0) ?? 0,
    [recorded],
  )
  const summary = useStore((state) => state.data.summary)
  const misspelt = useMemo(() => summary && misspeltReward(summary), [summary])
  if (open === 0) return null
  const answered = outcomes.all !== undefined
  return (
    <section
      className={`outcome-question ${answered ? 'is-answered' : ''}`}
      aria-label={t('outcomes')}
    >
      <p>
        {open === 1 ? t('askOne') : t('ask', { n: formatCount(open) })}
        {misspelt && (
          <>
            <Gap />
            {t('near', misspelt)}
          </>
        )}
      </p>
      <OutcomeField
        label={t(open === 1 ? 'countItAs' : 'countThemAs')}
        none={t('outcomeNone')}
        value={outcomes.all}
        onChange={(value) => edit({ outcomes: withAll(outcomes, value) }, 'outcomes')}
      />
    </section>
  )
}
