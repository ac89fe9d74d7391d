/** Which conventions give the advantages that the trace recorded, and how closely. */
import { presetOf } from '../../credit/conventions/registry.ts'
import { estimatorOf, optionsOf } from '../../credit/registry.ts'
import {
  formatCount,
  formatNumber,
  formatPlain,
  formatShare,
  formatSigned,
} from '../../ui/format.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Gap, useText } from '../../ui/text.tsx'
import type { Maker, ReproductionView, Trial } from '../../worker/reproduction-view.ts'
import { useSpecText } from '../controls/specText.ts'
import { useTokenCounts } from '../useTokenCounts.ts'
import { useView } from '../useView.ts'
import { PlaceButton } from './PlaceButton.tsx'
import { usePresetText } from './presetText.ts'
import { words } from './reproductionText.ts'

const QUESTION = {} as const
/** Names in one line. */
const MAX_NAMES = 3

export function Reproduction() {
  const t = useText(words)
  const viewed = useView('reproduction', QUESTION)
  if (!viewed) return null
  const { view } = viewed.answer
  if (view.kind === 'none') return null
  return (
    <section
      className={`conventions-recorded ${viewed.isOld ? 'conventions-old' : ''}`}
      aria-label={t('title')}
    >
      <h3>{t('title')}</h3>
      {viewed.isOld && <p className="quiet conventions-busy">{t('computing')}</p>}
      <Body view={view} />
    </section>
  )
}

function Body({ view }: { readonly view: Exclude<ReproductionView, { kind: 'none' }> }) {
  const t = useText(words)
  const { inBatch } = useTokenCounts()
  switch (view.kind) {
    case 'zero':
      return <p>{t('zero', { n: inBatch(view.tokens) })}</p>
    case 'too-large':
      return <p>{t('tooLarge', { n: inBatch(view.positions) })}</p>
    case 'tried':
      return <Tried view={view} />
  }
}

type TriedView = Extract<ReproductionView, { kind: 'tried' }>

function Tried({ view }: { readonly view: TriedView }) {
  const t = useText(words)
  const { inBatch } = useTokenCounts()
  const names = useTrialText()
  const [first] = view.best
  const { scaled } = view
  if (!first) return null
  const said = {
    maker: names.makers(first),
    how: names.how(first),
    n: inBatch(first.tokens),
    share: formatShare(first.share),
    error: formatNumber(first.maxAbsolute),
    closely: names.closely(first),
    sets: formatCount(view.sets),
    without: formatCount(view.withoutOutcome),
    of: formatCount(view.recordedRollouts),
  }
  const { withoutOutcome } = view
  const headline =
    withoutOutcome === 0
      ? 'notFound'
      : withoutOutcome === view.recordedRollouts
        ? 'noOutcomes'
        : 'someOutcomes'
  return (
    <>
      {first.share === 1 ? (
        <p>
          <strong className="conventions-headline">
            {view.tied === 1
              ? t('found', said)
              : t('foundSeveral', { ...said, sets: formatCount(view.tied) })}
          </strong>
          <Gap />
          {view.tied > 1 &&
            t('theyAre', { ...said, makers: names.makers(...view.best.slice(0, view.tied)) })}
          <Gap />
          {view.reproducing > view.tied &&
            t('farther', { n: formatCount(view.reproducing - view.tied) })}
          <Gap />
          <Open trial={first} />
        </p>
      ) : (
        <p>
          <strong className="conventions-headline">{t(headline, said)}</strong>
          <Gap />
          {headline !== 'notFound' && t('countAsZero')}
          <Gap />
          {headline !== 'noOutcomes' && (
            <>
              {t('closest', said)} <PlaceButton place={first.worst} />{' '}
              {t('worst', {
                recorded: formatSigned(first.worst.recorded),
                got: formatSigned(first.worst.got),
              })}
            </>
          )}
        </p>
      )}
      {scaled && (
        <p>
          {t(view.scaledSets === 1 ? 'scaled' : 'scaledSeveral', {
            factor: scaled.factor.toPrecision(4).replace('-', '−'),
            maker: names.makers(scaled),
            how: names.how(scaled),
            n: inBatch(scaled.tokens),
            closely: names.closely(scaled),
            sets: formatCount(view.scaledSets),
          })}
          <Gap />
          <Open trial={scaled} />
        </p>
      )}
      <details className="conventions-more">
        <summary>{t('list')}</summary>
        <TrialTable view={view} />
        {view.whitened !== 'all' && (
          <p className="quiet">
            {t('part', {
              groups: formatCount(view.groups),
              allGroups: formatCount(view.allGroups),
            })}
            <Gap />
            {t(view.whitened === 'always' ? 'partAlways' : 'partNone')}
          </p>
        )}
        <p className="quiet">
          {t('triedGrid', {
            gammas: view.gammas.map(formatPlain).join(', '),
            lambdas: view.lambdas.map(formatPlain).join(', '),
            sets: formatCount(view.sets),
          })}
          <Gap />
          {t('tolerance')}
        </p>
      </details>
    </>
  )
}

