/** What the file records, rollout by rollout, and what is told from text or roles instead. */
import { BOUNDARIES } from '../../trace/batch.ts'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Quietly } from '../../ui/late.tsx'
import { useText } from '../../ui/text.tsx'
import type { TraceSummary } from '../../worker/api.ts'
import { HOLDINGS } from '../../worker/holdings.ts'
import { soon } from '../soonPart.ts'
import { words } from './text.ts'

const prefixRuleNote = soon(({ PrefixRuleNote }) => PrefixRuleNote)
const estimateNotes = soon(({ EstimateNotes }) => EstimateNotes)

const SHOWN = {
  all: { className: 'is-there', icon: 'check', word: 'yes' },
  some: { className: 'is-partly', icon: 'contrast', word: 'partly' },
  none: { className: '', icon: 'close', word: 'no' },
} as const

export function Holds({ summary }: { readonly summary: TraceSummary }) {
  const t = useText(words)
  const { holds, rolloutCount, approximate, maskDerived } = summary
  return (
    <>
      <h3 className="trace-heading">{t(summary.files.length > 1 ? 'holdsMany' : 'holds')}</h3>
      <ul className="trace-has">
        {HOLDINGS.map((id) => {
          const n = holds.rollouts[id]
          const { className, icon, word } =
            SHOWN[n === 0 ? 'none' : n < rolloutCount ? 'some' : 'all']
          return (
            <li key={id} className={className}>
              <Icon name={icon} size={11} />
              {t(`has_${id}`)}
              <span className="hidden-visually">: {t(word)}</span>
              {word === 'partly' && (
                <>
                  {' '}
                  <span className="trace-some">
                    {t('some', { n: formatCount(n), of: formatCount(rolloutCount) })}
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
      <Cuts summary={summary} />
      {(approximate || maskDerived) && <Quietly part={estimateNotes} props={{ summary }} />}
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
      {t('cuts', { n: formatCount(cuts), kinds: kinds.join(t('comma')) })}{' '}
      {byPrefixRule === 0 ? (
        t('explicit')
      ) : (
        <Quietly part={prefixRuleNote} props={{ n: byPrefixRule, of: cuts }} />
      )}
    </p>
  )
}
