/** Vectors of GAE on one trajectory, λ, truncation, turns, critic ensembles and attention rhythm. */
import { expect } from 'vitest'
import { adaptiveLambda } from '../../../src/credit/graph.ts'
import type { Options } from '../../../src/credit/options.ts'
import { coupledFactors, coupledSets } from '../../../src/credit/reweight/coupled-sets.ts'
import { agreedPositions, entropyFiltered } from '../../../src/credit/reweight/critic-spread.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import { batchOf, bySegment, evaluate, type Sliders } from '../../support/batches.ts'
import {
  advantagesOf,
  type Checks,
  close,
  fault,
  options,
  right,
  type Vector,
} from '../../support/vectors.ts'

const rowOf = (v: Vector): CanonicalRow => ({
  rollout_id: 'r',
  response_mask: v.list('inputs', 'mask'),
  rewards: v.list('inputs', 'rewards'),
  values: v.list('inputs', 'values'),
})

const slidersOf = (v: Vector): Sliders => ({
  gamma: v.num('params', 'gamma'),
  lambda: v.num('params', 'lambda'),
})

const gae = async (row: CanonicalRow, opts: Options, sliders: Sliders) =>
  (await advantagesOf([row], 'per-segment-gae', opts, sliders))[0]

const onActions = (v: Vector, key: string): readonly number[] => {
  const mask = v.list('inputs', 'mask')
  return v.list('expected', key).map((a, t) => a * mask[t])
}

const maskModes = options(async (v) => {
  for (const [observations, key] of [
    ['skip', 'skip'],
    ['dense', 'dense'],
    ['zero', 'zero_obs'],
    // verl leaves the following action's advantage on masked positions; ours are 0 there.
    ['skip', 'skip_raw_including_masked_positions'],
  ]) {
    close(await gae(rowOf(v), { observations }, slidersOf(v)), onActions(v, key))
  }
})

const plain = right(async (v) => {
  close(await gae(rowOf(v), {}, slidersOf(v)), v.list('expected', 'adv'))
})

const truncated = (v: Vector): CanonicalRow => {
  const values = v.list('inputs', 'values')
  return {
    rollout_id: 'r',
    response_mask: values.map(() => 1),
    values,
    reward: v.num('inputs', 'env_reward'),
    ended: 'truncated',
    bootstrap_value: v.num('inputs', 'V_after_last_token'),
  }
}

const truncation = (keys: Readonly<Record<string, string>>) =>
  options(async (v) => {
    for (const [option, key] of Object.entries(keys)) {
      close(await gae(truncated(v), { truncation: option }, slidersOf(v)), v.list('expected', key))
    }
  })

/** One token per turn, as the turn-level vectors state rewards and values. */
const turnRow = (v: Vector, more: Partial<CanonicalRow> = {}): CanonicalRow => {
  const values = v.list('inputs', 'turn_values')
  return {
    rollout_id: 'r',
    response_mask: values.map(() => 1),
    values,
    turns: values.map((_, k) => ({ start: k, end: k + 1, kind: 'action' })),
    rewards: v.list('inputs', 'turn_rewards'),
    ...more,
  }
}

const ensemble = (v: Vector): CanonicalRow => {
  const critics = v.lists('inputs', 'values_per_critic')
  return {
    rollout_id: 'r',
    response_mask: critics[0].map(() => 1),
    values_per_critic: critics,
    reward: 1,
  }
}

/** 1 where the position is not selected. */
const keepMask = (length: number, dropped: readonly number[]): readonly number[] =>
  Array.from({ length }, (_, p) => (dropped.includes(p) ? 0 : 1))

