/** Direct labels: next to the curve they name, clear of every curve, line and label. */
import { type Box, overlaps } from './marks.ts'

export interface CurveEnvelope {
  /** Per pixel column: smallest and largest y that this curve's line and band reach; NaN = nothing there. */
  readonly top: ArrayLike<number>
  readonly bottom: ArrayLike<number>
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

/** In every frame of a drag, at every place that is tried: a loop, which takes a tenth of what lists would. */
const extremes = (
  { top, bottom }: CurveEnvelope,
  x0: number,
  x1: number,
): readonly [number, number] | undefined => {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  // Where nothing is, a comparison with it is false.
  for (let x = Math.floor(x0); x < x1; x++) {
    if (top[x]! < least) least = top[x]!
    if (bottom[x]! > most) most = bottom[x]!
  }
  return least <= most ? [least, most] : undefined
}

const gapBetween = (box: Box, range: readonly [number, number]): number =>
  Math.max(range[0] - box.y1, box.y0 - range[1])

function bestPlace(
  request: LabelRequest,
  size: { readonly width: number; readonly height: number },
  clearance: number,
): Box | undefined {
  const { area } = request
  const { width, height } = size
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
      if (others.some((range) => gapBetween(box, range) < clearance)) continue
      // The more the curve moves along the label, the further the label floats from it.
      const score = own[1] - own[0] + (x - area.x0) * 0.02
      if (!best || score < best.score) best = { box, score }
    }
  }
  return best?.box
}

/**
 * Envelope columns count from `area.x0`. Tries every x in steps, above and below the own curve, and takes
 * the free place where the curve runs closest. A shorter variant only where no longer one fits; a place
 * close to another curve only where the two coincide all along. Undefined: the legend has to do.
 */
export function placeLabel(request: LabelRequest): LabelPlace | undefined {
  for (const clearance of [GAP + AMBIGUITY, GAP])
    for (const [variant, size] of request.sizes.entries()) {
      const box = bestPlace(request, size, clearance)
      if (box) return { box, variant }
    }
  return undefined
}
