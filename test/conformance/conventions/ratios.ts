/** Vectors of ratios and chunks. */
import { expect } from 'vitest'
import type { Options } from '../../../src/credit/options.ts'
import {
  advantagesOf,
  type Checks,
  close,
  fault,
  options,
  ratioOf,
  right,
} from '../../support/vectors.ts'

/** A row with these ratios under the rule's own pair of policies: the denominator's log-probs are 0. */
const withRatios = (ratios: readonly number[], advantage: number) => {
  const logs = ratios.map(Math.log)
  const zeros = ratios.map(() => 0)
  return {
    dis: { log_probs: logs, rollout_log_probs: zeros },
    current: { log_probs: logs, old_log_probs: zeros },
    mismatch: { old_log_probs: logs, rollout_log_probs: zeros },
    rest: { mask: ratios.map(() => 1), advantages: ratios.map(() => advantage) },
  }
}

const coefficients = (
  rule: string,
  pair: 'dis' | 'current' | 'mismatch',
  ratios: readonly number[],
  advantage: number,
  opts: Options,
): readonly number[] => {
  const inputs = withRatios(ratios, advantage)
  return [...ratioOf(rule, { ...inputs[pair], ...inputs.rest }, opts).coefficient]
}

const sao = options((v) => {
  const ratios = v.list('inputs', 'ratio')
  const eps = { epsLow: v.num('params', 'eps_low'), epsHigh: v.num('params', 'eps_high') }
  const [low, high] = v.list('params', 'bounds')
  // exp(log r) may miss r by one step, so entries on a bound are left to the strictness below.
  const inside = (r: number) => Math.abs(r - low) > 1e-12 && Math.abs(r - high) > 1e-12
  const off = (list: readonly number[]) => list.filter((_, i) => inside(ratios[i]))
  for (const [sign, key] of [
    [1, 'coef_Apos'],
    [-1, 'coef_Aneg'],
  ] as const) {
    close(off(coefficients('dis', 'dis', ratios, sign, eps)), off(v.list('expected', key)))
    close(
      off(coefficients('dis', 'dis', ratios, sign, eps)),
      off(v.list('expected', 'f')).map((f) => f * sign),
    )
    const ppo = coefficients('ppo-clip', 'current', ratios, sign, { epsLow: 0.2, epsHigh: 0.2 })
    const onPpoBound = (i: number) => [0.8, 1.2].includes(ratios[i])
    close(
      ppo.filter((_, i) => !onPpoBound(i)),
      v.list('expected', `ppo_eps0.2_${key}`).filter((_, i) => !onPpoBound(i)),
    )
  }
  close(
    off(coefficients('icepop', 'mismatch', ratios, 1, { low, high })),
    off(v.list('expected', 'icepop_same_bounds_coef_Apos')),
  )
  // On a bound exactly: ratio 1 + ε_high = 1 is dropped by DIS and kept by IcePop.
  expect(coefficients('dis', 'dis', [1], 1, { epsLow: 0.5, epsHigh: 0 })).toEqual([0])
  expect(coefficients('icepop', 'mismatch', [1], 1, { low: 0.5, high: 1 })).toEqual([1])
})

const clipHigher = options((v) => {
  const ratios = v.list('inputs', 'ratio')
  const A = v.num('inputs', 'A')
  const eps = { epsLow: v.num('params', 'eps_low'), epsHigh: v.num('params', 'eps_high') }
  const off = (list: readonly number[]) => list.filter((_, i) => ![0.8, 1.28].includes(ratios[i]))
  close(off(coefficients('ppo-clip', 'current', ratios, A, eps)), off(v.list('expected', 'coef')))
  const dual = { ...eps, dualClip: v.num('params', 'dual_clip_c') }
  close(
    off(coefficients('ppo-clip', 'current', ratios, A, dual)),
    off(v.list('expected', 'coef_dual')),
  )
})

