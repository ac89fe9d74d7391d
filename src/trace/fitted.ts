/**
 * A stand-in for a critic: ridge regression of the outcome on where in its rollout a position stands.
 *
 * Minimised over b, β, with z the standardised features of the state before an action token:
 *   Σ_rollouts 1/n_r Σ_tokens (R_r − b − β·z)² + λ‖β‖²
 * so that every rollout weighs the same, however long, and λ counts in rollouts; b is free.
 * Hoerl & Kennard 1970, "Ridge Regression", by the normal equations. All sums are float64.
 */
import type { Batch } from './batch.ts'
import { err, ok, type Result } from './result.ts'
import { type FitFault, whyUnfittable } from './unfittable.ts'

/**
 * Of the state before a position: turns begun, 1 − positions so far / longest rollout, segments begun,
 * action tokens so far (of the longest rollout). Budget counts every token, the last only the policy's
 * own: counted alike, one would be the other with its sign turned.
 */
export const FEATURES = ['turn', 'budget', 'segment', 'actions'] as const
export type Feature = (typeof FEATURES)[number]
const K = FEATURES.length

export interface BaselineFit {
  /** Rollouts with an outcome and an action token. */
  readonly rollouts: number
  /** Mean outcome: V where every feature is at its mean. */
  readonly intercept: number
  readonly terms: readonly {
    readonly feature: Feature
    readonly mean: number
    /** 0: the feature is the same everywhere, and has coefficient 0. */
    readonly std: number
    /** Change of V per standard deviation. */
    readonly coefficient: number
  }[]
  /** Share of the outcomes' variance that the fit explains on the rollouts it was made from. */
  readonly r2: number
  /**
   * The same on each rollout by a fit to the others, against the others' mean: 1 − Σ(R − V)² / Σ(R − mean)².
   * At or below 0 where position says nothing about a rollout that was not seen.
   */
  readonly r2LeftOut: number
}

/** Sums over rollouts of means over their action tokens; products of features as a lower triangle. */
interface Sums {
  rollouts: number
  outcome: number
  readonly features: Float64Array
  readonly products: Float64Array
  readonly byOutcome: Float64Array
}

interface Moments {
  readonly outcome: number
  readonly features: Float64Array
  readonly products: Float64Array
}

const TRIANGLE = (K * (K + 1)) / 2
const at = (i: number, j: number): number => (i >= j ? (i * (i + 1)) / 2 + j : at(j, i))

/** @param ridge λ ≥ 0; a feature that the ones before it already say has coefficient 0 where it is 0 */
export function fitBaseline(batch: Batch, ridge: number): Result<BaselineFit, FitFault> {
  const longest = longestRollout(batch)
  const moments: Moments[] = []
  for (let r = 0; r < batch.rolloutCount; r++) {
    if (Number.isNaN(batch.rollout.outcome[r])) continue
    const own = momentsOf(batch, r, longest)
    if (own) moments.push(own)
  }
  const fault = whyUnfittable(
    moments.map(({ outcome }) => outcome),
    moments.map(() => 1),
  )
  if (fault) return err(fault)
  const sums = noSums()
  for (const own of moments) add(sums, own, 1, sums)
  const line = solve(sums, ridge)
  return ok({
    rollouts: sums.rollouts,
    intercept: line.intercept,
    terms: FEATURES.map((feature, j) => ({
      feature,
      mean: line.mean[j],
      std: line.std[j],
      coefficient: line.coefficient[j],
    })),
    ...explained(moments, sums, line, ridge),
  })
}

/** V of every position under a fit to the same batch, masked ones too. */
export function fittedValues(batch: Batch, { intercept, terms }: BaselineFit): Float64Array {
  const values = new Float64Array(batch.positionCount)
  const slope = terms.map(({ coefficient, std }) => (std === 0 ? 0 : coefficient / std))
  const base = intercept - slope.reduce((sum, b, j) => sum + b * terms[j].mean, 0)
  const longest = longestRollout(batch)
  for (let r = 0; r < batch.rolloutCount; r++) {
    eachRun(batch, r, longest, ({ from, to, at: x, step }) => {
      const first = x.reduce((sum, feature, j) => sum + slope[j] * feature, base)
      const perToken = step.reduce((sum, feature, j) => sum + slope[j] * feature, 0)
      for (let p = from; p < to; p++) values[p] = first + perToken * (p - from)
    })
  }
  return values
}

