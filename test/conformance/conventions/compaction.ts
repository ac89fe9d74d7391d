/** Vectors of CompactionRL, its public fork, and baselines per rollout. */
import { expect } from 'vitest'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import {
  advantagesOf,
  type Checks,
  close,
  closeRows,
  fault,
  groupRows,
  options,
  right,
  scalarsOf,
} from '../../support/vectors.ts'
import { full, segmentsOf } from './segment-rows.ts'

/**
 * The fork's numbers from our parts: a local GAE per segment with its own λ, times its own factor.
 * λ = 1 − 1/(1.5·l + 1e-8), capped at 0.999; l the response length locally, the action tokens in the factor.
 */
async function fork(rows: readonly CanonicalRow[], rewardAt: string) {
  const lambdaOf = (l: number) => Math.min(0.999, 1 - 1 / (1.5 * l + 1e-8))
  const actions = rows.map((row) => Array.from(row.response_mask).reduce((sum, m) => sum + m, 0))
  const local = rows.map((row) => lambdaOf(row.response_mask.length))
  const byFactor = actions.map(lambdaOf)
  const factor = byFactor.map(
    (lambda, s) => lambda ** actions.slice(s + 1).reduce((sum, n) => sum + n, 0),
  )
  const advantages: number[][] = []
  for (let s = 0; s < rows.length; s++) {
    const opts = { reward: 'copied', rewardAt }
    const alone = await advantagesOf(rows, 'per-segment-gae', opts, { lambda: local[s] })
    advantages.push(alone[s].map((a) => a * factor[s]))
  }
  return { local, byFactor, factor, advantages }
}

