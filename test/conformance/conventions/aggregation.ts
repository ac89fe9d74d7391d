/** Vectors of aggregation, denominators and overlong penalties. */
import { expect } from 'vitest'
import { aggregateModeOf, type SegmentCounts } from '../../../src/credit/aggregate/aggregate.ts'
import { countingEmptyRows, rejectionWeights } from '../../../src/credit/aggregate/denominator.ts'
import { overlongLinear } from '../../../src/credit/penalty/overlong-linear.ts'
import { overlongSoft } from '../../../src/credit/penalty/overlong-soft.ts'
import {
  type Checks,
  close,
  fault,
  groupRows,
  options,
  type Rows,
  right,
  scalarsOf,
  type Vector,
} from '../../support/vectors.ts'

const weightsOf = (id: string, counts: SegmentCounts, lMax = 1): Float64Array => {
  const mode = aggregateModeOf(id)
  if (!mode) throw new Error(id)
  return mode.weights(counts, { lMax })
}

const countsOf = (tokens: readonly number[], rollout?: readonly number[]): SegmentCounts => ({
  tokens,
  rollout: rollout ?? tokens.map((_, s) => s),
  group: tokens.map(() => 0),
})

/** Aggregated loss: every token of a row takes the row's weight. */
const lossOf = (losses: Rows, masks: Rows, weights: ArrayLike<number>): number =>
  losses.reduce(
    (sum, row, s) => sum + row.reduce((own, x, t) => own + x * masks[s][t] * weights[s], 0),
    0,
  )

const tokensOf = (masks: Rows): readonly number[] =>
  masks.map((row) => row.reduce((sum, m) => sum + m, 0))

const allOnes = (losses: Rows): Rows => losses.map((row) => row.map(() => 1))

const aggregated = (v: Vector) => {
  const [losses, masks] = [v.lists('inputs', 'loss'), v.lists('inputs', 'mask')]
  const tokens = tokensOf(masks)
  const lMax = v.num('params', 'L_max')
  return {
    nonEmpty: (id: string) => lossOf(losses, masks, weightsOf(id, countsOf(tokens), lMax)),
    all: (id: string) =>
      lossOf(losses, masks, countingEmptyRows(weightsOf(id, countsOf(tokens), lMax), tokens)),
    lMax,
  }
}

