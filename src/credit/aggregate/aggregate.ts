/**
 * How token losses become one number (trace-schema §3, rule 28). Every mode gives all action tokens of a
 * segment the same weight, so a mode is a function from segments to weights.
 */

import type { Method } from '../method.ts'

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

export interface AggregateMode extends Method {
  /** A mean over rows: trainers differ in whether rows without action tokens count in it. */
  readonly overRows?: true
  /** Divides by `lMax`. */
  readonly usesLMax?: true
  /** ∂loss/∂(token loss) of every action token of a segment; 0 for segments without one. */
  readonly weights: (counts: SegmentCounts, options: AggregateOptions) => Float64Array
}

type Unit = (segment: number) => number

/** Tokens by unit, and how many units hold any: empty ones are not counted. */
function tally(
  { tokens }: SegmentCounts,
  unit: Unit,
): { readonly sums: readonly number[]; readonly units: number } {
  const sums: number[] = []
  let units = 0
  for (let s = 0; s < tokens.length; s++) {
    if (tokens[s] === 0) continue
    const u = unit(s)
    if (sums[u] === undefined) units++
    sums[u] = (sums[u] ?? 0) + tokens[s]
  }
  return { sums, units }
}

/** Weight of a segment's tokens, from the tokens of its unit and the number of units. */
const byUnit = (
  counts: SegmentCounts,
  unit: Unit,
  weight: (tokens: number, units: number) => number,
): Float64Array => {
  const { sums, units } = tally(counts, unit)
  const weights = new Float64Array(counts.tokens.length)
  for (let s = 0; s < weights.length; s++) {
    if (counts.tokens[s] > 0) weights[s] = weight(sums[unit(s)], units)
  }
  return weights
}

const whole: Unit = () => 0
const row: Unit = (segment) => segment

/** Token mean inside each unit, then over units. */
const meanOfMeans = (tokens: number, units: number): number => 1 / (tokens * units)