function longestRollout({ rollout, segment, rolloutCount }: Batch): number {
  let longest = 1
  for (let r = 0; r < rolloutCount; r++) {
    const positions =
      segment.start[rollout.firstSegment[r + 1]] - segment.start[rollout.firstSegment[r]]
    longest = Math.max(longest, positions)
  }
  return longest
}

/** Positions of one span with one mask: features change by the same `step` from each to the next. */
interface Run {
  readonly from: number
  readonly to: number
  readonly acts: boolean
  /** Features of the first position. */
  readonly at: readonly number[]
  readonly step: readonly number[]
}

/** The runs of a rollout in order. A turn is a span with an action token, as the page numbers them. */
function eachRun(batch: Batch, rollout: number, longest: number, visit: (run: Run) => void): void {
  const { mask, spans, segment } = batch
  const first = batch.rollout.firstSegment[rollout]
  const start = segment.start[first]
  const steps = [
    [0, -1 / longest, 0, 0],
    [0, -1 / longest, 0, 1 / longest],
  ]
  let turn = 0
  let actions = 0
  for (let s = first; s < batch.rollout.firstSegment[rollout + 1]; s++) {
    for (let k = spans.firstOfSegment[s]; k < spans.firstOfSegment[s + 1]; k++) {
      const before = actions
      const end = spans.start[k + 1]
      for (let from = spans.start[k], to = from; from < end; from = to) {
        const bit = mask[from]
        while (to < end && mask[to] === bit) to++
        const at = [turn, 1 - (from - start) / longest, s - first, actions / longest]
        visit({ from, to, acts: bit === 1, at, step: steps[bit] })
        if (bit === 1) actions += to - from
      }
      if (actions > before) turn++
    }
  }
}

/** Undefined: the rollout has no action token. */
function momentsOf(batch: Batch, rollout: number, longest: number): Moments | undefined {
  const features = new Float64Array(K)
  const products = new Float64Array(TRIANGLE)
  let count = 0
  eachRun(batch, rollout, longest, ({ from, to, acts, at: x, step }) => {
    if (!acts) return
    const n = to - from
    // Σ i and Σ i² over i = 0 … n − 1.
    const linear = (n * (n - 1)) / 2
    const square = (linear * (2 * n - 1)) / 3
    count += n
    for (let i = 0; i < K; i++) {
      features[i] += n * x[i] + linear * step[i]
      for (let j = 0; j <= i; j++) {
        products[at(i, j)] +=
          n * x[i] * x[j] + linear * (x[i] * step[j] + step[i] * x[j]) + square * step[i] * step[j]
      }
    }
  })
  if (count === 0) return undefined
  const mean = (sum: number): number => sum / count
  return {
    outcome: batch.rollout.outcome[rollout],
    features: features.map(mean),
    products: products.map(mean),
  }
}

const noSums = (): Sums => ({
  rollouts: 0,
  outcome: 0,
  features: new Float64Array(K),
  products: new Float64Array(TRIANGLE),
  byOutcome: new Float64Array(K),
})

/** Writes `sums` with a rollout more (1) or fewer (−1) into `into`, which may be `sums` itself. */
function add(sums: Sums, own: Moments, sign: 1 | -1, into: Sums): void {
  const { outcome, features, products } = own
  into.rollouts = sums.rollouts + sign
  into.outcome = sums.outcome + sign * outcome
  for (let i = 0; i < K; i++) {
    into.features[i] = sums.features[i] + sign * features[i]
    into.byOutcome[i] = sums.byOutcome[i] + sign * outcome * features[i]
  }
  for (let k = 0; k < TRIANGLE; k++) into.products[k] = sums.products[k] + sign * products[k]
}

