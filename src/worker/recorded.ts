/** Recorded advantages against computed ones: how many tokens agree, as they are and times one factor. */
import type { Batch, FloatColumn } from '../trace/batch.ts'
import { placeOf } from './place.ts'
import type { Closeness } from './reproduction-view.ts'

/** A recorded number is met within this part of it; a small one within 1 % of that of its rollout. */
const TOLERANCE = 1e-4
const SMALL = 0.01
/** A rollout of zeros is met within this part of what other rollouts have: float32 may have left it. */
const NOTHING = 1e-3
/** Share of a rollout's numbers below its scale: one number that is out of line must not excuse the others. */
const QUANTILE = 0.9
/** Tokens that a factor is looked for on. */
const SAMPLE = 400

export interface Recorded {
  readonly batch: Batch
  readonly numbers: FloatColumn
  /** Action tokens with a recorded number, and the largest |number|. */
  readonly tokens: number
  readonly largest: number
  /** Rollouts that have one. */
  readonly rollouts: readonly number[]
  /** By rollout: below this |number| an error is measured against it instead. */
  readonly floor: Float64Array
  /** Some positions of `tokens`, spread evenly. */
  readonly sample: readonly number[]
}

/** @returns undefined where no action token has a recorded number */
export function recordedOf(batch: Batch): Recorded | undefined {
  const numbers = batch.columns.advantages
  if (!numbers) return undefined
  const { mask, rollout, segment } = batch
  let tokens = 0
  let largest = 0
  const rollouts: number[] = []
  const scales = Float64Array.from({ length: batch.rolloutCount }, (_, r) => {
    const own: number[] = []
    const end = segment.start[rollout.firstSegment[r + 1]]
    for (let p = segment.start[rollout.firstSegment[r]]; p < end; p++) {
      if (mask[p] === 1 && !Number.isNaN(numbers[p])) own.push(Math.abs(numbers[p]))
    }
    tokens += own.length
    const sorted = Float64Array.from(own).sort()
    if (own.length === 0) return 0
    rollouts.push(r)
    largest = Math.max(largest, sorted[sorted.length - 1])
    return sorted[Math.floor(QUANTILE * (sorted.length - 1))]
  })
  if (tokens === 0) return undefined
  const some = scales.filter((scale) => scale > 0).sort()
  const usual = some.length > 0 ? some[Math.floor((some.length - 1) / 2)] : 0
  const floor = scales.map((scale) => Math.max(SMALL * scale, NOTHING * usual))
  return {
    batch,
    numbers,
    tokens,
    largest,
    rollouts,
    floor,
    sample: sampleOf(batch, numbers, tokens),
  }
}

function sampleOf({ mask }: Batch, numbers: FloatColumn, tokens: number): readonly number[] {
  const every = Math.max(1, Math.floor(tokens / SAMPLE))
  const sample: number[] = []
  let seen = 0
  for (let p = 0; p < numbers.length; p++) {
    if (mask[p] === 0 || Number.isNaN(numbers[p])) continue
    if (seen++ % every === 0) sample.push(p)
  }
  return sample
}

/** @param factor what the computed numbers are multiplied by */
export function closeness(recorded: Recorded, got: FloatColumn, factor = 1): Closeness {
  const { batch, numbers, tokens, floor } = recorded
  const { mask, rollout, segment } = batch
  let [close, sum, most, worstPart, at] = [0, 0, -1, 0, 0]
  for (let r = 0; r < batch.rolloutCount; r++) {
    const end = segment.start[rollout.firstSegment[r + 1]]
    for (let p = segment.start[rollout.firstSegment[r]]; p < end; p++) {
      const want = numbers[p]
      if (mask[p] === 0 || Number.isNaN(want)) continue
      const gap = Math.abs(factor * got[p] - want)
      const error = Number.isNaN(gap) ? Number.POSITIVE_INFINITY : gap
      const against = Math.max(Math.abs(want), floor[r])
      const part = error === 0 ? 0 : error / against
      if (part <= TOLERANCE) close++
      sum += part
      if (part > worstPart) worstPart = part
      if (error > most) {
        most = error
        at = p
      }
    }
  }
  return {
    tokens,
    share: close / tokens,
    maxAbsolute: most,
    maxRelative: worstPart,
    meanRelative: sum / tokens,
    worst: { ...placeOf(batch, at), got: factor * got[at], recorded: numbers[at] },
  }
}

/**
 * The one number that the computed advantages are multiplied by in the record, if there is one: the middle
 * ratio of some tokens, where nearly all of these agree with it. Undefined: none, or 1.
 */
export function factorOf({ numbers, sample }: Recorded, got: FloatColumn): number | undefined {
  const ratios = sample
    .filter((p) => got[p] !== 0 && numbers[p] !== 0)
    .map((p) => numbers[p] / got[p])
    .sort((x, y) => x - y)
  if (ratios.length < 2) return undefined
  const factor = ratios[Math.floor(ratios.length / 2)]
  const isNear = (x: number, part: number): boolean => Math.abs(x / factor - 1) <= part
  if (!Number.isFinite(factor) || isNear(1, TOLERANCE)) return undefined
  const agreeing = ratios.filter((ratio) => isNear(ratio, 10 * TOLERANCE)).length
  return agreeing >= QUANTILE * ratios.length ? factor : undefined
}