/** What the trainer does not say is not passed off as its own. */
function Open({ trial }: { readonly trial: Trial }) {
  const t = useText(words)
  const options = useTrialText().open(trial)
  return options === undefined ? null : t('openHere', { options })
}

function TrialTable({ view }: { readonly view: TriedView }) {
  const t = useText(words)
  const names = useTrialText()
  return (
    <ScrollRegion name={t('list')}>
      <table className="numbers conventions-trials" aria-label={t('list')}>
        <thead>
          <tr>
            <th scope="col">{t('who')}</th>
            <th scope="col">{t('within')}</th>
            <th scope="col">{t('offBy')}</th>
          </tr>
        </thead>
        <tbody>
          {view.best.map((trial) => (
            <tr key={JSON.stringify([trial.estimator, trial.options])}>
              <th scope="row">
                {names.makers(trial)}
                <span className="conventions-does">
                  {' '}
                  {names.how(trial)}
                  {names.open(trial) !== undefined &&
                    t('bracket', { text: t('leavesOpen', { options: names.open(trial) ?? '' }) })}
                </span>
              </th>
              <td>{formatShare(trial.share)}</td>
              <td>{formatNumber(trial.maxAbsolute)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Who a set of options belongs to and what it is, in words. */
function useTrialText() {
  const t = useText(words)
  const text = usePresetText()
  const spec = useSpecText()
  const nameOf = (maker: Maker): string => {
    if (maker.kind === 'page') return t('page', { slot: maker.slot.toUpperCase() })
    const preset = presetOf(maker.id)
    const trainer = preset ? text.label(preset) : maker.id
    return maker.own ? trainer : t('foreign', { trainer })
  }
  return {
    makers: (...trials: readonly Trial[]): string => {
      const named = trials.flatMap(({ makers }) => makers)
      const own = named.flatMap((maker) => (maker.kind === 'preset' && maker.own ? maker.id : []))
      const all = [
        ...new Set(
          named
            .filter((maker) => maker.kind === 'page' || maker.own || !own.includes(maker.id))
            .map(nameOf),
        ),
      ]
      const shown = all.slice(0, MAX_NAMES).join(t('comma'))
      return all.length <= MAX_NAMES
        ? shown
        : t('and', { names: shown, n: formatCount(all.length - MAX_NAMES) })
    },
    how: ({ estimator: id, options, gamma, lambda }: Trial): string => {
      const estimator = estimatorOf(id)
      return [
        estimator ? spec.estimator(estimator) : id,
        ...(options.whiten === 'batch' ? [t('whitened')] : []),
        ...(gamma === undefined ? [] : [t('gamma', { gamma: formatPlain(gamma) })]),
        ...(lambda === undefined ? [] : [t('lambda', { lambda: formatPlain(lambda) })]),
      ].join(t('comma'))
    },
    open: ({ estimator: id, makers }: Trial): string | undefined => {
      const estimator = estimatorOf(id)
      const open = makers.flatMap((maker) => (maker.kind === 'preset' ? maker.open : []))
      const specs = estimator ? optionsOf(estimator).filter(({ name }) => open.includes(name)) : []
      return specs.length === 0 ? undefined : specs.map((one) => spec.option(one)).join(t('comma'))
    },
    closely: ({ maxAbsolute }: Trial): string =>
      maxAbsolute === 0 ? t('exactly') : t('offByMost', { error: formatNumber(maxAbsolute) }),
  }
}
