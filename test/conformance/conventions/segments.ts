/** Vectors of rollouts in several segments: carry, boundary, whitening. */
import { expect } from 'vitest'
import { adaptiveLambda } from '../../../src/credit/graph.ts'
import { handovers } from '../../../src/credit/inspect.ts'
import type { Options } from '../../../src/credit/options.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import { batchOf, evaluate } from '../../support/batches.ts'
import {
  advantagesOf,
  type Checks,
  close,
  closeRows,
  fault,
  options,
  type Rows,
  right,
} from '../../support/vectors.ts'
import { type Full, full, segmentsAt, segmentsOf, slidersOf } from './segment-rows.ts'

/** The keys of the small two-segment vectors, each as an estimator with its options. */
const SMALL: Readonly<Record<string, readonly [string, Options]>> = {
  a_concat: ['concat-gae', {}],
  b: ['cross-segment-gae', {}],
  b_infinirl_last_first: ['cross-segment-gae', {}],
  b_literal_N_to_0: ['cross-segment-gae', { order: 'literal' }],
  c: ['compaction-gae', {}],
  c_compactionrl: ['compaction-gae', {}],
  c_local: ['per-segment-gae', { reward: 'copied' }],
  independent_segments_reward_only_last: ['per-segment-gae', {}],
  legacy_R_only_last_then_scaled: ['compaction-gae', { reward: 'last-only' }],
}

const small = (...keys: readonly string[]) =>
  options(async (v) => {
    for (const key of keys) {
      const [id, opts] = SMALL[key]
      closeRows(await advantagesOf(segmentsOf(v), id, opts, slidersOf(v)), v.lists('expected', key))
    }
  })

const BOUNDARIES: Readonly<Record<string, readonly [string, Options]>> = {
  next_first_response: ['cross-segment-gae', { boundary: 'next-action' }],
  next_first_position: ['cross-segment-gae', { boundary: 'next-position' }],
  own_last: ['cross-segment-gae', { boundary: 'own-last' }],
  zero: ['cross-segment-gae', { boundary: 'zero' }],
  terminal: ['per-segment-gae', {}],
  bootstrap_only: ['cross-segment-gae', { carry: 'value-only' }],
}

/** (lastgaelam, critic_lastgaelam, nextvalues) that a segment hands on: all of its first action token. */
const carryOut = (rows: readonly CanonicalRow[], { advantages, critic }: Full, s: number) => {
  const first = Array.from(rows[s].response_mask).indexOf(1)
  return [advantages[s][first], critic[s][first], Number(rows[s].values?.[first])]
}

const threeSegments = options(async (v) => {
  const rows = segmentsOf(v)
  const sliders = {
    gamma: v.num('params', 'gamma'),
    lambda: v.num('params', 'lambda_policy'),
    lambdaCritic: v.num('params', 'lambda_critic'),
  }
  const chain = await full(rows, 'cross-segment-gae', {}, sliders)
  closeRows(chain.advantages, v.lists('expected', 'adv'))
  closeRows(chain.returns, v.lists('expected', 'returns'))
  closeRows(chain.critic, v.lists('expected', 'critic_adv'))
  closeRows(await advantagesOf(rows, 'concat-gae', {}, sliders), v.lists('expected', 'concat_adv'))

  const literal = await full(rows, 'cross-segment-gae', { order: 'literal' }, sliders)
  closeRows(literal.advantages, v.lists('expected', 'literal_order_adv'))
  for (const [log, result] of [
    ['carry_log', chain],
    ['literal_carry_log', literal],
  ] as const) {
    for (let i = 0; i < rows.length; i++) {
      const want = ['lastgaelam', 'critic_lastgaelam', 'nextvalues'].map((key) =>
        v.num('expected', log, i, 'carry_out', key),
      )
      close(carryOut(rows, result, v.num('expected', log, i, 'segment')), want)
    }
  }
  const batch = batchOf(rows)
  const { evaluation } = await evaluate(batch, 'cross-segment-gae', {}, sliders)
  const cuts = handovers(evaluation, batch, 0)
  for (const cut of cuts) {
    const inv = rows.length - 1 - cut.earlier
    const want = ['lastgaelam', 'critic_lastgaelam', 'nextvalues'].map((key) =>
      v.num('expected', 'carry_log', inv, 'carry_in', key),
    )
    close([cut.lastgaelam, cut.criticLastgaelam, cut.nextvalues], want)
  }
  expect(cuts).toHaveLength(rows.length - 1)

  for (const [key, [id, opts]] of Object.entries(BOUNDARIES)) {
    const got = await advantagesOf(rows, id, opts, sliders)
    closeRows(got, v.lists('expected', 'boundary', key))
  }
  const compaction = await full(rows, 'compaction-gae', {}, sliders)
  closeRows(compaction.advantages, v.lists('expected', 'compactionrl_adv'))
  expect(compaction.tails).toEqual(v.list('expected', 'N_gt'))
})

/** Whitening inside each segment: what goes wrong, computed from our un-whitened numbers. */
function whitenEach(rows: readonly CanonicalRow[], advantages: Rows): Rows {
  return advantages.map((row, s) => {
    const mask = Array.from(rows[s].response_mask)
    const n = mask.reduce((sum, m) => sum + m, 0)
    const mean = row.reduce((sum, a, t) => sum + a * mask[t], 0) / n
    const variance = row.reduce((sum, a, t) => sum + mask[t] * (a - mean) ** 2, 0) / n
    return row.map((a, t) => (mask[t] * (a - mean)) / Math.sqrt(variance))
  })
}

