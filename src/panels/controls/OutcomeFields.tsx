/** Asks for the outcomes a trace does not record: for all such rollouts, and for the selected one. */
import type { Outcomes } from '../../trace/prepare.ts'
import { formatCount } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { useActions, useStore } from '../useStore.ts'
import { OutcomeField } from './OutcomeField.tsx'
import { outcomeWords } from './outcomeText.ts'
import './outcomes.css'

/** With `all` or one rollout's outcome set, or taken away (undefined). */
export function withAll(outcomes: Outcomes, all: number | undefined): Outcomes {
  return all === undefined ? { byRollout: outcomes.byRollout } : { ...outcomes, all }
}
function withRollout(outcomes: Outcomes, id: string, value: number | undefined): Outcomes {
  const { [id]: _, ...others } = outcomes.byRollout
  return { ...outcomes, byRollout: value === undefined ? others : { ...others, [id]: value } }
}

export function OutcomeFields() {
  const t = useText(outcomeWords)
  const { edit } = useActions()
  const outcomes = useStore((state) => state.document.outcomes)
  const summary = useStore((state) => state.data.summary)
  const recorded = useStore((state) => state.data.recorded)
  const chosen = useStore((state) => state.document.rollout)
  if (!summary || !recorded || summary.withoutOutcome === 0) return null

  const rollout = chosen === undefined ? 0 : Math.max(0, recorded.id.indexOf(chosen))
  const id = recorded.id[rollout]
  const isOpen = Number.isNaN(recorded.outcome[rollout])
  // An id comes from the file: `__proto__` and `constructor` must not find anything.
  const own = Object.hasOwn(outcomes.byRollout, id) ? outcomes.byRollout[id] : undefined
  return (
    <div className="outcomes">
      <p className="slot-summary">
        {t('outcomesHelp', {
          n: formatCount(summary.withoutOutcome),
          total: formatCount(summary.rolloutCount),
        })}
      </p>
      <OutcomeField
        label={t('forAll')}
        none={t('outcomeNone')}
        value={outcomes.all}
        onChange={(value) => edit({ outcomes: withAll(outcomes, value) }, 'outcomes')}
      />
      {isOpen && recorded.id.length > 1 && (
        <OutcomeField
          key={id}
          label={t('forThis')}
          none={t(outcomes.all === undefined ? 'outcomeNone' : 'outcomeAsAbove')}
          value={own}
          onChange={(value) => edit({ outcomes: withRollout(outcomes, id, value) }, 'outcomes')}
        />
      )}
      {isOpen && outcomes.all === undefined && own === undefined && (
        <p className="slot-summary">{t('outcomeAbsent')}</p>
      )}
    </div>
  )
}