export const gaeChecks: Checks = {
  'gae.mask_modes.g1.0.l0.9': maskModes,
  'gae.mask_modes.g1.0.l1.0': maskModes,
  'gae.mask_modes.g1.0.l0.0': maskModes,
  'gae.mask_modes.g0.0.l0.9': maskModes,
  'gae.mask_modes.g0.9.l0.8': maskModes,

  'gae.sao_skip_obs': right(async (v) => {
    const turns = [0, 1].map((turn) => [0, 1].map((t) => v.list('inputs', 'turns_r_V', turn, t)))
    const tokens = [...turns[0], [9, 9], ...turns[1]]
    const row = {
      rollout_id: 'r',
      response_mask: [1, 1, 0, 1, 1],
      rewards: tokens.map(([reward]) => reward),
      values: tokens.map(([, value]) => value),
    }
    const got = await gae(row, { observations: 'skip' }, slidersOf(v))
    close([got[0], got[1], got[3], got[4]], v.lists('expected', 'adv').flat())
  }),
  'gae.skip.verl_whitened': right(async (v) => {
    const whiten = { whiten: 'batch', ddof: 1, eps: v.num('params', 'eps') }
    const batch = batchOf([rowOf(v)])
    const { evaluation, advantages } = await evaluate(
      batch,
      'per-segment-gae',
      whiten,
      slidersOf(v),
    )
    // verl divides by sqrt(var + 1e-8), GAE here by sqrt(max(var, 1e-8)): 2e-7 apart at this variance.
    close(advantages[0], v.list('expected', 'adv'), 1e-6)
    close(bySegment(batch, evaluation.returns ?? [])[0], onActions(v, 'returns_unwhitened'))
  }),
  'gae.reward_on_observation': fault(
    ['verl-b178a3cd', 'verl-1dda039b', 'compactionrl-ukpkhkk-c638e361'],
    'reward-lost-on-observation',
    async (v) => {
      const row = {
        rollout_id: 'r',
        response_mask: v.list('inputs', 'mask'),
        values: v.list('inputs', 'values'),
        reward: 1,
      }
      const at = (rewardAt: string, observations: string) =>
        gae(row, { rewardAt, observations }, slidersOf(v))
      close(await at('last-action', 'skip'), v.list('expected', 'skip_reward_moved_to_last_action'))
      close(await at('last-position', 'skip'), v.list('expected', 'skip_reward_lost'))
      close(await at('last-position', 'zero'), v.list('expected', 'zero_obs_reward_lost'))
      close(await at('last-position', 'dense'), v.list('expected', 'dense_reward_kept'))
    },
  ),
  'gae.all_masked': right(async (v) => {
    const later = { ...rowOf(v), segment_index: 1 }
    const earlier = {
      rollout_id: 'r',
      segment_index: 0,
      response_mask: [1],
      values: [0.3],
      rewards: [0],
    }
    close(await gae(rowOf(v), {}, slidersOf(v)), v.list('expected', 'adv'))
    // What it hands to an earlier segment is (0, 0, 0): that one ends as if nothing followed.
    expect(v.list('expected', 'carry_out')).toEqual([0, 0, 0])
    const chain = await advantagesOf([earlier, later], 'cross-segment-gae', {}, slidersOf(v))
    close(chain[0], [-0.3])
  }),
  'gae.empty': plain,
  'gae.single_token': plain,
  'gae.padding_leak': fault(['roll-8eb27cc2', 'skyrl-a9564572'], 'padding-leak', async (v) => {
    const at = (observations: string) => gae(rowOf(v), { observations }, slidersOf(v))
    close(await at('skip'), v.list('expected', 'skip'))
    close(await at('dense'), v.list('expected', 'dense_padded'))
    close(await at('zero'), v.list('expected', 'zero_obs'))
    // A canonical row has no padding, so dense does not see it.
    const unpadded = { rollout_id: 'r', response_mask: [1, 1], rewards: [0, 1], values: [0.2, 0.4] }
    close(await gae(unpadded, { observations: 'dense' }, slidersOf(v)), [0.74, 0.6])
  }),
  'gae.truncation_variants': options(async (v) => {
    await truncation({
      terminal: 'as_termination_reward0',
      bootstrap: 'bootstrap_V_next',
      egae: 'egae_V_last',
      'value-as-reward': 'stepfun_reward_replaced_by_V',
    }).check(v)
    const filtered = { ...truncated(v), flags: ['overlong'] }
    const got = await gae(filtered, { overlong: 'mask' }, slidersOf(v))
    close(got, v.list('expected', 'compact_filter_masked'))
  }),
  'gae.truncation_variants.gamma0.9_r0.3': truncation({
    terminal: 'as_termination',
    bootstrap: 'bootstrap_r_plus_gammaV',
    egae: 'egae_last_delta=(gamma-1)V_last_reward_dropped',
    'value-as-reward': 'stepfun_reward_replaced_by_V',
  }),
  'lambda.length_adaptive': options((v) => {
    const lengths = v.list('inputs', 'lengths')
    const at = (alpha: number) => lengths.map((l) => adaptiveLambda(alpha, l))
    close(at(1.5), v.list('expected', 'alpha1.5'))
    close(at(0.05), v.list('expected', 'alpha0.05_clamp01'))
    // A floor of 0.95 is the clamp's value or 0.95; unclamped λ agrees wherever it is in [0, 1].
    close(
      at(0.05).map((x) => Math.max(0.95, x)),
      v.list('expected', 'alpha0.05_floor0.95'),
    )
    const unclamped = v.list('expected', 'alpha0.05_unclamped')
    close(
      at(0.05),
      unclamped.map((x) => Math.max(0, x)),
    )
  }),
  'gae.decoupled': right(async (v) => {
    const batch = batchOf([rowOf(v)])
    const { evaluation, advantages } = await evaluate(
      batch,
      'per-segment-gae',
      {},
      {
        gamma: 1,
        lambda: v.num('params', 'lambda_policy'),
        lambdaCritic: v.num('params', 'lambda_critic'),
      },
    )
    const returns = bySegment(batch, evaluation.returns ?? [])[0]
    const [mask, values] = [v.list('inputs', 'mask'), v.list('inputs', 'values')]
    close(advantages[0], v.list('expected', 'adv'))
    close(returns, v.list('expected', 'returns'))
    close(
      returns.map((x, t) => mask[t] * (x - values[t])),
      v.list('expected', 'critic_adv'),
    )
  }),
  'gae.bilevel': right(async (v) => {
    const got = await advantagesOf(
      [rowOf(v)],
      'bilevel-gae',
      { gammaTurn: v.num('params', 'high_level_gamma') },
      slidersOf(v),
    )
    close(got[0], v.list('expected', 'adv'))
  }),
  'gae.bilevel_zero_reward_turn': options(async (v) => {
    const opts = { gammaTurn: v.num('params', 'high_level_gamma') }
    const explicit = await advantagesOf([rowOf(v)], 'bilevel-gae', opts, slidersOf(v))
    close(explicit[0], v.list('expected', 'explicit_turn_ends_[1,5]'))
    // RAGEN takes a nonzero reward for a turn's end: then all of it is one turn.
    const merged = { ...rowOf(v), turns: [{ start: 0, end: 6, kind: 'action' as const }] }
    const one = await advantagesOf([merged], 'bilevel-gae', opts, slidersOf(v))
    close(one[0], v.list('expected', 'ragen_nonzero_reward_only_[5]'))
  }),
  'turn_critic.3turn': right(async (v) => {
    const at = async (lambda: number, row = turnRow(v)) =>
      (await advantagesOf([row], 'turn-gae', {}, { gamma: v.num('params', 'gamma'), lambda }))[0]
    const lambda = v.num('params', 'lambda')
    close(await at(lambda), v.list('expected', 'adv'))
    close(await at(0), v.list('expected', 'adv_lambda0'))
    close(await at(1), v.list('expected', 'adv_lambda1'))
    const cut = turnRow(v, { rewards: [0, 0, 0], ended: 'truncated', bootstrap_value: 0.6 })
    close(await at(lambda, cut), v.list('expected', 'adv_truncated_bootV0.6'))
  }),

  'asyppo.10tok': right(async (v) => {
    const batch = batchOf([ensemble(v)])
    const sliders = slidersOf(v)
    const { advantages } = await evaluate(batch, 'per-segment-gae', {}, sliders)
    const masked = await evaluate(
      batch,
      'per-segment-gae',
      { reweight: 'asyppo', k: v.num('params', 'k') },
      sliders,
    )
    close([...(batch.columns.values ?? [])], v.list('expected', 'v_mean'))
    close(advantages[0], v.list('expected', 'adv'))
    close(masked.advantages[0], v.list('expected', 'adv_masked'))
    expect(keepMask(10, agreedPositions(batch, v.num('params', 'k')))).toEqual(
      v.list('expected', 'adv_keep'),
    )
    expect(keepMask(10, entropyFiltered(batch, v.num('params', 'h')))).toEqual(
      v.list('expected', 'entropy_keep'),
    )
  }),
  'asyppo.single_critic': right(async (v) => {
    const batch = batchOf([ensemble(v)])
    expect(agreedPositions(batch, v.num('params', 'k'))).toEqual([])
    expect(entropyFiltered(batch, v.num('params', 'h'))).toEqual([])
    expect(new Set(v.list('expected', 'v_std'))).toEqual(new Set([0]))
    const [off, on] = await Promise.all(
      ['none', 'asyppo'].map((reweight) => evaluate(batch, 'per-segment-gae', { reweight })),
    )
    expect(on.advantages).toEqual(off.advantages)
  }),

  'rhythm.waad_fai': right(async (v) => {
    // A trace records WAAD and FAI; that these two follow from the attention maps is checked here only.
    const [local, global] = [v.lists('inputs', 'A_loc'), v.lists('inputs', 'A_glob')]
    const [W, low, high] = ['W', 'H_lo', 'H_hi'].map((key) => v.num('params', key))
    const waad = local.map((row, t) =>
      row.reduce((sum, a, s) => sum + (s <= t ? a * Math.min(t - s, W) : 0), 0),
    )
    const fai = global.map((_, s) => {
      const seen = global.filter((_, t) => t >= s + low && t <= s + high).map((row) => row[s])
      return seen.length === 0 ? 0 : seen.reduce((sum, a) => sum + a, 0) / seen.length
    })
    close(waad, v.list('expected', 'waad'))
    close(fai, v.list('expected', 'fai'))
    const row = { rollout_id: 'r', response_mask: waad.map(() => 1), reward: 1, waad, fai }
    const amplified = async (reweight: string) =>
      (await advantagesOf([row], 'discounted-return', { reweight, q: v.num('params', 'q') }))[0]
    close(await amplified('rhythm-local'), v.list('expected', 'gamma_local'))
    close(await amplified('rhythm-global'), v.list('expected', 'gamma_global'))
  }),
  'rhythm.sign_scope': options(async (v) => {
    // All three outcomes on one row each; the first two rows are the amplified tokens.
    const rows = v.list('inputs', 'A').map((reward, i) => ({
      rollout_id: `${i}`,
      response_mask: [1],
      reward,
      fai: [1],
    }))
    const at = async (signScope: string) =>
      (
        await advantagesOf(rows, 'discounted-return', {
          reweight: 'rhythm-global',
          q: 1,
          signScope,
        })
      ).map((row) => row[0])
    const [A, positive, both] = [
      v.list('inputs', 'A'),
      v.list('expected', 'adv_v1_nonneg_only'),
      v.list('expected', 'adv_v2_both_signs'),
    ]
    close(await at('nonnegative'), positive)
    close(await at('both'), both)
    // Only negatives, an ablation of the paper, is what the two others leave of it.
    close(
      A.map((a, i) => a + both[i] - positive[i]),
      v.list('expected', 'adv_neg_only'),
    )
  }),
  'rhythm.coupled': right((v) => {
    const sets = {
      anchors: v.list('inputs', 'T_glob'),
      dominated: v.list('inputs', 'dominated'),
      introduced: v.list('inputs', 'introduced'),
    }
    const shares = { amplify: v.num('params', 'gamma_amp'), alphaBack: v.num('params', 'alpha') }
    close([...coupledFactors(6, sets, shares)], v.list('expected', 'additive_eq18'))
    close([...coupledFactors(6, sets, shares, 'first')], v.list('expected', 'if_elif_reading'))
  }),
  'rhythm.coupled_full': right(async (v) => {
    const fai = v.list('inputs', 'fai')
    const count = Math.ceil(v.num('params', 'q') * fai.length)
    const anchors = fai
      .map((_, t) => t)
      .sort((x, y) => fai[y] - fai[x] || x - y)
      .slice(0, count)
      .sort((x, y) => x - y)
    expect(anchors).toEqual(v.list('expected', 'T_glob'))
    const sets = coupledSets(anchors, v.list('inputs', 'waad'), v.list('inputs', 'delta_waad'), {
      waad: v.num('params', 'tau_waad'),
      delta: v.num('params', 'tau_delta'),
      window: v.num('params', 'k'),
    })
    expect(sets.dominated).toEqual(v.list('expected', 'D'))
    expect(sets.introduced).toEqual(v.list('expected', 'I_D'))
    const shares = { amplify: v.num('params', 'gamma_amp'), alphaBack: v.num('params', 'alpha') }
    close([...coupledFactors(6, sets, shares)], v.list('expected', 'gamma'))
    // The option takes medians as thresholds and three tokens as window: here the same sets.
    const row = { rollout_id: 'r', response_mask: fai.map(() => 1), reward: 1, fai }
    const [got] = await advantagesOf(
      [{ ...row, waad: v.list('inputs', 'waad') }],
      'discounted-return',
      { reweight: 'rhythm-coupled', q: v.num('params', 'q'), alphaBack: shares.alphaBack },
    )
    close(got, v.list('expected', 'gamma'))
  }),
}
