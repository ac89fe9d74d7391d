/** Asks for the outcomes a trace does not record: for all such rollouts, and for the selected one. */
import { useState } from 'react'
import type { Outcomes } from '../../trace/prepare.ts'
import { Choice } from '../../ui/Choice.tsx'
import { formatCount } from '../../ui/format.ts'
import { NumberBox } from '../../ui/NumberBox.tsx'
import { useText } from '../../ui/text.tsx'
import { useActions, useStore } from '../useStore.ts'
import { words } from './text.ts'

/** With `all` or one rollout's outcome set, or taken away (undefined). */
function withAll(outcomes: Outcomes, all: number | undefined): Outcomes {
  return all === undefined ? { byRollout: outcomes.byRollout } : { ...outcomes, all }
}
function withRollout(outcomes: Outcomes, id: string, value: number | undefined): Outcomes {
  const { [id]: _, ...others } = outcomes.byRollout
  return { ...outcomes, byRollout: value === undefined ? others : { ...others, [id]: value } }
}

export function OutcomeFields() {
  const t = useText(words)
  const { edit } = useActions()
  const outcomes = useStore((state) => state.document.outcomes)
  const summary = useStore((state) => state.data.summary)
  const table = useStore((state) => state.data.table)
  const chosen = useStore((state) => state.document.rollout)
  if (!summary || !table || summary.withoutOutcome === 0) return null

  const rollout = chosen === undefined ? 0 : Math.max(0, table.id.indexOf(chosen))
  const id = table.id[rollout]
  const own = outcomes.byRollout[id]
  // The table holds typed outcomes too: a number that nobody typed is the file's own.
  const known = table.outcome[rollout]
  const recorded = own === undefined && !Number.isNaN(known) && known !== outcomes.all
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
        value={outcomes.all}
        onChange={(value) => edit({ outcomes: withAll(outcomes, value) }, 'outcomes')}
      />
      {!recorded && (
        <OutcomeField
          key={id}
          label={t('forThis')}
          value={own}
          onChange={(value) => edit({ outcomes: withRollout(outcomes, id, value) }, 'outcomes')}
        />
      )}
      {outcomes.all === undefined && Number.isNaN(known) && (
        <p className="slot-summary">{t('outcomeAbsent')}</p>
      )}
    </div>
  )
}

interface OutcomeFieldProps {
  readonly label: string
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}

function OutcomeField({ label, value, onChange }: OutcomeFieldProps) {
  const t = useText(words)
  const [typing, setTyping] = useState(value !== undefined && value !== 0 && value !== 1)
  const kind = typing ? 'number' : value === undefined ? 'none' : String(value)
  return (
    <div className="outcome-field">
      <Choice
        label={label}
        value={kind}
        items={[
          { value: 'none', label: t('outcomeNone') },
          { value: '0', label: '0' },
          { value: '1', label: '1' },
          { value: 'number', label: t('outcomeOther') },
        ]}
        onChange={(next) => {
          setTyping(next === 'number')
          if (next === 'none') onChange(undefined)
          else if (next !== 'number') onChange(Number(next))
        }}
      />
      {typing && <NumberBox name={label} value={value} step={0.1} onChange={onChange} />}
    </div>
  )
}
