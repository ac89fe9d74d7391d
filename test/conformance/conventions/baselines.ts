/** Vectors of group baselines, REINFORCE++, filters and per-turn rewards. */
import { expect } from 'vitest'
import { droppedGroups } from '../../../src/credit/postprocess.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import { batchOf, evaluate } from '../../support/batches.ts'
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
  type Vector,
} from '../../support/vectors.ts'

const GROUP_SIZE_4 = ['g', 'h']

const grpo = (std: string, eps = 0) =>
  right(async (v) => {
    const got = await scalarsOf(groupRows(v.list('inputs', 'rewards')), 'grpo', { std, eps })
    close(got, v.list('expected', 'adv'))
  })

const groupsOf = (v: Vector): readonly CanonicalRow[] =>
  v.lists('inputs', 'groups').flatMap((rewards, g) => groupRows(rewards, GROUP_SIZE_4[g]))

const litePpo = (ddof: number, eps = 0) =>
  right(async (v) => {
    const got = await scalarsOf(groupsOf(v), 'lite-ppo', { ddof, eps })
    close(got, v.lists('expected', 'adv').flat())
  })

/** Two outcomes of two lengths, or one row with position rewards. */
const multiturn = fault(
  ['verl-b178a3cd', 'skyrl-a9564572'],
  'return-reset-at-observation',
  async (v) => {
    const mask = v.list('inputs', 'mask')
    const row = { rollout_id: 'r', response_mask: mask, rewards: v.list('inputs', 'rewards') }
    const onActions = (key: string) => v.list('expected', key).map((x, t) => x * mask[t])
    const gamma = v.num('params', 'gamma')
    // Right: carried over the observation. The two others are options, the first of them the fault.
    for (const [observations, key] of [
      ['skip', 'carry'],
      ['reset', 'reset'],
      ['dense', 'dense'],
    ]) {
      const got = await advantagesOf([row], 'discounted-return', { observations }, { gamma })
      close(got[0], onActions(key))
    }
  },
)

const gigpoRows = (v: Vector): readonly CanonicalRow[] =>
  v.lists('inputs', 'step_rewards').map((rewards, i) => ({
    rollout_id: `${i}`,
    group_id: 'g',
    response_mask: rewards.map(() => 1),
    reward: rewards.reduce((sum, r) => sum + r, 0),
    turns: rewards.map((reward, k) => ({
      start: k,
      end: k + 1,
      kind: 'action' as const,
      reward,
      state_key: String(v.at('inputs', 'anchors', i, k)),
    })),
  }))

const gigpo = (std: string, eps = 0) =>
  right(async (v) => {
    const rows = gigpoRows(v)
    const gamma = v.num('params', 'gamma')
    const episode = await advantagesOf(rows, 'gigpo', { gamma, std, eps, omega: 0 })
    const both = await advantagesOf(rows, 'gigpo', { gamma, std, eps, omega: 1 })
    close(
      episode.map((row) => row[0]),
      v.list('expected', 'A_episode'),
    )
    closeRows(both, v.lists('expected', 'adv'))
    closeRows(
      both.map((row, i) => row.map((a, k) => a - episode[i][k])),
      v.lists('expected', 'A_step'),
    )
  })

const groupFilter = right((v) => {
  const flags = v.list('inputs', 'drop_flags')
  const rows = flags.map((flag, g) => ({
    rollout_id: `${g}`,
    group_id: `g${g}`,
    response_mask: [1],
    reward: 1,
    flags: flag === 1 ? ['drop'] : [],
  }))
  const dropped = droppedGroups(batchOf(rows), 'tb')
  expect(flags.map((_, g) => (dropped.has(g) ? 1 : 0))).toEqual(v.list('expected', 'dropped'))
  expect(dropped.size).toBe(v.num('expected', 'filtered'))
})

