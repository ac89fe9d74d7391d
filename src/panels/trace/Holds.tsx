/** What the file records, rollout by rollout, and what is told from text or roles instead. */
import { BOUNDARIES } from '../../trace/batch.ts'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Quietly } from '../../ui/late.tsx'
import { Gap, useText } from '../../ui/text.tsx'
import type { RolloutTable, TraceSummary } from '../../worker/api.ts'
import { countOf, HOLDINGS } from '../../worker/holdings.ts'
import { soon } from '../soonPart.ts'
import { useStore } from '../useStore.ts'
import { words } from './text.ts'

const prefixRuleNote = soon(({ PrefixRuleNote }) => PrefixRuleNote)
const estimateNotes = soon(({ EstimateNotes }) => EstimateNotes)

const stepWord = soon(({ StepWord }) => StepWord)

const NO_PROPS = {}
const HOLDS_STEP = { say: 'holdsStep' } as const
const WHOLE_FILE = { say: 'wholeFile' } as const

const SHOWN = {
  all: { className: 'is-there', icon: 'check', word: 'yes' },
  some: { className: 'is-partly', icon: 'contrast', word: 'partly' },
  none: { className: '', icon: 'close', word: 'no' },
} as const

interface HoldsProps {
  readonly summary: TraceSummary
  readonly table: RolloutTable
  readonly approximate: boolean
}

export function Holds({ summary, table, approximate }: HoldsProps) {
  const t = useText(words)
  const step = useStore(({ document }) => document.step)
  const { holds, maskDerived } = summary
  const of = table.id.length
  return (
    <>
      <h3 className="trace-heading">
        {step === undefined ? (
          t(summary.files.length > 1 ? 'holdsMany' : 'holds')
        ) : (
          <Quietly part={stepWord} props={HOLDS_STEP} />
        )}
      </h3>
      <ul className="trace-has">
        {HOLDINGS.map((id) => {
          const n = countOf(table, id)
          const { className, icon, word } = SHOWN[n === 0 ? 'none' : n < of ? 'some' : 'all']
          return (
            <li key={id} className={className}>
              <Icon name={icon} size={11} />
              {t(`has_${id}`)}
              <span className="hidden-visually">: {t(word)}</span>
              {word === 'partly' && (
                <>
                  {' '}
                  <span className="trace-some">
                    {t('some', { n: formatCount(n), of: formatCount(of) })}
                  </span>
                </>
              )}
              {id === 'values' && holds.critics > 1 && (
                <>
                  {' '}
                  <span className="trace-some">
                    {t('critics', { n: formatCount(holds.critics) })}
                  </span>
                </>
              )}
            </li>
          )
        })}
      </ul>
      {step !== undefined && (
        <p className="trace-note">
          <Quietly part={stepWord} props={WHOLE_FILE} />
        </p>
      )}
      <Cuts summary={summary} />
      {(approximate || maskDerived) && <Quietly part={estimateNotes} props={NO_PROPS} />}
    </>
  )
}

function Cuts({
  summary: { holds, rolloutCount, segmentCount },
}: {
  readonly summary: TraceSummary
}) {
  const t = useText(words)
  const cuts = segmentCount - rolloutCount
  if (cuts === 0) return <p className="trace-note">{t('noCuts')}</p>
  const { boundaries, byPrefixRule } = holds
  const there = BOUNDARIES.filter((kind) => boundaries[kind] > 0)
  const kinds = there.map((kind) => {
    const word = t(`cut_${kind}`)
    return there.length === 1 ? word : `${formatCount(boundaries[kind])} ${word}`
  })
  return (
    <p className="trace-note">
      {t('cuts', { n: formatCount(cuts), kinds: kinds.join(t('comma')) })}
      <Gap />
      {byPrefixRule === 0 ? (
        t('explicit')
      ) : (
        <Quietly part={prefixRuleNote} props={{ n: byPrefixRule, of: cuts }} />
      )}
    </p>
  )
}