export const aggregationChecks: Checks = {
  'agg.modes': fault(['verl-b178a3cd'], 'norm-not-divided-by-batch', (v) => {
    const { nonEmpty, all, lMax } = aggregated(v)
    const want = (key: string) => [v.num('expected', key)]
    close([nonEmpty('token-mean')], want('token_mean'))
    close([nonEmpty('token-sum')], want('token_sum'))
    // verl adds 1e-8 to the row's tokens: 1e-8 apart.
    close([nonEmpty('seq-mean-token-mean')], want('seq_mean_token_mean_nonempty'), 1e-7)
    close([all('seq-mean-token-mean')], want('seq_mean_token_mean_all'))
    close([nonEmpty('seq-mean-token-sum')], want('seq_mean_token_sum_nonempty'))
    close([all('seq-mean-token-sum')], want('seq_mean_token_sum_all'))
    close([nonEmpty('seq-mean-token-sum-norm')], want('token_sum_norm_Lmax_div_nonempty_batch'))
    close([all('seq-mean-token-sum-norm')], want('token_sum_norm_Lmax_div_batch'))
    // verl-old leaves the number of rows out: a token sum over L_max.
    close([nonEmpty('token-sum') / lMax], want('token_sum_norm_Lmax_not_divided_by_batch'))
  }),
  'agg.all_masked': right((v) => {
    const { nonEmpty, all } = aggregated(v)
    // Where a trainer has 0/0 (null) or 0, ours is 0.
    for (const key of [
      'token_mean',
      'token_sum',
      'seq_mean_token_mean_nonempty',
      'seq_mean_token_mean_all',
      'seq_mean_token_sum_nonempty',
      'seq_mean_token_sum_all',
      'token_sum_norm_Lmax_div_batch',
    ]) {
      expect(v.at('expected', key) ?? 0).toBe(0)
    }
    for (const id of [
      'token-mean',
      'token-sum',
      'seq-mean-token-mean',
      'seq-mean-token-sum',
      'seq-mean-token-sum-norm',
      'rollout-mean',
      'segment-mean',
      'prompt-mean',
    ]) {
      expect(nonEmpty(id)).toBe(0)
      expect(all(id)).toBe(0)
    }
  }),
  'agg.segment_count_invariance': options((v) => {
    for (const cuts of [2, 4]) {
      const losses = v.lists('inputs', `segment_losses_${cuts}`)
      const counts = countsOf(tokensOf(allOnes(losses)))
      const loss = (id: string) => lossOf(losses, allOnes(losses), weightsOf(id, counts))
      close([loss('segment-mean')], [v.num('expected', `segment_mean_${cuts}`)])
      close([loss('token-mean')], [v.num('expected', 'token_mean_both')])
    }
  }),
  'agg.rollout_mean': options((v) => {
    const rollouts = [0, 1].map((r) => v.lists('inputs', 'rollouts_segments_losses', r))
    const losses = rollouts.flat()
    const owner = rollouts.flatMap((segments, r) => segments.map(() => r))
    const counts = countsOf(tokensOf(allOnes(losses)), owner)
    for (const [id, key] of [
      ['rollout-mean', 'per_rollout_token_mean'],
      ['segment-mean', 'per_segment_mean'],
      ['token-mean', 'token_mean'],
    ]) {
      close([lossOf(losses, allOnes(losses), weightsOf(id, counts))], [v.num('expected', key)])
    }
  }),
  'agg.seed_denominator': right((v) => {
    const tokens = v.list('inputs', 'action_tokens')
    const weights = weightsOf('token-mean', countsOf(tokens))
    close([1 / weights[0]], [v.num('expected', 'denominator')])
    // Tool output does not count: 200 of the 1,800 tokens of the first trajectory do.
    expect(tokens[0]).toBe(v.num('expected', 'tau1_action'))
    expect(v.num('inputs', 'total_tokens_tau1')).toBe(v.num('expected', 'tau1_total'))
  }),
  'agg.long_dilution': options((v) => {
    const lengths = v.list('inputs', 'lengths')
    const weight = (id: string, lMax = 1) => [...weightsOf(id, countsOf(lengths), lMax)]
    const perRow = (weights: readonly number[]) => weights.map((w, s) => w * lengths[s])
    const sequence = weight('seq-mean-token-mean')
    const token = weight('token-mean')
    close(sequence, v.list('expected', 'per_token_weight_sequence_level'))
    close(token, v.list('expected', 'per_token_weight_token_level'))
    close(perRow(sequence), v.list('expected', 'traj_weight_sequence_level'))
    close(perRow(token), v.list('expected', 'traj_weight_token_level'))
    close(weight('seq-mean-token-sum-norm', 8), v.list('expected', 'per_token_weight_drgrpo_Lmax8'))
  }),
  'agg.rejection_denominator': options((v) => {
    const [loss, mask, keep] = ['loss', 'mask', 'keep'].map((key) => v.list('inputs', key))
    const mode = aggregateModeOf('token-mean')
    if (!mode) throw new Error('no token mean')
    const counts = countsOf(tokensOf([mask]))
    const kept = tokensOf([keep])
    for (const denominator of ['before', 'after'] as const) {
      const weights = rejectionWeights(mode, counts, kept, denominator, { lMax: 1 })
      const want = v.num('expected', `denominator_${denominator}_rejection`)
      close([lossOf([loss], [keep], weights)], [want])
    }
  }),
  'baseline.gradient_mass': options((v) => {
    const [a, b] = [v.list('inputs', 'tokens', 'A'), v.list('inputs', 'tokens', 'B')]
    const tokens = [...a, ...b]
    const counts = countsOf(tokens, [...a.map(() => 0), ...b.map(() => 1)])
    for (const [id, key] of [
      ['segment-mean', 'sample_mean_loss_weight'],
      ['rollout-mean', 'rollout_mean_loss_weight'],
      ['token-mean', 'token_mean_loss_weight'],
    ]) {
      const mass = [...weightsOf(id, counts)].map((w, s) => w * tokens[s])
      const ofA = mass.slice(0, a.length).reduce((sum, m) => sum + m, 0)
      close([ofA, mass[a.length]], [v.num('expected', key, 'A'), v.num('expected', key, 'B')])
    }
  }),

  'overlong.soft': options((v) => {
    const limits = { lMax: v.num('params', 'L_max'), lCache: v.num('params', 'L_cache') }
    const lengths = v.list('inputs', 'lengths')
    close(
      lengths.map((l) => overlongSoft.penalty(l, limits)),
      v.list('expected', 'dapo'),
    )
    close(
      lengths.map((l) => overlongLinear.penalty(l, limits)),
      v.list('expected', 'linear_no_floor'),
    )
  }),
  'overlong.filter_statistics': options(async (v) => {
    const cut = v.list('inputs', 'truncated')
    const rows = groupRows(v.list('inputs', 'rewards')).map((row, i) => ({
      ...row,
      flags: cut[i] === 1 ? ['overlong'] : [],
    }))
    for (const [overlong, key] of [
      ['keep', 'count_as_failure'],
      ['mask', 'mask_loss_keep_in_stats'],
      ['mask-and-drop-from-statistics', 'mask_loss_drop_from_stats'],
    ]) {
      close(await scalarsOf(rows, 'grpo', { overlong }), v.list('expected', key))
    }
  }),
}