export const compactionChecks: Checks = {
  'compactionrl.critic_target': fault(
    ['compactionrl-ukpkhkk-c638e361'],
    'critic-target-scaled',
    async (v) => {
      const rows = segmentsOf(v)
      const sliders = {
        gamma: 1,
        lambda: v.num('params', 'lambda_policy'),
        lambdaCritic: v.num('params', 'lambda_critic'),
      }
      const { advantages, returns } = await full(rows, 'compaction-gae', {}, sliders)
      closeRows(returns, v.lists('expected', 'target_local_uncorrected'))
      const wrong = advantages.map((row, s) =>
        row.map(
          (a, t) => Number(rows[s].response_mask[t]) * (a + Number(rows[s].values?.[t] ?? 0)),
        ),
      )
      closeRows(wrong, v.lists('expected', 'target_from_scaled_policy_adv_WRONG'))
    },
  ),
  'compactionrl.impl_ukpkhkk': fault(
    ['compactionrl-ukpkhkk-c638e361'],
    'two-lambdas',
    async (v) => {
      const rows = segmentsOf(v)
      const got = await fork(rows, 'last-position')
      close(got.local, v.list('expected', 'lambda_local'))
      close(got.byFactor, v.list('expected', 'lambda_factor'))
      close(got.factor, v.list('expected', 'factor'))
      closeRows(got.advantages, v.lists('expected', 'adv'))
      const target = got.advantages.map((row, s) =>
        row.map((a, t) => a + Number(rows[s].values?.[t])),
      )
      closeRows(target, v.lists('expected', 'returns'))
      // With one λ, that of the action tokens: the numbers of infinirl.length_adaptive.
      const opts = { lambdaRule: 'length-adaptive', alpha: 1.5, lambdaLength: 'segment' }
      const right = await full(rows, 'compaction-gae', opts, { gamma: 1 })
      close(right.scale ?? [], got.factor, 1e-8)
      close(right.advantages[0], [0.12860969828573007, 0.14705781074474875, 0, 0.1707768124777727])
    },
  ),
  'compactionrl.impl_ukpkhkk.obs_tail': fault(
    ['compactionrl-ukpkhkk-c638e361'],
    'reward-lost-on-observation',
    async (v) => {
      const rows = segmentsOf(v)
      const moved = await fork(rows, 'last-action')
      closeRows(moved.advantages, v.lists('expected', 'reward_on_last_action_same_lambdas'))
      closeRows((await fork(rows, 'last-position')).advantages, v.lists('expected', 'impl'))
    },
  ),
  'compactionrl.seed_distances': options(async (v) => {
    const n = v.list('inputs', 'n')
    const rows = n.map((length, s) => ({
      rollout_id: 'r',
      segment_index: s,
      response_mask: new Array<number>(length).fill(1),
      reward: 1,
    }))
    const fixed = await full(rows, 'compaction-gae', {}, { gamma: 1, lambda: 0.95 })
    expect(fixed.tails).toEqual(v.list('expected', 'N_gt'))
    close(fixed.scale ?? [], v.list('expected', 'factor_lambda0.95'))
    // Relative in every entry: 5e-23 is not 0 in float64.
    expect((fixed.scale?.[0] ?? 0) / v.num('expected', 'factor_lambda0.95', 0)).toBeCloseTo(1, 9)
    for (const lambdaLength of ['rollout', 'segment']) {
      const opts = { lambdaRule: 'length-adaptive', alpha: 1.5, lambdaLength }
      const got = await full(rows, 'compaction-gae', opts, { gamma: 1 })
      close(got.scale ?? [], v.list('expected', `factor_lambda_${lambdaLength}`))
    }
    // Without values A is (γλ)^distance: the distances of each segment's first and last token.
    const concat = await advantagesOf(rows, 'concat-gae', {}, { gamma: 1, lambda: 0.99 })
    const distance = (a: number) => Math.log(a) / Math.log(0.99)
    close(
      concat.map((row) => distance(row[0])),
      v.list('expected', 'dist_first_token'),
    )
    close(
      concat.map((row) => distance(row[row.length - 1])),
      v.list('expected', 'dist_last_token'),
    )
  }),

  'supo.rollout_level': right(async (v) => {
    const [rewards, counts, overlong] = [
      v.list('inputs', 'rollout_rewards'),
      v.list('inputs', 'segments'),
      v.list('inputs', 'overlong'),
    ]
    const rows = rewards.flatMap((reward, r) =>
      Array.from({ length: counts[r] }, (_, s) => ({
        rollout_id: `${r}`,
        group_id: 'g',
        segment_index: s,
        response_mask: [1],
        reward,
        flags: overlong[r] === 1 ? ['overlong'] : [],
      })),
    )
    const masked = await scalarsOf(rows, 'grpo', { overlong: 'mask' })
    close(masked, v.lists('expected', 'adv_per_segment_masked').flat())
    const first = counts.map((_, r) => counts.slice(0, r).reduce((sum, c) => sum + c, 0))
    const all = await scalarsOf(rows, 'grpo')
    close(
      first.map((at) => all[at]),
      v.list('expected', 'adv_per_rollout'),
    )
  }),
  'baseline.sample_vs_rollout': fault(['slime-624b824a'], 'one-global-group', async (v) => {
    const rows = ['A', 'B'].flatMap((id) =>
      Array.from({ length: v.num('inputs', 'rollouts', id, 'segments') }, (_, s) => ({
        rollout_id: id,
        group_id: 'g',
        segment_index: s,
        response_mask: [1],
        reward: v.num('inputs', 'rollouts', id, 'R'),
      })),
    )
    for (const [unit, key] of [
      ['rollout', 'rollout_level'],
      ['segment', 'sample_level'],
    ]) {
      const got = await scalarsOf(rows, 'grpo', { unit })
      const want = ['A', 'A', 'A', 'B'].map((id) => v.num('expected', key, id))
      close(got, want)
    }
    // R/K on each sample, each a rollout of its own: what a trainer that knows no rollouts sees.
    const split = await scalarsOf(
      groupRows(v.list('expected', 'split_reward_R_over_K', 'values')),
      'grpo',
    )
    close(
      split,
      ['A', 'A', 'A', 'B'].map((id) => v.num('expected', 'split_reward_R_over_K', id)),
    )
    // A second group of another size stays a group: nothing becomes one global group.
    const two = await scalarsOf([...rows, ...groupRows([1, 1, 0, 0, 0], 'h')], 'grpo')
    close(two.slice(0, 4), [1, 1, 1, -1])
  }),
}