export const segmentChecks: Checks = {
  'xseg.small.differ': options(async (v) => {
    await small(...Object.keys(SMALL).filter((key) => key !== 'b' && key !== 'c')).check(v)
    const { scale } = await full(segmentsOf(v), 'compaction-gae', {}, slidersOf(v))
    close(scale ?? [], v.list('expected', 'c_factor'))
  }),
  'xseg.small.agree_V0': small('a_concat', 'b', 'c'),
  'xseg.small.agree_g1l1': small('a_concat', 'b', 'c'),
  'xseg.small.agree_constV': small('a_concat', 'b', 'c'),
  'xseg.small.g1l0': small('a_concat', 'b', 'c'),
  'xseg.small.g0l0.8': small('a_concat', 'b', 'c'),
  'xseg.sign_flip': small('a_concat', 'b', 'c'),
  'infinirl.seg3.l.95': threeSegments,
  'infinirl.seg3.l.5': threeSegments,

  'infinirl.whiten_scope': options(async (v) => {
    const rows = segmentsOf(v)
    const whiten = { whiten: 'batch', ddof: 0 }
    closeRows(
      await advantagesOf(rows, 'cross-segment-gae', whiten, slidersOf(v)),
      v.lists('expected', 'batch_whiten_all_segments'),
    )
    const plain = await advantagesOf(rows, 'cross-segment-gae', {}, slidersOf(v))
    closeRows(whitenEach(rows, plain), v.lists('expected', 'per_segment_whiten'))
  }),
  'infinirl.empty_last_segment': fault(
    ['verl-b178a3cd', 'verl-1dda039b', 'compactionrl-ukpkhkk-c638e361'],
    'reward-lost-on-observation',
    async (v) => {
      const at = (rewardAt: string) =>
        advantagesOf(segmentsOf(v), 'cross-segment-gae', { rewardAt }, slidersOf(v))
      closeRows(
        await at('last-action'),
        v.lists('expected', 'reward_moved_to_last_action_of_rollout'),
      )
      closeRows(await at('last-position'), v.lists('expected', 'reward_lost'))
    },
  ),
  'infinirl.length_adaptive': options(async (v) => {
    const rows = segmentsOf(v)
    const n = rows.map((row) => Array.from(row.response_mask).reduce((sum, m) => sum + m, 0))
    const lambdas = n.map((l) => adaptiveLambda(v.num('params', 'alpha'), l))
    close(lambdas, v.list('expected', 'lambda_per_segment'))
    for (const [lambdaLength, carried, scaled] of [
      ['segment', 'adv_lambda_per_segment', 'compactionrl_lambda_per_segment'],
      ['rollout', 'adv_lambda_rollout', 'compactionrl_lambda_rollout'],
    ]) {
      const opts = { lambdaRule: 'length-adaptive', alpha: v.num('params', 'alpha'), lambdaLength }
      const sliders = { gamma: v.num('params', 'gamma') }
      closeRows(
        await advantagesOf(rows, 'cross-segment-gae', opts, sliders),
        v.lists('expected', carried),
      )
      const compaction = await full(rows, 'compaction-gae', opts, sliders)
      closeRows(compaction.advantages, v.lists('expected', scaled, 'adv'))
      close(compaction.scale ?? [], v.list('expected', scaled, 'factor'))
      expect(compaction.tails).toEqual(v.list('expected', scaled, 'N_gt'))
      const local = await advantagesOf(
        rows,
        'per-segment-gae',
        { ...opts, reward: 'copied' },
        sliders,
      )
      closeRows(local, v.lists('expected', scaled, 'A_loc'))
    }
  }),
  'xseg.intermediate_reward': options(async (v) => {
    const given = segmentsAt(v, ['inputs', 'segments'], 'r', true)
    for (const [key, id] of [
      ['a_concat', 'concat-gae'],
      ['b', 'cross-segment-gae'],
    ]) {
      closeRows(await advantagesOf(given, id, {}, slidersOf(v)), v.lists('expected', key))
    }
    // CompactionRL writes R at the end of the earlier segment, beside its own 0.5.
    const copied = [{ ...given[0], rewards: [0, 1.5] }, given[1]]
    closeRows(
      await advantagesOf(copied, 'compaction-gae', {}, slidersOf(v)),
      v.lists('expected', 'c_terminal_plus_local_r_scaled'),
    )
  }),
  'infinirl.bootstrap_only': options(async (v) => {
    const at = (opts: Options, lambda: number) =>
      advantagesOf(segmentsOf(v), 'cross-segment-gae', opts, { gamma: 1, lambda })
    const lambda = v.num('params', 'lambda')
    closeRows(await at({ carry: 'value-only' }, lambda), v.lists('expected', 'adv'))
    closeRows(await at({ carry: 'full' }, lambda), v.lists('expected', 'full_carry'))
    closeRows(await at({ carry: 'value-only' }, 0), v.lists('expected', 'lambda0_equal'))
    closeRows(await at({ carry: 'full' }, 0), v.lists('expected', 'lambda0_equal'))
  }),
  'infinirl.ragged_batch': right(async (v) => {
    const ids = ['X', 'Y', 'Z']
    const rows = ids.flatMap((id) => segmentsAt(v, ['inputs', 'rollouts', id], id))
    const got = await advantagesOf(rows, 'cross-segment-gae', {}, slidersOf(v))
    closeRows(
      got,
      ids.flatMap((id) => v.lists('expected', 'adv', id)),
    )
  }),
}