interface Line {
  readonly intercept: number
  readonly mean: Float64Array
  readonly std: Float64Array
  readonly coefficient: Float64Array
}

/** A variance this far below the square's mean is rounding: the feature does not vary. */
const CONSTANT = 1e-12
/** A pivot this far below its diagonal is rounding: the feature is a sum of those before it. */
const DEPENDENT = 1e-10

/** The normal equations (ZᵀWZ + λI) β = ZᵀW R of the standardised features. */
function solve(sums: Sums, ridge: number): Line {
  const n = sums.rollouts
  const mean = sums.features.map((sum) => sum / n)
  const std = mean.map((m, j) => {
    const square = sums.products[at(j, j)] / n
    const variance = square - m * m
    return variance <= CONSTANT * square ? 0 : Math.sqrt(variance)
  })
  const matrix = new Float64Array(TRIANGLE)
  const right = new Float64Array(K)
  for (let i = 0; i < K; i++) {
    if (std[i] === 0) continue
    right[i] = (sums.byOutcome[i] - mean[i] * sums.outcome) / std[i]
    for (let j = 0; j <= i; j++) {
      if (std[j] === 0) continue
      const covariance = sums.products[at(i, j)] - n * mean[i] * mean[j]
      matrix[at(i, j)] = covariance / (std[i] * std[j]) + (i === j ? ridge : 0)
    }
  }
  return { intercept: sums.outcome / n, mean, std, coefficient: cholesky(matrix, right) }
}

/** Solves a symmetric system by its Cholesky factor; an unknown whose pivot vanishes is 0. */
function cholesky(matrix: Float64Array, right: Float64Array): Float64Array {
  const factor = new Float64Array(TRIANGLE)
  const half = new Float64Array(K)
  for (let i = 0; i < K; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[at(i, j)]
      for (let k = 0; k < j; k++) sum -= factor[at(i, k)] * factor[at(j, k)]
      if (i === j) factor[at(i, i)] = sum > DEPENDENT * matrix[at(i, i)] ? Math.sqrt(sum) : 0
      else factor[at(i, j)] = factor[at(j, j)] === 0 ? 0 : sum / factor[at(j, j)]
    }
    if (factor[at(i, i)] === 0) continue
    let sum = right[i]
    for (let k = 0; k < i; k++) sum -= factor[at(i, k)] * half[k]
    half[i] = sum / factor[at(i, i)]
  }
  const solution = new Float64Array(K)
  for (let i = K - 1; i >= 0; i--) {
    if (factor[at(i, i)] === 0) continue
    let sum = half[i]
    for (let k = i + 1; k < K; k++) sum -= factor[at(k, i)] * solution[k]
    solution[i] = sum / factor[at(i, i)]
  }
  return solution
}

function explained(moments: readonly Moments[], sums: Sums, line: Line, ridge: number) {
  const rest = noSums()
  let error = 0
  let spread = 0
  let leftOutError = 0
  let leftOutSpread = 0
  for (const own of moments) {
    error += squaredError(own, line)
    spread += (own.outcome - line.intercept) ** 2
    add(sums, own, -1, rest)
    const others = solve(rest, ridge)
    leftOutError += squaredError(own, others)
    leftOutSpread += (own.outcome - others.intercept) ** 2
  }
  return { r2: 1 - error / spread, r2LeftOut: 1 - leftOutError / leftOutSpread }
}

/** Mean over the rollout's action tokens of (R − V)². */
function squaredError({ outcome, features, products }: Moments, line: Line): number {
  const { intercept, mean, std, coefficient } = line
  const slope = coefficient.map((b, j) => (std[j] === 0 ? 0 : b / std[j]))
  let offset = outcome - intercept
  for (let j = 0; j < K; j++) offset += slope[j] * mean[j]
  let error = offset * offset
  for (let i = 0; i < K; i++) {
    error -= 2 * offset * slope[i] * features[i]
    for (let j = 0; j < K; j++) error += slope[i] * slope[j] * products[at(i, j)]
  }
  return Math.max(0, error)
}
