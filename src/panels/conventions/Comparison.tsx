/** Two presets on the trace: how they are compared, what differs, why, and what is known of each. */
import { useRef } from 'react'
import type { Preset } from '../../credit/conventions/preset.ts'
import { presetOf } from '../../credit/conventions/registry.ts'
import { estimatorOf } from '../../credit/registry.ts'
import type { ConventionsChoice } from '../../store/document.ts'
import { formatCount, formatShare } from '../../ui/format.ts'
import { Marked } from '../../ui/Marked.tsx'
import { Gap, useText } from '../../ui/text.tsx'
import type { AdvantageComparison, ConventionsView } from '../../worker/conventions-view.ts'
import { useSpecText } from '../controls/specText.ts'
import { useSize } from '../segments/usePlot.ts'
import { useActions, useStore } from '../useStore.ts'
import { useTokenCounts } from '../useTokenCounts.ts'
import { useView } from '../useView.ts'
import { Causes, OtherDifferences } from './Causes.tsx'
import { Compared } from './Compared.tsx'
import { DifferenceStrips } from './DifferenceStrips.tsx'
import { ComparisonFields } from './Fields.tsx'
import { difference, slightDigit } from './numbers.ts'
import { PlaceButton } from './PlaceButton.tsx'
import { TopDifferences } from './TopDifferences.tsx'
import { Trainer } from './Trainer.tsx'
import { words } from './text.ts'
import { Weights } from './Weights.tsx'

/** A panel that is not laid out yet asks for no picture. */
const COLUMNS = { least: 100, most: 600 } as const

export function Comparison({ choice }: { readonly choice: ConventionsChoice }) {
  const t = useText(words)
  const ref = useRef<HTMLDivElement>(null)
  const { width } = useSize(ref)
  const columns = Math.round(Math.min(COLUMNS.most, Math.max(COLUMNS.least, width - 24)))
  const viewed = useView('conventions', { ...choice, columns })
  return (
    <div ref={ref}>
      {viewed ? (
        <Answered
          view={viewed.answer.view}
          // The trainers that the numbers belong to, while newer ones are on their way.
          pair={[viewed.answer.request.question.a, viewed.answer.request.question.b]}
          choice={choice}
          isOld={viewed.isOld}
        />
      ) : (
        <p className="quiet">{t('computing')}</p>
      )}
    </div>
  )
}

interface AnsweredProps {
  readonly view: ConventionsView
  readonly pair: readonly [string, string]
  readonly choice: ConventionsChoice
  readonly isOld: boolean
}

function Answered({ view, pair, choice, isOld }: AnsweredProps) {
  const t = useText(words)
  const [a, b] = pair.map(presetOf)
  if (!a || !b) return null
  const { advantage, weight } = view
  return (
    <>
      <ComparisonFields view={view} presets={[a, b]} choice={choice} />
      <div className={isOld ? 'conventions-old' : ''} aria-busy={isOld}>
        {isOld && <p className="quiet conventions-busy">{t('computing')}</p>}
        {advantage ? (
          <Advantages advantage={advantage} view={view} presets={[a, b]} />
        ) : (
          <NotComparable view={view} />
        )}
        {weight && <Weights weight={weight} presets={[a, b]} />}
        <OtherDifferences view={view} presets={[a, b]} />
        {advantage && <Compared advantage={advantage} presets={[a, b]} />}
        <Trainer preset={a} slot="a" facts={view.facts} advantage={advantage} />
        {b.id !== a.id && <Trainer preset={b} slot="b" facts={view.facts} advantage={advantage} />}
      </div>
    </>
  )
}

/** Why no advantage is compared. */
function NotComparable({ view }: { readonly view: ConventionsView }) {
  const t = useText(words)
  const spec = useSpecText()
  const shared = view.offers.find(({ speakers }) => speakers === 'both')
  const reason = shared?.unavailable
  return (
    <p>
      <Marked
        text={
          reason === undefined ? t('noneShared') : t('noneUsable', { reason: spec.reason(reason) })
        }
      />
    </p>
  )
}

interface AdvantagesProps {
  readonly advantage: AdvantageComparison
  readonly view: ConventionsView
  readonly presets: readonly [Preset, Preset]
}

function Advantages({ advantage, view, presets }: AdvantagesProps) {
  const t = useText(words)
  const { inBatch } = useTokenCounts()
  const { tokens, differing, rollouts, differingRollouts, flips, largest, causes } = advantage
  if (differing === 0) {
    return (
      <>
        <Nothing advantage={advantage} view={view} />
        <Causes causes={causes} differing={differing} presets={presets} measure="advantage" />
      </>
    )
  }
  const digit = slightDigit(Math.abs((largest?.b ?? 0) - (largest?.a ?? 0)), advantage.scale)
  return (
    <>
      <p className={digit === undefined ? 'conventions-headline' : ''}>
        {digit !== undefined && t('slight', { digit })}
        <Gap />
        {t('differ', {
          n: inBatch(differing),
          all: inBatch(tokens),
          share: formatShare(differing / tokens),
          rollouts: formatCount(differingRollouts),
          allRollouts: formatCount(rollouts),
        })}
        <Gap />
        {flips > 0 && t('flips', { n: inBatch(flips) })}
      </p>
      <Causes causes={causes} differing={differing} presets={presets} measure="advantage" />
      {largest && (
        <p>
          {t('largest', difference(largest))} <PlaceButton place={largest} />
        </p>
      )}
      <DifferenceStrips own={advantage.own} />
      <TopDifferences runs={advantage.own.top} />
    </>
  )
}

/** Longer lists would not be read. */
const MAX_ELSEWHERE = 4

/** That no advantage differs, and under which estimators the two are known to differ. */
function Nothing({ advantage, view }: Omit<AdvantagesProps, 'presets'>) {
  const t = useText(words)
  const spec = useSpecText()
  const { edit } = useActions()
  const choice = useStore((state) => state.document.conventions)
  const name = (id: string): string => {
    const estimator = estimatorOf(id)
    return estimator ? spec.estimator(estimator) : id
  }
  const differing = view.offers.filter(
    (offer) =>
      offer.differing > 0 &&
      offer.unavailable === undefined &&
      offer.estimator !== advantage.estimator,
  )
  const theirs = differing.filter(({ lacking }) => lacking.length === 0)
  const elsewhere = theirs.length > 0 ? theirs : differing
  return (
    <>
      <p className="conventions-headline">
        {t(advantage.causes.length > 0 ? 'same' : 'sameKnown', {
          estimator: name(advantage.estimator),
        })}
      </p>
      {choice && elsewhere.length > 0 && (
        <p className="conventions-actions">
          <span className="quiet">{t('elsewhere')}</span>
          {elsewhere.slice(0, MAX_ELSEWHERE).map(({ estimator }) => (
            <button
              key={estimator}
              type="button"
              className="button small"
              onClick={() => edit({ conventions: { ...choice, estimator } })}
            >
              {name(estimator)}
            </button>
          ))}
        </p>
      )}
    </>
  )
}