const chunks = right(async (v) => {
  const count = v.count('inputs', 'chunks')
  const log = (k: number, key: string) => v.list('inputs', 'chunks', k, key)
  // Chunks are mask runs, so a masked position stands between two of them.
  const joined = (key: string) =>
    Array.from({ length: count }, (_, k) => [...(k > 0 ? [0] : []), ...log(k, key)]).flat()
  const mask = Array.from({ length: count }, (_, k) => [
    ...(k > 0 ? [0] : []),
    ...log(k, 'old').map(() => 1),
  ]).flat()
  const row = { rollout_id: 'r', response_mask: mask, reward: v.num('inputs', 'R_final') }
  const gamma = v.num('params', 'gamma')
  const [advantages] = await advantagesOf([row], 'chunk-return', {}, { gamma })
  const result = ratioOf(
    'chunk-is',
    {
      log_probs: joined('theta'),
      old_log_probs: joined('old'),
      rollout_log_probs: joined('mu'),
      advantages,
      mask,
    },
    { maskAbove: v.num('params', 'H') },
  )
  const firsts = mask.flatMap((m, t) => (m === 1 && (t === 0 || mask[t - 1] === 0) ? [t] : []))
  close(
    firsts.map((t) => advantages[t]),
    v.list('expected', 'G'),
  )
  close(
    firsts.map((t) => result.ratio[t]),
    v.list('expected', 'rho'),
  )
  close(
    firsts.map((t) => result.coefficient[t]),
    v.list('expected', 'weight'),
  )
  const kept = firsts.map((t) => Number(result.coefficient[t] !== 0))
  expect(kept).toEqual(v.list('expected', 'mask').map((m) => m * Math.abs(row.reward)))
  // The weight is that of every token of the chunk.
  mask.forEach((m, t) => {
    const chunk = firsts.filter((first) => first <= t).length - 1
    if (m === 1) expect(result.coefficient[t]).toBe(result.coefficient[firsts[chunk]])
  })
  // An exponent 1/|τ| instead of 1/|c| is a slip of one description; the ratio shows how far off it is.
  const total = mask.reduce((sum, m) => sum + m, 0)
  close(
    firsts.map((t, k) => result.ratio[t] ** (log(k, 'old').length / total)),
    v.list('expected', 'rho_traj_exponent'),
  )
})