export const baselines: Checks = {
  'grpo.pop.seed': grpo('population'),
  'grpo.sample.seed': grpo('sample'),
  'grpo.sample.eps.verl_slime_1e-6': grpo('sample', 1e-6),
  'grpo.sample.eps.trl_1e-4': grpo('sample', 1e-4),
  'grpo.sample.eps.openrlhf_1e-9': grpo('sample', 1e-9),
  'grpo.zero_std.all_success': grpo('sample', 1e-6),
  'grpo.zero_std.all_fail': grpo('sample', 1e-6),
  'drgrpo.seed': grpo('none'),
  'grpo.nemo_loo_std.seed': grpo('leave-one-out', 1e-6),

  'grpo.near_zero_std': options(async (v) => {
    const rewards = v.list('inputs', 'rewards')
    const sample = (eps: number) => scalarsOf(groupRows(rewards), 'grpo', { std: 'sample', eps })
    close(await sample(1e-6), v.list('expected', 'adv_loop_verl'))
    close(await sample(1e-6), v.list('expected', 'adv_vectorized_verl_1dda039b'))
    close(await sample(1e-4), v.list('expected', 'adv_trl'))
    // A variance floored at 1e-6 is, for this one group, an eps that makes up the same divisor.
    const std = Math.sqrt(rewards.reduce((s, r) => s + (r - 0.999875) ** 2, 0) / 3)
    close(await sample(1e-3 + 1e-6 - std), v.list('expected', 'adv_vectorized_verl_b178a3cd'))
  }),

  'grpo.singleton.verl': fault(
    ['verl-b178a3cd', 'verl-1dda039b'],
    'singleton-raw-reward',
    async (v) => {
      const rows = groupRows(v.list('inputs', 'rewards'))
      expect(await scalarsOf(rows, 'grpo', { std: 'sample', eps: 1e-6 })).toEqual([0])
      const raw = await scalarsOf(rows, 'grpo', { std: 'sample', eps: 1e-6, singleton: 'raw' })
      expect(raw).toEqual([1])
      // verl divides by 1 + 1e-6.
      close([raw[0] / (1 + 1e-6)], v.list('expected', 'adv'))
    },
  ),
  'grpo.singleton.trl_slime_roll_nemo': grpo('sample', 1e-6),

  'rloo.seed': right(async (v) => {
    close(
      await scalarsOf(groupRows(v.list('inputs', 'rewards')), 'rloo'),
      v.list('expected', 'adv'),
    )
  }),
  'rloo.pair': right(async (v) => {
    close(
      await scalarsOf(groupRows(v.list('inputs', 'rewards')), 'rloo'),
      v.list('expected', 'adv'),
    )
  }),
  'rloo.singleton': fault(['verl-b178a3cd', 'verl-1dda039b'], 'singleton-raw-reward', async (v) => {
    const rows = groupRows(v.list('inputs', 'rewards'))
    close(await scalarsOf(rows, 'rloo'), v.list('expected', 'adv_vectorized'))
    close(await scalarsOf(rows, 'rloo', { singleton: 'raw' }), v.list('expected', 'adv_verl_loop'))
  }),

  'lite_ppo.two_groups.ddof0': litePpo(0),
  'lite_ppo.two_groups.ddof1': litePpo(1),
  'lite_ppo.batch_zero_std': litePpo(0, 1e-6),
  'lite_ppo.easy_batch': right(async (v) => {
    close(await scalarsOf(groupsOf(v), 'lite-ppo'), v.lists('expected', 'adv').flat())
    close(await scalarsOf(groupsOf(v), 'grpo'), v.lists('expected', 'adv_grpo_pop').flat())
  }),
  'lite_ppo.std_of_centred_contrast': options(async (v) => {
    // One token each: whitening the centred outcomes over tokens divides by their standard deviation.
    const got = await scalarsOf(groupsOf(v), 'reinforce-pp-baseline', { ddof: 0, eps: 0 })
    close(got, v.list('expected', 'adv'))
    const raw = await scalarsOf(groupsOf(v), 'lite-ppo')
    close([raw[0] * v.num('expected', 'std_raw')], [got[0] * v.num('expected', 'std_centred')])
  }),

  'reinforce_pp.returns.multiturn.gamma1.0': multiturn,
  'reinforce_pp.returns.multiturn.gamma0.9': multiturn,
  'reinforce_pp.batch_whiten': options(async (v) => {
    const rows = groupRows(v.list('inputs', 'rewards'), 'g', v.list('inputs', 'lengths'))
    closeRows(
      await advantagesOf(rows, 'reinforce-pp', { ddof: 1, eps: 1e-8 }),
      v.lists('expected', 'adv_ddof1_rsqrt1e-8'),
    )
    closeRows(
      await advantagesOf(rows, 'discounted-return', { whiten: 'batch', ddof: 0, eps: 1e-8 }),
      v.lists('expected', 'adv_population_clamp1e-8'),
    )
    const returns = await evaluate(batchOf(rows), 'discounted-return')
    close([returns.evaluation.statistics.mean], [v.num('expected', 'token_mean')])
  }),
  'reinforce_pp_baseline.two_groups': right(async (v) => {
    const lengths = v.lists('inputs', 'lengths')
    const rows = v
      .lists('inputs', 'groups')
      .flatMap((rewards, g) => groupRows(rewards, GROUP_SIZE_4[g], lengths[g]))
    closeRows(await advantagesOf(rows, 'reinforce-pp-baseline'), v.lists('expected', 'adv'))
    closeRows(
      await advantagesOf(rows, 'grpo', { std: 'none' }),
      v.lists('expected', 'centred_token_rewards'),
    )
  }),
  'whiten.edge': fault(['verl-b178a3cd', 'verl-1dda039b'], 'whitening-raises', async (v) => {
    const row = (mask: number[]) => [{ rollout_id: 'r', response_mask: mask, reward: 0.3 }]
    const whiten = (ddof: number) => ({ whiten: 'batch', ddof, eps: 1e-8 })
    closeRows(
      await advantagesOf(row([1]), 'discounted-return', whiten(0)),
      v.lists('expected', 'population_clamp1e-8'),
    )
    expect(v.at('expected', 'verl', 'error')).toBe('mask sum is one')
    expect(await advantagesOf(row([1]), 'discounted-return', whiten(1))).toEqual([[0.3]])
    expect(v.at('expected', 'all_masked')).toBeNull()
    expect(await advantagesOf(row([0]), 'discounted-return', whiten(1))).toEqual([[0]])
  }),

  'gigpo.seed.population': gigpo('population'),
  'gigpo.seed.sample_std': gigpo('sample', 1e-6),
  'gigpo.seed.mean_norm': gigpo('none'),
  'gigpo.self_group': gigpo('population'),
  'gigpo.no_repeat_degenerates': gigpo('population'),

  'group_filter_tb.all_flagged': groupFilter,
  'group_filter_tb.mixed': groupFilter,
  'group_filter_tb.clean_then_flagged': groupFilter,
  'dapo.dynamic_sampling': right((v) => {
    const rows = v.lists('inputs', 'groups').flatMap((rewards, g) => groupRows(rewards, `g${g}`))
    const dropped = droppedGroups(batchOf(rows), 'dynamic-sampling')
    const keep = v.list('expected', 'keep')
    expect(keep.map((_, g) => (dropped.has(g) ? 0 : 1))).toEqual(keep)
  }),

  positive_only: options(async (v) => {
    const rewards = v.list('inputs', 'rewards')
    const rows = groupRows(rewards)
    const kept = (keep: string) => scalarsOf(rows, 'grpo', { keep })
    close(await kept('positive-reward'), v.list('expected', 'adv_then_mask_R>0'))
    close(await kept('positive-advantage'), v.list('expected', 'adv_then_mask_A>0'))
    close(
      await scalarsOf(rows, 'discounted-return', { keep: 'positive-reward' }),
      v.list('expected', 'raw_reward_REINFORCE'),
    )
    expect(rewards.map((r) => Number(r > 0))).toEqual(v.list('expected', 'mask_R>0'))
    // The pitfall: a group that was filtered before has nothing left to compare.
    const positive = await scalarsOf(groupRows(rewards.filter((r) => r > 0)), 'grpo')
    expect([...positive, 0, 0]).toEqual(v.list('expected', 'filter_then_normalise'))
  }),
  'positive_only.partial_reward': options(async (v) => {
    const rows = groupRows(v.list('inputs', 'rewards'))
    const nonZero = async (keep: string) =>
      (await scalarsOf(rows, 'grpo', { keep })).map((a) => Number(a !== 0))
    expect(await nonZero('positive-reward')).toEqual(v.list('expected', 'mask_R>0'))
    expect(await nonZero('positive-advantage')).toEqual(v.list('expected', 'mask_A>0'))
  }),

  'mtgrpo.two_turn': options(async (v) => {
    const outcomes = v.list('inputs', 'outcome_rewards')
    const rows = v.list('inputs', 'turn_rewards').map((reward, i) => ({
      rollout_id: `${i}`,
      group_id: 'g',
      response_mask: [1, 0, 1],
      reward: outcomes[i],
      // The repository rewards the first turn only; a later turn without reward then adds nothing.
      turns: [
        { start: 0, end: 1, kind: 'action' as const, reward },
        { start: 2, end: 3, kind: 'action' as const },
      ],
    }))
    const got = await advantagesOf(rows, 'turn-grpo')
    close(
      got.map((row) => row[0]),
      v.list('expected', 'repo_before_tool_result'),
    )
    close(
      got.map((row) => row[2]),
      v.list('expected', 'repo_after_tool_result'),
    )
    close(
      got.map((row) => row[2]),
      v.list('expected', 'A_outcome'),
    )
    close(
      got.map((row) => row[0] - row[2]),
      v.list('expected', 'A_turn'),
    )
  }),
  kimi_gamma_decay: right(async (v) => {
    const T = v.num('inputs', 'T')
    const turns = Array.from({ length: T }, (_, k) => ({
      start: k,
      end: k + 1,
      kind: 'action' as const,
    }))
    const row = { rollout_id: 'r', response_mask: turns.map(() => 1), turns }
    const sliders = { gamma: v.num('params', 'gamma') }
    const keep = { keep: 'positive-reward' }
    const [right] = await advantagesOf([{ ...row, reward: 1 }], 'chunk-return', keep, sliders)
    close(right, v.list('expected', 'per_turn'))
    const [wrong] = await advantagesOf([{ ...row, reward: -1 }], 'chunk-return', keep, sliders)
    expect(wrong).toEqual([0, 0, 0])
  }),
}
