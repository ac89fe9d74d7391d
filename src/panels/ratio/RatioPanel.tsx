/** How ε clips the policy ratio: histogram, bounds, and the clipped share by segment. */
import { formatCount, formatPlain, formatShare } from '../../ui/format.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Section } from '../../ui/Section.tsx'
import { useText } from '../../ui/text.tsx'
import type { Frame, RatioView } from '../../worker/api.ts'
import { useStore } from '../useStore.ts'
import { boxesOf, ticksOf, xScale } from './histogram.ts'
import { words } from './text.ts'
import './ratio.css'

export function RatioPanel() {
  const t = useText(words)
  const frame = useStore((state) => state.data.frame)
  const summary = useStore((state) => state.data.summary)
  const pair = summary?.ratioOf
  return (
    <Section title={t('title')} className="ratio">
      {summary && !pair && <p className="quiet">{t('noLogProbs')}</p>}
      {pair && <p className="ratio-of mono">{t('of', pair)}</p>}
      {frame?.ratio && <RatioBody frame={frame} ratio={frame.ratio} />}
    </Section>
  )
}

interface RatioBodyProps {
  readonly frame: Frame
  readonly ratio: RatioView
}

function RatioBody({ frame, ratio }: RatioBodyProps) {
  const t = useText(words)
  const total = ratio.counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return <p className="quiet">{t('none')}</p>
  return (
    <>
      <Histogram frame={frame} ratio={ratio} total={total} />
      <dl className="pairs">
        <div className="pair">
          <dt>
            {t('clipped')}, {t('rollout')}
          </dt>
          <dd>{formatShare(ratio.clippedShare)}</dd>
        </div>
        <div className="pair">
          <dt>
            {t('clipped')}, {t('batch')}
          </dt>
          <dd>{formatShare(ratio.clippedShareBatch)}</dd>
        </div>
      </dl>
      {ratio.clippedShareBySegment.length > 1 && (
        <ScrollRegion name={t('bySegment')}>
          <dl className="pairs">
            {ratio.clippedShareBySegment.map((share, at) => (
              <div className="pair" key={frame.detail.segments[at]?.segmentIndex ?? at}>
                <dt>{t('segment', { n: frame.detail.segments[at]?.segmentIndex ?? at })}</dt>
                <dd>{formatShare(share)}</dd>
              </div>
            ))}
          </dl>
        </ScrollRegion>
      )}
      <p className="ratio-explain">{t('explain')}</p>
    </>
  )
}

/** SVG units; the picture scales to the column. */
const WIDTH = 300
const HEIGHT = 84
const AXIS = 16

function Histogram({ frame, ratio, total }: RatioBodyProps & { readonly total: number }) {
  const t = useText(words)
  const { epsLow, epsHigh } = frame.request.settings
  const x = xScale(ratio.edges, WIDTH)
  const bounds = [
    { key: 'low', ratio: 1 - epsLow },
    { key: 'high', ratio: 1 + epsHigh },
  ] as const
  const visible = bounds.filter(
    (bound) =>
      bound.ratio > 0 && x(Math.log(bound.ratio)) >= 0 && x(Math.log(bound.ratio)) <= WIDTH,
  )
  const label = t('chart', { n: formatCount(total), share: formatShare(ratio.clippedShare) })
  return (
    <svg className="histogram" viewBox={`0 0 ${WIDTH} ${HEIGHT + AXIS}`} role="img">
      <title>{label}</title>
      {boxesOf(ratio, WIDTH, HEIGHT - 4).map((box) => (
        <g key={box.from}>
          <title>
            {t('bin', {
              from: formatPlain(Number(box.from.toPrecision(3))),
              to: formatPlain(Number(box.to.toPrecision(3))),
              n: formatCount(box.count),
              clipped: formatCount(box.clippedCount),
            })}
          </title>
          <rect
            className="bin"
            x={box.x}
            y={HEIGHT - box.tall}
            width={Math.max(0.5, box.width - 0.5)}
            height={box.tall}
          />
          <rect
            className="bin-clipped"
            x={box.x}
            y={HEIGHT - box.clipped}
            width={Math.max(0.5, box.width - 0.5)}
            height={box.clipped}
          />
        </g>
      ))}
      <line className="axis" x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      {visible.map((bound) => (
        <line
          key={bound.key}
          className="clip-bound"
          x1={x(Math.log(bound.ratio))}
          x2={x(Math.log(bound.ratio))}
          y1={0}
          y2={HEIGHT}
        >
          <title>{t(bound.key, { value: formatPlain(bound.ratio) })}</title>
        </line>
      ))}
      {ticksOf(ratio.edges, WIDTH, 30).map((tick) => (
        <text key={tick} className="tick" x={x(Math.log(tick))} y={HEIGHT + 12}>
          {formatPlain(tick)}
        </text>
      ))}
    </svg>
  )
}