export const AGGREGATE_MODES: readonly AggregateMode[] = [
  {
    id: 'token-mean',
    label: 'token mean',
    tex: [String.raw`L = \frac{1}{N}\sum_{s}\sum_{t=1}^{n_s} \ell_{s,t}, \quad N = \sum_s n_s`],
    symbols: ['total', 'loss', 'tokenCount', 'batchSegment', 'segmentTokens'],
    source:
      'DAPO, arXiv:2503.14476; CompactionRL, arXiv:2607.05378, eq. 12: invariant to the number of cuts',
    pitfalls: [
      'Equal weight per token is not equal weight per rollout: a failure of 8 tokens has four times the weight of a success of 2 (0.8 against 0.2), so long failures dominate.',
      'After a rejection verl divides by the tokens that are left, AReaL by all: losses 1, 2, 3, 4 without the third give 2.33 or 1.75.',
    ],
    weights: (counts) => byUnit(counts, whole, meanOfMeans),
  },
  {
    id: 'token-sum',
    label: 'token sum',
    tex: [String.raw`L = \sum_{s}\sum_{t=1}^{n_s} \ell_{s,t}`],
    symbols: ['total', 'loss', 'batchSegment', 'segmentTokens'],
    source: 'verl (August 2026, commit 1dda039b)',
    pitfalls: [
      'Nothing is divided: twice the tokens is twice the gradient, so the learning rate depends on batch size and length.',
    ],
    weights: (counts) => byUnit(counts, whole, () => 1),
  },
  {
    id: 'seq-mean-token-mean',
    label: 'row mean of token means',
    tex: [String.raw`L = \frac{1}{M}\sum_{s=1}^{M} \frac{1}{n_s}\sum_{t=1}^{n_s} \ell_{s,t}`],
    symbols: ['total', 'loss', 'rows', 'batchSegment', 'segmentTokens'],
    source:
      'verl (August 2026, commit 1dda039b): seq-mean-token-mean, over non-empty rows; TRL (commit f2cd5771) over all rows',
    overRows: true,
    pitfalls: [
      'A row is a segment here, so a rollout cut in three has three votes and the number is that of segment mean. This is the trainers’ name for it; there a row is whatever they take as a sample.',
      'Long rows are diluted: a token of a row of 8 weighs a quarter of one of a row of 2 (0.0625 against 0.25).',
      'verl counts rows with action tokens only, TRL all of them: empty rows make the loss smaller there.',
    ],
    weights: (counts) => byUnit(counts, row, meanOfMeans),
  },
  {
    id: 'seq-mean-token-sum',
    label: 'row mean of token sums',
    tex: [String.raw`L = \frac{1}{M}\sum_{s=1}^{M}\sum_{t=1}^{n_s} \ell_{s,t}`],
    symbols: ['total', 'loss', 'rows', 'batchSegment', 'segmentTokens'],
    source: 'verl (August 2026, commit 1dda039b): seq-mean-token-sum',
    overRows: true,
    pitfalls: [
      'Cutting rollouts makes more rows and so a smaller loss: the same tokens in twice the segments give half the gradient.',
    ],
    weights: (counts) => byUnit(counts, row, (_, units) => 1 / units),
  },
  {
    id: 'seq-mean-token-sum-norm',
    label: 'token sum / (L_max × rows)',
    tex: [String.raw`L = \frac{1}{L_{\max} M}\sum_{s=1}^{M}\sum_{t=1}^{n_s} \ell_{s,t}`],
    symbols: ['total', 'loss', 'rows', 'batchSegment', 'segmentTokens'],
    source:
      'Dr.GRPO, arXiv:2503.20783; verl (August 2026, commit 1dda039b); TRL (commit f2cd5771) and SkyRL (commit a9564572) count all rows',
    overRows: true,
    pitfalls: [
      'One name, three denominators: the same losses give 3.75 in verl (January 2026: L max alone), 1.875 in verl (August 2026: × non-empty rows) and 1.25 in TRL and SkyRL (× all rows).',
      'L max is fixed: with real lengths far below it the gradient shrinks by that factor.',
    ],
    usesLMax: true,
    weights: (counts, { lMax }) => byUnit(counts, row, (_, units) => 1 / (lMax * units)),
  },
  {
    id: 'rollout-mean',
    label: 'rollout mean',
    tex: [String.raw`L = \frac{1}{P}\sum_{p=1}^{P} \frac{1}{n_p}\sum_{t=1}^{n_p} \ell_{p,t}`],
    symbols: ['total', 'loss', 'rollouts', 'rolloutTokens'],
    source: 'slime (commit 624b824a): `rollout_mask_sums`',
    pitfalls: [
      'Segments of one rollout must share its denominator (slime’s rollout_mask_sums); divided each by its own, a rollout cut in three weighs three times.',
      'A token of a rollout of 100 weighs a hundred times one of a rollout of 10,000.',
    ],
    weights: (counts) => byUnit(counts, (s) => counts.rollout[s], meanOfMeans),
  },
  {
    id: 'segment-mean',
    label: 'segment mean',
    tex: [String.raw`L = \frac{1}{M}\sum_{s=1}^{M} \frac{1}{n_s}\sum_{t=1}^{n_s} \ell_{s,t}`],
    symbols: ['total', 'loss', 'rows', 'batchSegment', 'segmentTokens'],
    source:
      'seq-mean-token-mean with a row per segment, as in verl (August 2026, commit 1dda039b); issue verl-project/verl#7580 is about it',
    overRows: true,
    pitfalls: [
      'Here it is the same number as row mean of token means, as trainers call it. This name says what one vote stands for, beside rollout mean and prompt mean: a segment, not a rollout.',
      'The cut decides the loss: nine losses of 1 and one of 9 give 5 in two segments, 3 in four; their token mean is 1.8 either way.',
      'A rollout-level baseline does not help: with three segments against one of equal length the success still has 0.75 of the weight.',
    ],
    weights: (counts) => byUnit(counts, row, meanOfMeans),
  },
  {
    id: 'prompt-mean',
    label: 'prompt mean',
    tex: [String.raw`L = \frac{1}{Q}\sum_{q=1}^{Q} \frac{1}{n_q}\sum_{t=1}^{n_q} \ell_{q,t}`],
    symbols: ['total', 'loss', 'prompts', 'promptTokens'],
    source: 'SkyRL (commit a9564572)',
    pitfalls: [
      'Prompts weigh the same, rollouts do not: inside a prompt a rollout of 900 tokens beside one of 100 has nine tenths.',
    ],
    weights: (counts) => byUnit(counts, (s) => counts.group[s], meanOfMeans),
  },
]

export const aggregateModeOf = (id: string): AggregateMode | undefined =>
  AGGREGATE_MODES.find((mode) => mode.id === id)
