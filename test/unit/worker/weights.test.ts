/** Who gets how much of the gradient, with numbers by hand. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AGGREGATE_MODES } from '../../../src/credit/aggregate/aggregate.ts'
import { createReferenceEngine } from '../../../src/engine/reference/engine.ts'
import { batchSample } from '../../../src/simulate/batch-sample.ts'
import { DEFAULT_AGGREGATE, DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import type { AggregateChoice, CreditSettings, Frame } from '../../../src/worker/api.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { Session } from '../../../src/worker/session.ts'

const { source: _, ...REST } = DEFAULT_DOCUMENT
/** Without values and with λ = 1, every action token's advantage is its rollout's outcome. */
const SETTINGS: CreditSettings = { ...REST, lambda: 1, values: { kind: 'zero' } }

/** Of so few tokens they come with the frame. */
function statisticsOf({ statistics }: Frame) {
  if (!statistics) throw new Error('The frame came without statistics.')
  return statistics
}

function sessionOf(rows: readonly CanonicalRow[]): Session {
  const trace = traceOfRows(rows, { name: 'test', format: 'canonical-jsonl', bytes: 0 })
  return new Session(trace, createReferenceEngine(), () => ({
    id: 'reference',
    description: '',
    reason: { code: 'exact' },
  }))
}

const view = async (
  session: Session,
  aggregate: Partial<AggregateChoice> = {},
  rollout = 0,
  change: Partial<CreditSettings> = {},
) => {
  const settings = { ...SETTINGS, ...change, aggregate: { ...DEFAULT_AGGREGATE, ...aggregate } }
  const from = { from: 0, to: 4, columns: 4, curveColumns: 4 }
  const { weights } = await session.frame({ settings, rollout, ...from, weights: true })
  if (!weights) throw new Error('The frame has no weights.')
  const of = (mode: string) => {
    const found = weights.modes.find((one) => one.mode === mode)
    if (!found) throw new Error(mode)
    return found
  }
  return { ...weights, of }
}

/** One prompt: a rollout cut in three (4, 2, 2 action tokens) and one that was never cut (8). */
const CUT: readonly CanonicalRow[] = [
  { rollout_id: 'cut', group_id: 'g', segment_index: 0, response_mask: [1, 1, 0, 1, 1], reward: 1 },
  { rollout_id: 'cut', group_id: 'g', segment_index: 1, response_mask: [1, 1] },
  { rollout_id: 'cut', group_id: 'g', segment_index: 2, response_mask: [1, 1] },
  { rollout_id: 'whole', group_id: 'g', response_mask: [1, 1, 1, 1, 1, 1, 1, 1], reward: -1 },
]

const close = (got: ArrayLike<number>, want: readonly number[]) => {
  expect(got).toHaveLength(want.length)
  want.forEach((x, i) => {
    expect(got[i]).toBeCloseTo(x, 12)
  })
}

