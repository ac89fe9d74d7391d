/** The policy loss: a ratio rule, what it does to the tokens' gradients, and a second rule beside it. */
import { useContext } from 'react'
import { Gap, LanguageContext, useText } from '../../ui/text.tsx'
import type { Frame } from '../../worker/api.ts'
import type { RuleView } from '../../worker/loss-view.ts'
import { useStore } from '../useStore.ts'
import { DriftField } from './DriftField.tsx'
import { EntropyTable } from './EntropyTable.tsx'
import { Histogram, HistogramLegend } from './Histogram.tsx'
import { lackedLogProbs } from './lackText.ts'
import { RuleSlot } from './RuleSlot.tsx'
import { columnsOf, numeratorAndDenominator, talliesOf } from './rules.ts'
import { useRuleText } from './ruleText.ts'
import { ShareTables } from './ShareTables.tsx'
import { words } from './text.ts'
import './ratio.css'

export function RatioPanel() {
  const frame = useStore((state) => state.data.frame)
  return (
    <>
      <RuleSlot which="ratio" />
      <RuleSlot which="against" />
      <DriftField />
      {frame && <LossBody frame={frame} />}
      {frame && <EntropyTable frame={frame} />}
    </>
  )
}

function LossBody({ frame }: { readonly frame: Frame }) {
  const t = useText(words)
  const { first, second } = frame.loss
  const counted = useStore((state) => state.data.totals.tallies?.of)
  const views = [first, second].filter((view) => view !== undefined)
  const tallies = talliesOf(views, counted)
  if (!first && !second) return <NoRatio />
  return (
    <>
      {views.map((view, at) => (
        <RuleFigure
          key={at === 0 ? 'first' : 'second'}
          view={view}
          simulated={view.simulated || tallies?.[at].simulated === true}
        />
      ))}
      <HistogramLegend columns={columnsOf(views, tallies)} />
      <ShareTables frame={frame} views={views} tallies={tallies} />
      <p className="ratio-explain">{t('explain')}</p>
    </>
  )
}

function NoRatio() {
  const t = useText(words)
  const language = useContext(LanguageContext)
  const present = useStore((state) => state.data.summary?.logProbs)
  return (
    <p className="quiet">
      {present && lackedLogProbs(present, language)}
      <Gap />
      {t('simulate')}
    </p>
  )
}

interface RuleFigureProps {
  readonly view: RuleView
  /** Some ratios of the rollout or of the batch rest on simulated log-probs. */
  readonly simulated: boolean
}

function RuleFigure({ view, simulated }: RuleFigureProps) {
  const t = useText(words)
  const text = useRuleText()
  const pair = numeratorAndDenominator(view.columns)
  return (
    <figure className="ratio-figure">
      <figcaption className="ratio-of">
        <span>{text.label(view.rule)}</span>{' '}
        {simulated && (
          <span className="badge" title={t('simulatedTitle')}>
            {t('simulated')}
          </span>
        )}
        {pair && (
          <span className="mono">
            {t(`of_${view.unit}`, { numerator: pair[0], denominator: pair[1] })}
          </span>
        )}
      </figcaption>
      {view.rollout.tokens === 0 ? (
        <p className="quiet">{t('none')}</p>
      ) : (
        <Histogram view={view} name={text.label(view.rule)} />
      )}
    </figure>
  )
}
