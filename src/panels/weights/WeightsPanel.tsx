/** Who gets how much of the gradient: rollouts of the group, segments and turns, under every aggregation mode. */
import { useId } from 'react'
import { AGGREGATE_MODES, aggregateModeOf } from '../../credit/aggregate/aggregate.ts'
import { ratioRuleOf } from '../../credit/ratio/registry.ts'
import { L_MAX } from '../../store/aggregates.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Explain } from '../../ui/Explain.tsx'
import { formatCount, formatShare } from '../../ui/format.ts'
import { NumberBox } from '../../ui/NumberBox.tsx'
import { useText } from '../../ui/text.tsx'
import type { AggregateChoice, Removed, RolloutDetail } from '../../worker/api.ts'
import type { WeightsView } from '../../worker/weights-view.ts'
import { AboutButton } from '../about/AboutButton.tsx'
import { useRuleText } from '../ratio/ruleText.ts'
import { useName } from '../shownName.ts'
import { useIsOldTotal } from '../useIsOldTotal.ts'
import { useActions, useStore } from '../useStore.ts'
import { useTokenCounts } from '../useTokenCounts.ts'
import { ModeTables } from './ModeTables.tsx'
import { useModeText } from './modeText.ts'
import { Stack } from './Stack.tsx'
import { words } from './text.ts'
import './weights.css'

export function WeightsPanel() {
  // Most steps of a slider change none of them.
  const weights = useStore((state) => state.data.totals.weights?.of)
  const detail = useStore((state) => state.data.totals.weights?.detail)
  const aggregate = useStore((state) => state.data.totals.weights?.settings.aggregate)
  const removed = useStore((state) => state.data.frame?.removedB)
  const isOld = useIsOldTotal('weights')
  const shown = weights && detail && aggregate && { weights, detail, aggregate, removed }
  return (
    <>
      <AggregateFields />
      {shown && (
        <div className={isOld ? 'weights-old' : ''} aria-busy={isOld}>
          <WeightsBody {...shown} />
        </div>
      )}
    </>
  )
}

interface WeightsShown {
  readonly detail: RolloutDetail
  readonly weights: WeightsView
  readonly aggregate: AggregateChoice
  readonly removed: Removed | undefined
}

function AggregateFields() {
  const t = useText(words)
  const text = useModeText()
  const { edit } = useActions()
  const aggregate = useStore((state) => state.document.aggregate)
  const id = useId()
  const chosen = aggregateModeOf(aggregate.mode)
  return (
    <>
      <div className="field weights-mode-field">
        <label className="field-label" htmlFor={`${id}mode`} title={t('modeHelp')}>
          {t('mode')}
        </label>
        <select
          id={`${id}mode`}
          className="select"
          value={aggregate.mode}
          onChange={(event) => edit({ aggregate: { ...aggregate, mode: event.target.value } })}
        >
          {AGGREGATE_MODES.map((mode) => (
            <option key={mode.id} value={mode.id}>
              {text(mode.id).label}
            </option>
          ))}
        </select>
        {chosen && (
          <AboutButton subject={{ kind: 'mode', method: chosen }} title={text(chosen.id).label} />
        )}
      </div>
      {chosen?.usesLMax && (
        <div className="field">
          <span className="field-label" title={t('lMaxHelp')}>
            {t('lMax')}
          </span>
          <NumberBox
            name={t('lMax')}
            value={aggregate.lMax}
            {...L_MAX}
            step={1}
            integer
            onChange={(lMax) => edit({ aggregate: { ...aggregate, lMax } }, 'aggregate.lMax')}
          />
        </div>
      )}
      <Choice
        label={t('denominator')}
        help={t('denominatorHelp')}
        value={aggregate.denominator}
        items={[
          { value: 'before', label: t('before') },
          { value: 'after', label: t('after') },
        ]}
        onChange={(value) =>
          edit({ aggregate: { ...aggregate, denominator: value === 'after' ? 'after' : 'before' } })
        }
      />
      {aggregate.denominator === 'after' && <NoneRejected />}
      <Choice
        label={t('emptyRows')}
        help={t('emptyRowsHelp')}
        value={aggregate.emptyRows}
        items={[
          { value: 'skip', label: t('skipRows') },
          { value: 'count', label: t('countRows') },
        ]}
        onChange={(value) =>
          edit({ aggregate: { ...aggregate, emptyRows: value === 'count' ? 'count' : 'skip' } })
        }
      />
      <Choice
        label={t('measure')}
        help={t('measureHelp')}
        value={aggregate.measure}
        items={[
          { value: 'weight', label: t('weight') },
          { value: 'gradient', label: t('gradient') },
        ]}
        onChange={(value) =>
          edit({
            aggregate: { ...aggregate, measure: value === 'gradient' ? 'gradient' : 'weight' },
          })
        }
      />
    </>
  )
}

