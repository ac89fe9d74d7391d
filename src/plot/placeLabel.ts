/** Direct labels: next to the curve they name, clear of every curve, line and label. */
import { type Box, overlaps } from './marks.ts'

export interface CurveEnvelope {
  /** Per pixel column: smallest and largest y that this curve's line and band reach; NaN = nothing there. */
  readonly top: readonly number[]
  readonly bottom: readonly number[]
}

export interface LabelRequest {
  readonly own: CurveEnvelope
  readonly others: readonly CurveEnvelope[]
  /** Sizes of the label's variants, richest first. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[]
  readonly area: Box
  /** Verticals that no label may cross, and boxes already taken. */
  readonly verticals: readonly number[]
  readonly taken: readonly Box[]
}

export interface LabelPlace {
  readonly box: Box
  readonly variant: number
}

const GAP = 5
const STEP = 3
/** A label this much further from its curve than from another one would name the wrong one. */
const AMBIGUITY = 12

const extremes = (
  envelope: CurveEnvelope,
  x0: number,
  x1: number,
): [number, number] | undefined => {
  let top = Number.POSITIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (let x = Math.max(0, Math.floor(x0)); x < Math.min(envelope.top.length, x1); x++) {
    if (envelope.top[x]! < top) top = envelope.top[x]!
    if (envelope.bottom[x]! > bottom) bottom = envelope.bottom[x]!
  }
  return top <= bottom ? [top, bottom] : undefined
}

const gapBetween = (box: Box, range: readonly [number, number]): number =>
  Math.max(range[0] - box.y1, box.y0 - range[1])

/**
 * Envelope columns count from `area.x0`. Tries every x in steps, above and below the own curve; of the
 * free places takes the one where the curve runs closest and other curves are far. A shorter variant
 * only where no longer one fits. Undefined: the legend has to do.
 */
export function placeLabel(request: LabelRequest): LabelPlace | undefined {
  const { area } = request
  for (const [variant, { width, height }] of request.sizes.entries()) {
    let best: { box: Box; score: number } | undefined
    for (let x = area.x0 + GAP; x + width + GAP <= area.x1; x += STEP) {
      if (request.verticals.some((v) => v > x - GAP && v < x + width + GAP)) continue
      const from = x - area.x0
      const own = extremes(request.own, from - GAP, from + width + GAP)
      if (!own) continue
      const others = request.others.flatMap((other) => {
        const range = extremes(other, from - GAP, from + width + GAP)
        return range ? [range] : []
      })
      for (const y0 of [own[0] - GAP - height, own[1] + GAP]) {
        const box: Box = { x0: x, x1: x + width, y0, y1: y0 + height }
        if (box.y0 < area.y0 + 2 || box.y1 > area.y1 - 2) continue
        if (request.taken.some((taken) => overlaps(taken, box))) continue
        const gaps = others.map((range) => gapBetween(box, range))
        if (gaps.some((gap) => gap < GAP)) continue
        // How far the curve's own extremes make the label float, and how easily it is misread.
        const float = own[1] - own[0]
        const misread = gaps.reduce((sum, gap) => sum + Math.max(0, AMBIGUITY + GAP - gap) * 4, 0)
        const score = float + misread + (x - area.x0) * 0.02
        if (!best || score < best.score) best = { box, score }
      }
    }
    if (best) return { box: best.box, variant }
  }
  return undefined
}