describe('weights', () => {
  it('a rollout cut in three counts three times where every segment is a sample', async () => {
    const { of, rollouts, selected } = await view(sessionOf(CUT))
    expect([rollouts.map(({ segments }) => segments), selected]).toEqual([[3, 1], 0])
    close(of('token-mean').rollouts, [0.5, 0.5])
    close(of('rollout-mean').rollouts, [0.5, 0.5])
    close(of('segment-mean').rollouts, [0.75, 0.25])
    close(of('seq-mean-token-mean').rollouts, [0.75, 0.25])
    close(of('seq-mean-token-sum').rollouts, [0.5, 0.5])
  })

  it('shares out a rollout over its segments and turns', async () => {
    const { of, turns, tokens } = await view(sessionOf(CUT), { mode: 'segment-mean' })
    expect([...tokens]).toEqual([4, 2, 2])
    close(of('segment-mean').segments, [1 / 3, 1 / 3, 1 / 3])
    close(of('token-mean').segments, [0.5, 0.25, 0.25])
    close(of('segment-mean').perToken, [1 / 16, 1 / 8, 1 / 8])
    expect(turns.map(({ segment, tokens: n }) => [segment, n])).toEqual([
      [0, 2],
      [0, 2],
      [1, 2],
      [2, 2],
    ])
    close(
      turns.map(({ share }) => share),
      [1 / 6, 1 / 6, 1 / 3, 1 / 3],
    )
  })

  const logs = (ratios: readonly number[]) => ratios.map(Math.log)
  const RATIOS: readonly CanonicalRow[] = [
    {
      rollout_id: 'a',
      group_id: 'g',
      response_mask: [1, 1, 1, 1],
      log_probs: logs([1, 2, 1.2, 0.5]),
      old_log_probs: [0, 0, 0, 0],
      reward: 1,
    },
    {
      rollout_id: 'b',
      group_id: 'g',
      response_mask: [1, 1],
      log_probs: logs([0.5, 1]),
      old_log_probs: [0, 0],
      reward: -2,
    },
  ]

  it('weights × |coefficient| leave out what the ratio rule drops', async () => {
    const session = sessionOf(RATIOS)
    // PPO clip drops 2 (A > 0) and 0.5 (A < 0): Σ|rA| = 1 + 1.2 + 0.5 and 2·1.
    const { of, tokens } = await view(session, { measure: 'gradient' })
    close(of('token-mean').rollouts, [2.7 / 4.7, 2 / 4.7])
    close(of('rollout-mean').rollouts, [2.7 / 4 / (2.7 / 4 + 2 / 2), 1 / (2.7 / 4 + 1)])
    expect([...tokens]).toEqual([4])
  })

  /** Keeps 1 and 1.2, rejects 2 and 0.5. */
  const ICEPOP: Partial<CreditSettings> = {
    ratio: { rule: 'icepop', options: { low: 0.8, high: 1.9 } },
  }
  const toIcePop = ({ log_probs, old_log_probs, ...row }: CanonicalRow): CanonicalRow => ({
    ...row,
    old_log_probs: log_probs,
    rollout_log_probs: old_log_probs,
  })

  it('after rejection only what is left stands in the denominators', async () => {
    const choice = { measure: 'gradient', denominator: 'after' } as const
    const session = sessionOf(RATIOS.map(toIcePop))
    const { of, rollouts, tokens } = await view(session, choice, 0, ICEPOP)
    expect(rollouts.map((one) => one.tokens)).toEqual([2, 1])
    expect([...tokens]).toEqual([2])
    close(of('rollout-mean').rollouts, [1.1 / (1.1 + 2), 2 / (1.1 + 2)])
    close(of('token-mean').perToken, [1 / 3])
  })

  it('a clip is no rejection: its tokens have no gradient but stay in every denominator', async () => {
    // PPO clip drops one token of each (2 with A > 0, 0.5 with A < 0); verl divides by all of response_mask.
    for (const rule of ['ppo-clip', 'gspo', 'cispo'] as const) {
      const change: Partial<CreditSettings> = { ratio: { rule, options: {} } }
      const after = await view(sessionOf(RATIOS), { denominator: 'after' }, 0, change)
      expect([rule, ...after.rollouts.map((one) => one.tokens)]).toEqual([rule, 4, 2])
      close(after.of('token-mean').perToken, [1 / 6])
      close(after.of('seq-mean-token-mean').perToken, [1 / 8])
    }
    const choice = { measure: 'gradient', denominator: 'after' } as const
    close((await view(sessionOf(RATIOS), choice)).of('token-mean').rollouts, [2.7 / 4.7, 2 / 4.7])
  })

  it('rows without action tokens count in means over rows only where that is chosen', async () => {
    const rows: readonly CanonicalRow[] = [
      ...CUT,
      { rollout_id: 'cut', group_id: 'g', segment_index: 3, response_mask: [0, 0] },
    ]
    const skip = await view(sessionOf(rows))
    const count = await view(sessionOf(rows), { emptyRows: 'count' })
    expect([skip.emptyRows, skip.rows]).toEqual([1, 5])
    // Four of five rows hold tokens.
    for (const mode of ['seq-mean-token-mean', 'seq-mean-token-sum', 'segment-mean'] as const) {
      const want = [...skip.of(mode).perToken].map((weight) => (weight * 4) / 5)
      close(count.of(mode).perToken, want)
      close(count.of(mode).rollouts, [...skip.of(mode).rollouts])
    }
    for (const mode of ['token-mean', 'rollout-mean', 'prompt-mean'] as const) {
      close(count.of(mode).perToken, [...skip.of(mode).perToken])
    }
  })

  it('a row that loses every token to the rule is an empty row after rejection', async () => {
    const lost: CanonicalRow = {
      rollout_id: 'b',
      group_id: 'g',
      response_mask: [1],
      log_probs: logs([0.5]),
      old_log_probs: [0],
      reward: -2,
    }
    const session = sessionOf([RATIOS[0], lost].map(toIcePop))
    const after = { denominator: 'after', mode: 'seq-mean-token-sum' } as const
    const skip = await view(session, after, 0, ICEPOP)
    expect([skip.emptyRows, skip.rows]).toEqual([1, 2])
    close(skip.of('seq-mean-token-sum').perToken, [1])
    const count = await view(session, { ...after, emptyRows: 'count' }, 0, ICEPOP)
    close(count.of('seq-mean-token-sum').perToken, [1 / 2])
  })

  it('says where r is taken as 1, and where no rollout has any gradient', async () => {
    const bare = await view(sessionOf(CUT), { measure: 'gradient' })
    expect(bare.assumesRatio).toBe(true)
    close(bare.of('rollout-mean').rollouts, [0.5, 0.5])
    const zero = CUT.map((row) => ('reward' in row ? { ...row, reward: 0 } : row))
    const none = await view(sessionOf(zero), { measure: 'gradient' })
    expect([...none.of('token-mean').rollouts]).toEqual([Number.NaN, Number.NaN])
  })

  it('lists part of a very large group, the selected rollout always', async () => {
    const many = Array.from(
      { length: 200 },
      (_, i): CanonicalRow => ({
        rollout_id: `r${i}`,
        group_id: 'g',
        response_mask: [1],
        reward: 1,
      }),
    )
    const { rollouts, unlisted, selected, of } = await view(sessionOf(many), {}, 150)
    expect([rollouts.length, unlisted, rollouts[selected].index]).toEqual([64, 136, 150])
    expect(of('token-mean').others).toBeCloseTo(136 / 200, 12)
  })

  it('shares sum to 1 on random batches, whatever is chosen', async () => {
    const choice = fc.record({
      mode: fc.constantFrom(...AGGREGATE_MODES.map(({ id }) => id)),
      lMax: fc.integer({ min: 1, max: 9000 }),
      denominator: fc.constantFrom('before' as const, 'after' as const),
      emptyRows: fc.constantFrom('skip' as const, 'count' as const),
      measure: fc.constantFrom('weight' as const, 'gradient' as const),
    })
    const rules = fc.constantFrom('ppo-clip', 'dis', 'cispo', 'chunk-is', 'none')
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1e6 }),
        choice,
        rules,
        async (seed, given, rule) => {
          const shape = { groups: 2, rolloutsPerGroup: 3, maxSegments: 4, seed }
          const session = sessionOf(batchSample(shape))
          const settings = { ratio: { rule, options: {} }, values: { kind: 'file' } } as const
          const { modes, turns } = await view(session, given, 1, settings)
          const sum = (shares: ArrayLike<number>) => Array.from(shares).reduce((s, x) => s + x, 0)
          for (const one of modes) {
            expect(sum(one.rollouts) + one.others).toBeCloseTo(1, 9)
            expect(sum(one.segments)).toBeCloseTo(1, 9)
          }
          expect(sum(turns.map(({ share }) => share))).toBeCloseTo(1, 9)
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('tokens that are out of the loss', () => {
  const logs = (ratios: readonly number[]) => ratios.map(Math.log)
  const rolloutOf = (id: string, group: string, ratio: number, reward: number): CanonicalRow => ({
    rollout_id: id,
    group_id: group,
    response_mask: [1, 1],
    old_log_probs: logs([ratio, ratio]),
    log_probs: logs([ratio, ratio]),
    rollout_log_probs: [0, 0],
    reward,
  })

  it('a rejected token leaves the denominators though its advantage is 0', async () => {
    // GRPO gives the group of one advantage 0; its ratio is outside the bounds.
    const rows = [
      rolloutOf('alone', 'g1', 10, 1),
      rolloutOf('won', 'g2', 1, 1),
      rolloutOf('lost', 'g2', 1, 0),
    ]
    const b = { estimator: 'grpo', options: {} }
    const bounds = { icepop: { low: 0.5, high: 2 }, dis: {}, 'chunk-is': { maskAbove: 2 } }
    for (const [rule, options] of Object.entries(bounds)) {
      const change: Partial<CreditSettings> = { b, ratio: { rule, options } }
      const { of, tokens } = await view(sessionOf(rows), { denominator: 'after' }, 1, change)
      expect([rule, ...tokens]).toEqual([rule, 2])
      close(of('token-mean').perToken, [1 / 4])
      close(of('seq-mean-token-mean').perToken, [1 / 4])
      const alone = await view(sessionOf(rows), { denominator: 'after' }, 0, change)
      expect([...alone.tokens]).toEqual([0])
      close(alone.of('token-mean').perToken, [0])
      const before = await view(sessionOf(rows), { denominator: 'before' }, 1, change)
      close(before.of('token-mean').perToken, [1 / 6])
    }
  })

  it('PPO rejects no token, with an advantage or without', async () => {
    const rows = [{ ...rolloutOf('alone', 'g1', 10, 1), old_log_probs: [0, 0] }]
    const change = { b: { estimator: 'grpo', options: {} } }
    expect([...(await view(sessionOf(rows), { denominator: 'after' }, 0, change)).tokens]).toEqual([
      2,
    ])
  })

  /** 2 truncated tokens in a group of 2 + 4. */
  const CUT_OFF: readonly CanonicalRow[] = [
    { rollout_id: 'off', group_id: 'g', response_mask: [1, 1], reward: 0, ended: 'truncated' },
    { rollout_id: 'won', group_id: 'g', response_mask: [1, 1, 0, 1, 1], reward: 1 },
    { rollout_id: 'other', group_id: 'h', response_mask: [1, 1], reward: 1 },
  ]
  const masking = (options: Record<string, string>) => ({ b: { estimator: 'grpo', options } })

  it('a masked rollout has no weight and stands in no denominator', async () => {
    const session = sessionOf(CUT_OFF)
    const change = masking({ maskEnded: 'truncated' })
    const { of, tokens, rollouts, emptyRows } = await view(session, {}, 1, change)
    expect(rollouts.map((one) => one.tokens)).toEqual([0, 4])
    expect([...tokens, emptyRows]).toEqual([4, 1])
    close(of('token-mean').rollouts, [0, 1])
    close(of('token-mean').perToken, [1 / 6])
    close(of('seq-mean-token-mean').perToken, [1 / 8])
    const counted = await view(session, { emptyRows: 'count' }, 1, change)
    close(counted.of('seq-mean-token-mean').perToken, [1 / 12])
  })

  it('a dropped group is not even an empty row', async () => {
    const change = masking({ groupFilter: 'dynamic-sampling' })
    const { of, rows, emptyRows } = await view(
      sessionOf(CUT_OFF),
      { emptyRows: 'count' },
      1,
      change,
    )
    expect([rows, emptyRows]).toEqual([2, 0])
    close(of('token-mean').perToken, [1 / 6])
    close(of('seq-mean-token-mean').perToken, [1 / 8])
  })

  it('is said: how many rollouts and tokens, by rule, and they leave the statistics', async () => {
    const ask = { rollout: 1, from: 0, to: 5, columns: 5, curveColumns: 5 }
    const frameOf = (b: Record<string, string | number>) =>
      sessionOf(CUT_OFF).frame({ ...ask, settings: { ...SETTINGS, ...masking(b as never) } })
    const plain = await frameOf({})
    expect([plain.removedB, statisticsOf(plain).b.count]).toEqual([undefined, 8])
    const both = await frameOf({ maskEnded: 'truncated', keep: 'positive-advantage' })
    expect(both.removedA).toBeUndefined()
    expect(both.removedB).toMatchObject({ removed: 4, actions: 8, rollouts: 3 })
    expect(both.removedB?.byRule).toEqual({
      keep: { unit: 'tokens', rollouts: 2, tokens: 4 },
      maskEnded: { unit: 'rollouts', rollouts: 1, tokens: 2 },
    })
    // What is left is the one rollout with A = 1.
    expect(statisticsOf(both).b).toMatchObject({ count: 4, mean: 1, std: 0 })
    const reward = await frameOf({ keep: 'positive-reward' })
    expect(reward.removedB?.byRule.keep).toEqual({ unit: 'rollouts', rollouts: 1, tokens: 2 })
  })

  it('a masked token leaves no mark in the strips; under A it stays what it is', async () => {
    const { strips } = await sessionOf(CUT_OFF).frame({
      ...{ rollout: 0, from: 0, to: 2, columns: 2, curveColumns: 2 },
      settings: { ...SETTINGS, ...masking({ maskEnded: 'truncated' }) },
    })
    expect([...strips[0].b.mean]).toEqual([Number.NaN, Number.NaN])
    expect([...strips[0].a.mean]).toEqual([0, 0])
    expect([...strips[0].difference.mean]).toEqual([0, 0])
  })
})
