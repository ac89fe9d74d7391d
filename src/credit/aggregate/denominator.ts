/** What a loss is divided by where trainers differ: rejected tokens and rows without action tokens. */
import type { AggregateMode, AggregateOptions, SegmentCounts } from './aggregate.ts'

/**
 * Weight of the tokens that survive a rejection (not: a clip), by segment; rejected tokens weigh 0.
 * `before`: the mode still counts all action tokens (AReaL, slime, TRL), `after`: only those kept (verl), which
 * scales the survivors up by N / N_kept under `token-mean` (methods.md §4).
 * @param kept action tokens kept, by segment
 */
export function rejectionWeights(
  mode: AggregateMode,
  counts: SegmentCounts,
  kept: ArrayLike<number>,
  denominator: 'before' | 'after',
  options: AggregateOptions,
): Float64Array {
  const weights = mode.weights(
    denominator === 'after' ? { ...counts, tokens: kept } : counts,
    options,
  )
  return weights.map((weight, s) => (kept[s] > 0 ? weight : 0))
}

/**
 * Row means that also count rows without action tokens, as TRL, SkyRL and ROLL (`size(0)`) do: every
 * weight times non-empty rows / rows. Only for the modes whose unit is the row.
 * @param rows of the trainer's batch, where some of these never get there
 */
export function countingEmptyRows(
  weights: Float64Array,
  tokens: ArrayLike<number>,
  rows = tokens.length,
): Float64Array {
  const filled = Array.from(tokens).filter((n) => n > 0).length
  return weights.map((weight) => (weight * filled) / rows)
}