/** A clip takes the gradient of a token, not its place in a denominator. */
function NoneRejected() {
  const t = useText(words)
  const rules = useRuleText()
  const rule = useStore((state) => state.document.ratio.rule)
  if (ratioRuleOf(rule)?.rejectsByRatio) return null
  return <p className="weights-note">{t('noneRejected', { rule: rules.label(rule) })}</p>
}

function WeightsBody({ weights, detail, aggregate, removed }: WeightsShown) {
  const t = useText(words)
  const counts = useTokenCounts()
  const members = weights.rollouts.length + weights.unlisted
  return (
    <>
      {weights.simulated && <span className="badge">{t('simulated')}</span>}
      {removed && removed.removed > 0 && (
        <p className="weights-note">
          {t('removed', {
            n: counts.inBatch(removed.removed),
            all: counts.inBatch(removed.actions),
          })}
        </p>
      )}
      {weights.emptyRows > 0 && (
        <p className="weights-note">
          {t(aggregate.emptyRows === 'count' ? 'rowsCounted' : 'rowsSkipped', {
            n: formatCount(weights.emptyRows),
            all: formatCount(weights.rows),
          })}
        </p>
      )}
      {weights.assumesRatio && <p className="weights-note">{t('assumes')}</p>}
      <Explain label={t('byMode')} as="h3">
        {members === 1 ? t('alone') : t('equal', { n: members, share: formatShare(1 / members) })}
      </Explain>
      <ModeOverview weights={weights} detail={detail} />
      <BarLegend />
      <ModeTables weights={weights} detail={detail} mode={aggregate.mode} />
    </>
  )
}

function BarLegend() {
  const t = useText(words)
  return (
    <p className="swatches weights-legend" aria-hidden="true">
      <span>
        <i className="is-marked" />
        {t('selected')}
      </span>
      <span>
        <i />
        <i className="is-odd" />
        {t('rest')}
      </span>
      <span>
        <i />
        <i className="is-odd" />
        {t('rolloutSegments')}
      </span>
    </p>
  )
}

/** Every mode in one line; its name chooses it. */
function ModeOverview({ weights, detail }: Pick<WeightsShown, 'weights' | 'detail'>) {
  const t = useText(words)
  const text = useModeText()
  const { edit } = useActions()
  const aggregate = useStore((state) => state.document.aggregate)
  const ids = useStore((state) => state.data.table?.id)
  const name = useName()
  return (
    <table className="numbers weights-modes" aria-label={t('byMode')}>
      <thead>
        <tr>
          <th scope="col">{t('mode')}</th>
          <th scope="col">{t('ofGroup')}</th>
          <th scope="col">{t('share')}</th>
          <th scope="col">{t('ofRollout')}</th>
        </tr>
      </thead>
      <tbody>
        {weights.modes.map((shares) => (
          <tr key={shares.mode} className={shares.mode === aggregate.mode ? 'is-chosen' : ''}>
            <th scope="row">
              <button
                type="button"
                className="weights-mode"
                aria-pressed={shares.mode === aggregate.mode}
                onClick={() => edit({ aggregate: { ...aggregate, mode: shares.mode } })}
              >
                {text(shares.mode).label}
              </button>
            </th>
            <td>
              <Stack
                name={t('ofGroup')}
                shares={shares.rollouts}
                marked={weights.selected}
                partName={(at) => name(ids?.[weights.rollouts[at].index] ?? '')}
              />
            </td>
            <td>{formatShare(shares.rollouts[weights.selected])}</td>
            <td>
              <Stack
                name={t('ofRollout')}
                shares={shares.segments}
                marked={undefined}
                partName={(at) => `${t('segment')} ${detail.segments[at]?.segmentIndex ?? at}`}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
