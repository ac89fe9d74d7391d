/** What the ratio registry holds: one rule = the policy-loss coefficient of every token of a row. */
import type { Numbers } from '../../trace/rows.ts'
import type { Method } from '../method.ts'
import type { NumberSpec, OptionSpec, Options } from '../options.ts'

export const LOG_PROB_COLUMNS = ['log_probs', 'old_log_probs', 'rollout_log_probs'] as const
export type LogProbColumn = (typeof LOG_PROB_COLUMNS)[number]

/** One row (segment). Log-probs that a rule does not need may be absent. */
export interface RatioInputs extends Partial<Readonly<Record<LogProbColumn, Numbers>>> {
  readonly advantages: Numbers
  /** 1 = action token. */
  readonly mask: Numbers
  /** Where the results go, at least as long as the row; absent: into new memory. */
  readonly into?: RatioResult
}

export interface RatioResult {
  /** Importance ratio; 0 where masked. */
  readonly ratio: Float64Array
  /** ∂objective/∂log π of the token, advantage included, no division by counts; 0 where masked. */
  readonly coefficient: Float64Array
}

/** An interval of ratios; `high` may be infinite. */
export type Interval = readonly [low: number, high: number]

/** Where a rule leaves the weight r alone, by the sign of the advantage (the histogram's accepted region). */
export interface Region {
  readonly positive: Interval
  readonly negative: Interval
  /** What happens to a token outside: no gradient, or a gradient with another weight than r. */
  readonly outside: 'dropped' | 'changed'
}

/** What one ratio is of: a token, all tokens of a row (their product or geometric mean), or a chunk (the mean). */
export type RatioUnit = 'token' | 'row-product' | 'row-mean' | 'chunk-mean'

export interface RatioRule extends Method {
  readonly needs: readonly LogProbColumn[]
  readonly options: readonly OptionSpec[]
  /** Named settings of the literature; one click each. */
  readonly presets?: readonly { readonly name: string; readonly options: Options }[]
  /**
   * What it drops it masks, whatever the advantage is: it rejects tokens by their ratio, and these leave the
   * denominators where a trainer counts after rejection. A clip rejects nothing: its tokens lose their gradient only.
   */
  readonly rejectsByRatio?: true
  /** Its ε low and ε high are the page's sliders, not options of its own. */
  readonly usesSliders?: true
  /** `options` are resolved; absent: every token has its own ratio. */
  readonly unit?: (options: Options) => RatioUnit
  /** `options` are resolved. */
  readonly region: (options: Options) => Region
  /** `options` are resolved; pure. */
  readonly apply: (inputs: RatioInputs, options: Options) => RatioResult
}

/** The column, which the caller promised by looking at `needs`. */
export function columnOf(inputs: RatioInputs, name: LogProbColumn): Numbers {
  const column = inputs[name]
  if (!column) throw new Error(`the ratio rule needs ${name}`)
  return column
}

/** Zeros for the row's results: a batch has millions of tokens, and each pass over it would leave two columns behind. */
export function resultsFor({ mask: { length }, into }: RatioInputs): RatioResult {
  if (!into) return { ratio: new Float64Array(length), coefficient: new Float64Array(length) }
  const [ratio, coefficient] = [into.ratio, into.coefficient].map((column) =>
    column.subarray(0, length).fill(0),
  )
  return { ratio, coefficient }
}

/** A rule that looks at one token at a time. */
export function perToken(
  inputs: RatioInputs,
  ratioAt: (t: number) => number,
  coefficientOf: (ratio: number, advantage: number) => number,
): RatioResult {
  const { ratio, coefficient } = resultsFor(inputs)
  for (let t = 0; t < ratio.length; t++) {
    if (inputs.mask[t] !== 1) continue
    ratio[t] = ratioAt(t)
    coefficient[t] = coefficientOf(ratio[t], inputs.advantages[t])
  }
  return { ratio, coefficient }
}

/** exp(a − b) by token. */
export const ratioOf = (
  inputs: RatioInputs,
  a: LogProbColumn,
  b: LogProbColumn,
): ((t: number) => number) => {
  const [numerator, denominator] = [columnOf(inputs, a), columnOf(inputs, b)]
  return (t) => Math.exp(numerator[t] - denominator[t])
}

/** Mean of a − b over the row's action tokens; 0 where there is none. */
export function meanLogRatio(
  inputs: RatioInputs,
  a: LogProbColumn,
  b: LogProbColumn,
): { readonly mean: number; readonly count: number } {
  const [numerator, denominator] = [columnOf(inputs, a), columnOf(inputs, b)]
  let sum = 0
  let count = 0
  for (let t = 0; t < inputs.mask.length; t++) {
    if (inputs.mask[t] !== 1) continue
    sum += numerator[t] - denominator[t]
    count++
  }
  return { mean: count === 0 ? 0 : sum / count, count }
}

/** The same interval for both signs of the advantage. */
export const bothSigns = (low: number, high: number, outside: Region['outside']): Region => ({
  positive: [low, high],
  negative: [low, high],
  outside,
})

/** The clip distances in formulas. */
export const EPS_LOW = String.raw`\varepsilon_{\mathrm{low}}`
export const EPS_HIGH = String.raw`\varepsilon_{\mathrm{high}}`

/** @param symbol the bound in the rule's `tex` */
export const bound = (name: string, symbol: string, preset: number, help: string): NumberSpec => ({
  kind: 'number',
  name,
  symbol,
  help,
  default: preset,
  min: 0,
  max: 10,
  step: 0.01,
})