export const ratioChecks: Checks = {
  'sao.dis.math': sao,
  'sao.dis.coding': sao,
  'sao.dis.logprobs': right((v) => {
    const advantages = v.list('inputs', 'A')
    const result = ratioOf(
      'dis',
      {
        log_probs: v.list('inputs', 'logp_theta'),
        rollout_log_probs: v.list('inputs', 'logp_rollout'),
        advantages,
        mask: advantages.map(() => 1),
      },
      { epsLow: v.num('params', 'eps_low'), epsHigh: v.num('params', 'eps_high') },
    )
    close([...result.ratio], v.list('expected', 'ratio'))
    close([...result.coefficient], v.list('expected', 'coef'))
    const logs = v.list('inputs', 'logp_theta')
    const objective = result.coefficient.reduce((sum, c, t) => sum + c * logs[t], 0) / logs.length
    close([objective], [v.num('expected', 'objective_keep_all_denominator')])
  }),
  'sao.dis.vs_public_impl': options((v) => {
    const eps = { epsLow: v.num('params', 'eps_low'), epsHigh: v.num('params', 'eps_high') }
    const faithful = coefficients('dis', 'dis', v.list('inputs', 'r_theta_over_rollout'), 1, eps)
    close(faithful, v.list('expected', 'coef_faithful'))
    // The fork: an IcePop weight on π_old/π_rollout times PPO's coefficient on π_θ/π_old.
    const bounds = { low: 1 - eps.epsLow, high: 1 + eps.epsHigh + 1e-9 }
    const clip = { epsLow: v.num('params', 'ppo_eps'), epsHigh: v.num('params', 'ppo_eps') }
    const mismatch = v.list('inputs', 'r_old_over_rollout')
    const icepop = coefficients('icepop', 'mismatch', mismatch, 1, bounds)
    const ppo = coefficients('ppo-clip', 'current', v.list('inputs', 'r_theta_over_old'), 1, clip)
    close(
      icepop.map((weight, i) => weight * ppo[i]),
      v.list('expected', 'coef_public'),
    )
  }),
  'ppo.clip_higher.A+1': clipHigher,
  'ppo.clip_higher.A-1': clipHigher,
  cispo: right((v) => {
    const eps = { epsLow: v.num('params', 'eps_low'), epsHigh: v.num('params', 'eps_high') }
    const got = coefficients('cispo', 'current', v.list('inputs', 'ratio'), 1, eps)
    close(got, v.list('expected', 'weight'))
  }),
  'gspo.seq_ratio': right((v) => {
    const mask = v.list('inputs', 'mask')
    const result = ratioOf('gspo', {
      log_probs: v.list('inputs', 'logp'),
      old_log_probs: v.list('inputs', 'logp_old'),
      advantages: mask,
      mask,
    })
    close(
      [...result.ratio],
      mask.map((m) => m * v.num('expected', 'ratio')),
    )
  }),
  'tis.token': options((v) => {
    const ratios = v.list('inputs', 'log_ratio_train_over_rollout').map(Math.exp)
    const weights = coefficients('tis', 'mismatch', ratios, 1, { cap: v.num('params', 'C') })
    close(weights, v.list('expected', 'weight_clamp_max'))
    // slime's lower clamp is a floor under the same weight.
    close(
      weights.map((w) => Math.max(0.5, w)),
      v.list('expected', 'weight_clamp_0.5_2'),
    )
    close(
      coefficients('icepop', 'mismatch', ratios, 1, { low: 0.5, high: 5 }),
      v.list('expected', 'icepop_0.5_5'),
    )
  }),
  'verl.token_k1_rejection': fault(['verl-1dda039b'], 'k1-rejects-on-inverse-ratio', (v) => {
    const ratios = v.list('inputs', 'log_ratio_train_over_rollout').map(Math.exp)
    const [low, high] = [v.num('params', 'lower'), v.num('params', 'upper')]
    const kept = (bounds: Record<string, number>) =>
      coefficients('icepop', 'mismatch', ratios, 1, bounds).map((c) => Number(c !== 0))
    expect(kept({ low, high })).toEqual(v.list('expected', 'keep_if_tested_on_ratio'))
    expect(kept({ low: 1 / high, high: 1 / low })).toEqual(v.list('expected', 'keep_verl_token_k1'))
  }),
  'tis.sequence': right((v) => {
    const logs = v.list('inputs', 'log_ratio')
    const of = (level: string) =>
      coefficients('tis', 'mismatch', logs.map(Math.exp), 1, { cap: v.num('params', 'C'), level })
    close(
      of('sequence'),
      logs.map(() => v.num('expected', 'seq_weight')),
    )
    close(
      of('geometric'),
      logs.map(() => v.num('expected', 'geo_mean')),
    )
  }),

  'ipa.R+1': chunks,
  'ipa.R-1': chunks,
  'ipa.R+0': chunks,
  'ipa.token_discount_contrast': options(async (v) => {
    const lengths = v.list('inputs', 'chunk_lengths')
    const starts = lengths.map((_, k) => lengths.slice(0, k).reduce((sum, n) => sum + n, 0))
    const row = {
      rollout_id: 'r',
      response_mask: lengths.flatMap((n) => new Array<number>(n).fill(1)),
      reward: v.num('inputs', 'R_final'),
      turns: lengths.map((n, k) => ({
        start: starts[k],
        end: starts[k] + n,
        kind: 'action' as const,
      })),
    }
    const gamma = v.num('params', 'gamma')
    for (const [id, key] of [
      ['chunk-return', 'G_chunk'],
      ['discounted-return', 'G_token_first_of_chunk'],
    ]) {
      const [got] = await advantagesOf([row], id, {}, { gamma })
      close(
        starts.map((t) => got[t]),
        v.list('expected', key),
      )
    }
  }),
  'ipa.roll_agentic_return': fault(['roll-8eb27cc2'], 'reward-lost-off-run-end', async (v) => {
    // Without values and with λ 1 a turn's advantage is its return; a turn's rewards are summed.
    const returns = async (rewards: readonly number[]) => {
      const row = { rollout_id: 'r', response_mask: v.list('inputs', 'mask'), rewards }
      return (
        await advantagesOf([row], 'turn-gae', {}, { gamma: v.num('params', 'gamma'), lambda: 1 })
      )[0]
    }
    close(await returns(v.list('inputs', 'rewards')), v.list('expected', 'returns'))
    const lost = v.list('expected', 'returns_if_reward_not_on_run_end')
    expect(lost).toEqual([0, 0, 0, 0, 0, 0])
    close(await returns([0.2, 0, 0, 0, 1, 0]), v.list('expected', 'returns'))
  }),
  'ipa.mask_one_sided': right((v) => {
    const ratios = v.list('inputs', 'geo_old_over_mu')
    const H = v.num('params', 'H')
    const kept = ratios.map((r) => {
      const old = [Math.log(r)]
      const inputs = { log_probs: old, old_log_probs: old, rollout_log_probs: [0] }
      return ratioOf(
        'chunk-is',
        { ...inputs, advantages: [1], mask: [1] },
        { maskAbove: H + 1e-12 },
      ).coefficient[0]
    })
    expect(kept).toEqual(v.list('expected', 'mask'))
  }),
}
