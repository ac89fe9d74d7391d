/** The outcomes of one group as dots on an axis, with what is subtracted and what is divided by. */
import { formatNumber, formatPlain } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { ConventionView, GroupDetail } from '../../worker/groups-view.ts'
import { outcomeTicks, outcomeX, stackDots } from './outcomes.ts'
import { words } from './text.ts'
import { useChooseRollout, useRolloutIds } from './useChooseRollout.ts'

/** SVG units; the picture scales to the column. */
const WIDTH = 328
const SIDE = 14
const TOP = 14
const HEIGHT = 62
const AXIS = 26
const RADIUS = 4

interface PlotProps {
  readonly detail: GroupDetail
  readonly chosen: ConventionView
  /** Outcomes of the whole batch, so that groups compare. */
  readonly range: readonly [number, number]
}

export function OutcomePlot({ detail, chosen, range }: PlotProps) {
  const t = useText(words)
  const choose = useChooseRollout()
  const idOf = useRolloutIds()
  const { members, byRollout } = detail
  const at = outcomeX(range, WIDTH - 2 * SIDE)
  const x = (outcome: number): number => Math.max(2, Math.min(WIDTH - 2, SIDE + at(outcome)))
  const outcomes = members.map((one) => (one.counted ? one.outcome : Number.NaN))
  const dots = stackDots(outcomes, x)
  const tallest = dots.reduce((most, { level }) => Math.max(most, level + 1), 1)
  const step = Math.min(2 * RADIUS + 1, (HEIGHT - 2 * RADIUS) / tallest)
  const { divisor } = chosen.byRollout
  const hasBand = divisor !== undefined && divisor > 0 && chosen.convention !== 'none'
  const isDivided = hasBand && chosen.convention !== 'rloo'
  const mean = formatNumber(byRollout.mean)
  const bottom = TOP + HEIGHT
  const label = t('plot', {
    list: outcomes.map(formatPlain).join(', '),
    mean,
    spread: isDivided ? t('plotSpread', { divisor: formatNumber(divisor) }) : t('plotOthers'),
  })
  const meanX = x(byRollout.mean)
  return (
    <figure className="groups-figure">
      <svg viewBox={`0 0 ${WIDTH} ${bottom + AXIS}`} role="img" aria-label={label}>
        {isDivided && (
          <rect
            className="plot-band"
            x={x(byRollout.mean - divisor)}
            y={TOP}
            width={x(byRollout.mean + divisor) - x(byRollout.mean - divisor)}
            height={HEIGHT}
          />
        )}
        <line className="plot-axis" x1={0} x2={WIDTH} y1={bottom} y2={bottom} />
        <line className="plot-mean" x1={meanX} x2={meanX} y1={TOP - 3} y2={bottom} />
        <text
          className="plot-tick"
          x={meanX}
          y={TOP - 5}
          textAnchor={meanX < 50 ? 'start' : meanX > WIDTH - 50 ? 'end' : 'middle'}
        >
          {t('plotMean', { mean })}
        </text>
        {dots.map(({ member, x: cx, level }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table beneath has the same buttons
          <circle
            key={members[member].rollout}
            className={`plot-dot ${member === detail.selected ? 'is-own' : ''}`}
            cx={cx}
            cy={bottom - RADIUS - 1 - level * step}
            r={RADIUS}
            onClick={() => choose(members[member].rollout)}
          >
            <title>{`${idOf(members[member].rollout)}: ${formatPlain(outcomes[member])}`}</title>
          </circle>
        ))}
        {outcomeTicks(range).map((tick) => (
          <text key={tick} className="plot-tick" x={x(tick)} y={bottom + 12} textAnchor="middle">
            {formatPlain(tick)}
          </text>
        ))}
        <text className="plot-tick" x={WIDTH / 2} y={bottom + 23} textAnchor="middle">
          {t('plotAxis')}
        </text>
      </svg>
      <figcaption className="swatches groups-legend">
        <span>
          <i className="swatch-own" />
          {t('plotOwn')}
        </span>
        {isDivided && (
          <span>
            <i className="swatch-band" />
            {t('plotBand', { divisor: formatNumber(divisor) })}
          </span>
        )}
      </figcaption>
    </figure>
  )
}
