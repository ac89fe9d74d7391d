/** The selected rollout, a row per segment, only tokens that differ coloured. */
import { useLayoutEffect, useRef } from 'react'
import type { PositionAxis } from '../../plot/axis.ts'
import { prepareCanvas } from '../../plot/canvas.ts'
import { paintStrip } from '../../plot/strips.ts'
import type { PlotTheme } from '../../plot/theme.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { AdvantageComparison } from '../../worker/conventions-view.ts'
import { usePixelRatio, usePlotStyle, useSize } from '../segments/usePlot.ts'
import { useTokenCounts } from '../useTokenCounts.ts'
import { words } from './text.ts'

const ROW = 10
const PITCH = 14
/** Segment numbers. */
const LEFT = 24
/** More rows than the worker sends are not drawn: those without a difference are left out. */
const FONT = 11

interface StripsProps {
  readonly own: AdvantageComparison['own']
}

export function DifferenceStrips({ own }: StripsProps) {
  const t = useText(words)
  const { inRollout } = useTokenCounts()
  const values = { n: inRollout(own.differing), all: inRollout(own.tokens) }
  if (own.differing === 0) return <p className="conventions-own">{t('ownNone')}</p>
  return (
    <figure className="conventions-strips">
      <figcaption className="conventions-own">{t('ownTitle', values)}</figcaption>
      <Rows own={own} name={`${t('ownTitle', values)}. ${t('strips')}`} />
      <div className="conventions-scale" aria-hidden="true">
        <span>0</span>
        <span>{t('positions')}</span>
        <span>{inRollout(own.longest)}</span>
      </div>
      <Legend extent={own.extent} />
      {own.strips.length < own.segments && (
        <p className="quiet">
          {t('stripsShort', { n: formatCount(own.strips.length), all: formatCount(own.segments) })}
        </p>
      )}
    </figure>
  )
}

function Rows({ own, name }: StripsProps & { readonly name: string }) {
  const holder = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { width } = useSize(holder)
  const { theme } = usePlotStyle()
  const ratio = usePixelRatio()
  const height = own.strips.length * PITCH
  useLayoutEffect(() => {
    const context =
      width > 0 && canvas.current && prepareCanvas(canvas.current, width, height, ratio)
    if (context) paintRows(context, own, width, theme, ratio)
  }, [own, width, height, theme, ratio])
  return (
    <div ref={holder}>
      <canvas ref={canvas} role="img" aria-label={name} style={{ width: '100%', height }} />
    </div>
  )
}

function paintRows(
  context: CanvasRenderingContext2D,
  own: AdvantageComparison['own'],
  width: number,
  theme: PlotTheme,
  ratio: number,
): void {
  const axis: PositionAxis = {
    from: 0,
    to: own.longest,
    left: LEFT,
    right: width,
    promptWidth: 0,
    perToken: (width - LEFT) / own.longest,
  }
  context.font = `${FONT}px ${theme.sans}`
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  own.strips.forEach(({ segment, length, difference: series }, row) => {
    const y = row * PITCH + (PITCH - ROW) / 2
    context.fillStyle = theme.ink('--muted')
    context.fillText(String(segment), LEFT - 6, y + ROW / 2)
    context.fillStyle = theme.ink('--prompt')
    context.fillRect(axis.left, y + ROW / 2 - 0.5, length * axis.perToken, 1)
    const data = { series, range: axis, extent: own.extent }
    paintStrip(context, data, axis, y, ROW, theme, ratio)
  })
}

function Legend({ extent }: { readonly extent: number }) {
  const t = useText(words)
  const { theme } = usePlotStyle()
  const stops = theme.diverging.filter((_, i) => i % 24 === 0)
  return (
    <div className="conventions-legend" aria-hidden="true">
      <span>{t('trainerDifference')}</span>
      <span>{formatNumber(-extent)}</span>
      <i style={{ background: `linear-gradient(to right, ${stops.join(', ')})` }} />
      <span>{formatNumber(extent)}</span>
      <i className="is-same" style={{ background: theme.ink('--prompt') }} />
      <span>{t('sameLegend')}</span>
    </div>
  )
}
