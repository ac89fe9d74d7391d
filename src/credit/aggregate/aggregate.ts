/**
 * How token losses become one number (trace-schema §3, rule 28). Every mode gives all action tokens of a
 * segment the same weight, so a mode is a function from segments to weights.
 */

/** Action tokens by segment and what each segment belongs to. */
export interface SegmentCounts {
  readonly tokens: ArrayLike<number>
  readonly rollout: ArrayLike<number>
  /** Prompt group by segment. */
  readonly group: ArrayLike<number>
}

export interface AggregateOptions {
  /** Fixed length of `seq-mean-token-sum-norm`. */
  readonly lMax: number
}

export interface AggregateMode {
  /** Public id. */
  readonly id: string
  readonly label: string
  readonly formula: string
  readonly source: string
  /** A mean over rows: trainers differ in whether rows without action tokens count in it. */
  readonly overRows?: true
  /** ∂loss/∂(token loss) of every action token of a segment; 0 for segments without one. */
  readonly weights: (counts: SegmentCounts, options: AggregateOptions) => Float64Array
}

type Unit = (segment: number) => number

/** Tokens by unit, and how many units hold any: empty ones are not counted. */
function tally(counts: SegmentCounts, unit: Unit): { tokens: Map<number, number>; units: number } {
  const tokens = new Map<number, number>()
  for (let s = 0; s < counts.tokens.length; s++) {
    if (counts.tokens[s] > 0) tokens.set(unit(s), (tokens.get(unit(s)) ?? 0) + counts.tokens[s])
  }
  return { tokens, units: tokens.size }
}

/** Weight of a segment's tokens, from the tokens of its unit and the number of units. */
const byUnit = (
  counts: SegmentCounts,
  unit: Unit,
  weight: (tokens: number, units: number) => number,
): Float64Array => {
  const { tokens, units } = tally(counts, unit)
  return Float64Array.from({ length: counts.tokens.length }, (_, s) =>
    counts.tokens[s] === 0 ? 0 : weight(tokens.get(unit(s)) ?? 0, units),
  )
}

const whole: Unit = () => 0
const row: Unit = (segment) => segment

/** Token mean inside each unit, then over units. */
const meanOfMeans = (tokens: number, units: number): number => 1 / (tokens * units)

export const AGGREGATE_MODES: readonly AggregateMode[] = [
  {
    id: 'token-mean',
    label: 'token mean',
    formula: 'Σ loss / Σ mask over the batch',
    source: 'DAPO; CompactionRL eq. 12: invariant to the number of cuts',
    weights: (counts) => byUnit(counts, whole, meanOfMeans),
  },
  {
    id: 'token-sum',
    label: 'token sum',
    formula: 'Σ loss',
    source: 'verl-new',
    weights: (counts) => byUnit(counts, whole, () => 1),
  },
  {
    id: 'seq-mean-token-mean',
    label: 'row mean of token means',
    formula: 'mean over rows of (mean over the row’s tokens)',
    source: 'verl (non-empty rows)',
    overRows: true,
    weights: (counts) => byUnit(counts, row, meanOfMeans),
  },
  {
    id: 'seq-mean-token-sum',
    label: 'row mean of token sums',
    formula: 'mean over rows of (sum over the row’s tokens)',
    source: 'verl',
    overRows: true,
    weights: (counts) => byUnit(counts, row, (_, units) => 1 / units),
  },
  {
    id: 'seq-mean-token-sum-norm',
    label: 'token sum / (L_max × rows)',
    formula: 'Σ loss / (L_max × non-empty rows)',
    source: 'Dr.GRPO arXiv:2503.20783; verl-new; TRL and SkyRL count all rows',
    overRows: true,
    weights: (counts, { lMax }) => byUnit(counts, row, (_, units) => 1 / (lMax * units)),
  },
  {
    id: 'rollout-mean',
    label: 'rollout mean',
    formula: 'mean over rollouts of (mean over the rollout’s tokens)',
    source: 'slime `rollout_mask_sums`',
    weights: (counts) => byUnit(counts, (s) => counts.rollout[s], meanOfMeans),
  },
  {
    id: 'segment-mean',
    label: 'segment mean',
    formula: 'mean over segments of (mean over the segment’s tokens)',
    source: 'what a rollout cut in three gets when each segment is a sample: three votes',
    overRows: true,
    weights: (counts) => byUnit(counts, row, meanOfMeans),
  },
  {
    id: 'prompt-mean',
    label: 'prompt mean',
    formula: 'mean over prompts of (mean over the prompt’s tokens)',
    source: 'SkyRL',
    weights: (counts) => byUnit(counts, (s) => counts.group[s], meanOfMeans),
  },
]

export const aggregateModeOf = (id: string): AggregateMode | undefined =>
  AGGREGATE_MODES.find((mode) => mode.id === id)
