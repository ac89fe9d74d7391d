/** Ratios of the selected rollout, what the rule does to them, and the interval that it leaves alone. */
import type { Interval } from '../../credit/ratio/rule.ts'
import { formatPlain, formatShare } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { RuleView } from '../../worker/loss-view.ts'
import { useTokenCounts } from '../useTokenCounts.ts'
import { boxesOf, stretchOf, ticksOf, xScale } from './histogram.ts'
import { type Column, numeratorAndDenominator, POLICY, shareOf } from './rules.ts'
import { words } from './text.ts'

/** SVG units; the picture scales to the column. */
const LEFT = 38
const WIDTH = 262
const HEIGHT = 72
const TRACK = 10
/** Between the counts' 0 and the tracks' names. */
const GAP = 3
/** Ticks and the name of the axis. */
const AXIS = 27
/** Name of the counts. */
const TOP = 14
/** Top of the fullest bin. */
const TALLEST = 4

const rounded = (ratio: number): string => formatPlain(Number(ratio.toPrecision(3)))

/** One track for both signs where the rule does not look at them. */
function tracksOf({ positive, negative }: RuleView['region']) {
  const isSame = positive[0] === negative[0] && positive[1] === negative[1]
  if (isSame) return [{ key: 'any', interval: positive }] as const
  return [
    { key: 'positive', interval: positive },
    { key: 'negative', interval: negative },
  ] as const
}

const isBound = (ratio: number): boolean => ratio > 0 && Number.isFinite(ratio)

export function Histogram({ view, name }: { readonly view: RuleView; readonly name: string }) {
  const t = useText(words)
  const { inRollout } = useTokenCounts()
  const { edges, rollout, region } = view
  const x = xScale(edges, WIDTH)
  const tracks = tracksOf(region)
  const bounds = [...new Set(tracks.flatMap(({ interval }) => interval))].filter(isBound)
  const interval = ([low, high]: Interval): string => `${rounded(low)} … ${rounded(high)}`
  const label = t('chart', {
    name,
    n: inRollout(rollout.tokens),
    dropped: formatShare(shareOf(rollout, 'dropped')),
    changed: formatShare(shareOf(rollout, 'changed')),
    region: tracks.map((one) => `${t(one.key)} ${interval(one.interval)}`).join(', '),
  })
  const bottom = HEIGHT + GAP + tracks.length * TRACK
  const pair = numeratorAndDenominator(view.columns)
  const axisName = pair
    ? t(`axis_${view.unit}`, { numerator: POLICY[pair[0]], denominator: POLICY[pair[1]] })
    : t('axisNone')
  const most = view.counts.reduce((max, count) => Math.max(max, count), 0)
  return (
    <svg
      className="histogram"
      viewBox={`0 0 ${LEFT + WIDTH + 2} ${TOP + bottom + AXIS}`}
      role="img"
      aria-label={label}
    >
      <text className="tick is-start" x={0} y={9}>
        {t('axisTokens')}
      </text>
      <text className="tick" x={(LEFT + WIDTH) / 2} y={TOP + bottom + AXIS - 3}>
        {axisName}
      </text>
      <g transform={`translate(${LEFT} ${TOP})`}>
        <line className="axis" x1={-3} x2={0} y1={TALLEST} y2={TALLEST} />
        <text className="tick track" x={-5} y={TALLEST + 3}>
          {inRollout(most)}
        </text>
        <text className="tick track" x={-5} y={HEIGHT - 1}>
          0
        </text>
        <line className="axis" x1={0} x2={0} y1={TALLEST} y2={HEIGHT} />
        {boxesOf(view, WIDTH, HEIGHT - TALLEST).map((box) => {
          const width = Math.max(0.5, box.width - 0.5)
          return (
            <g key={box.x}>
              <title>
                {t('bin', {
                  from: rounded(box.from),
                  to: rounded(box.to),
                  n: inRollout(box.count),
                  dropped: inRollout(box.droppedCount),
                  changed: inRollout(box.changedCount),
                })}
              </title>
              <rect
                className="bin"
                x={box.x}
                y={HEIGHT - box.tall}
                width={width}
                height={box.tall}
              />
              <rect
                className="bin-changed"
                x={box.x}
                y={HEIGHT - box.dropped - box.changed}
                width={width}
                height={box.changed}
              />
              <rect
                className="bin-dropped"
                x={box.x}
                y={HEIGHT - box.dropped}
                width={width}
                height={box.dropped}
              />
            </g>
          )
        })}
        <line className="axis" x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {bounds
          .map((ratio) => ({ ratio, at: x(Math.log(ratio)) }))
          .filter(({ at }) => at >= 0 && at <= WIDTH)
          .map(({ ratio, at }) => (
            <line key={ratio} className="clip-bound" x1={at} x2={at} y1={0} y2={bottom}>
              <title>{rounded(ratio)}</title>
            </line>
          ))}
        {tracks.map((track, at) => {
          const { x0, x1 } = stretchOf(edges, WIDTH, track.interval)
          const y = HEIGHT + GAP + at * TRACK
          return (
            <g key={track.key}>
              <title>{`${t(track.key)}: ${interval(track.interval)}`}</title>
              <rect className="region" x={x0} y={y + 2} width={x1 - x0} height={TRACK - 5} />
              <text className="tick track" x={-4} y={y + TRACK - 2}>
                {t(track.key)}
              </text>
            </g>
          )
        })}
        {ticksOf(edges, WIDTH, 30).map((tick) => (
          <text key={tick} className="tick" x={x(Math.log(tick))} y={bottom + 11}>
            {formatPlain(tick)}
          </text>
        ))}
      </g>
    </svg>
  )
}

/** Explains only what the histograms can show. */
export function HistogramLegend({ columns }: { readonly columns: readonly Column[] }) {
  const t = useText(words)
  const kinds = new Set(columns.map(({ kind }) => kind))
  return (
    <p className="swatches histogram-legend" aria-hidden="true">
      <span>
        <i className="swatch-kept" />
        {t('kept')}
      </span>
      {kinds.has('changed') && (
        <span>
          <i className="swatch-changed" />
          {t('changed')}
        </span>
      )}
      {kinds.has('dropped') && (
        <span>
          <i className="swatch-dropped" />
          {t('dropped')}
        </span>
      )}
      <span>
        <i className="swatch-region" />
        {t('region')}
      </span>
    </p>
  )
}
