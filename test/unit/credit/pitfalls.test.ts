/** The numbers that the pitfalls quote are what the page itself computes. */
import { describe, expect, it } from 'vitest'
import { AGGREGATE_MODES, aggregateModeOf } from '../../../src/credit/aggregate/aggregate.ts'
import type { Options } from '../../../src/credit/options.ts'
import { RATIO_RULES, ratioRuleOf } from '../../../src/credit/ratio/registry.ts'
import { ESTIMATORS } from '../../../src/credit/registry.ts'
import { batchOf, evaluate, type Sliders } from '../../support/batches.ts'

const written = (id: string): string =>
  [...ESTIMATORS, ...RATIO_RULES, ...AGGREGATE_MODES]
    .filter((one) => one.id === id)
    .flatMap(({ pitfalls }) => pitfalls)
    .join(' ')

/** Rounded as it is written, with a true minus. */
const shown = (x: number, digits: number): string =>
  String(Number(x.toFixed(digits))).replace('-', '−')

const numbersOf = async (
  rows: Parameters<typeof batchOf>[0],
  id: string,
  options: Options = {},
  sliders: Sliders = {},
): Promise<readonly number[]> =>
  (await evaluate(batchOf(rows), id, options, sliders)).advantages.flat()

const group = (outcomes: readonly number[], lengths: readonly number[] = [], id = 'g') =>
  outcomes.map((reward, i) => ({
    rollout_id: `${id}${i}`,
    group_id: id,
    response_mask: Array.from({ length: lengths[i] ?? 1 }, () => 1 as const),
    reward,
  }))

const cut = (values: readonly (readonly number[])[]) =>
  values.map((own, segment_index) => ({
    rollout_id: 'r',
    segment_index,
    response_mask: own.map(() => 1 as const),
    values: own,
    ...(segment_index === 0 ? { reward: 1 } : {}),
  }))

describe('numbers in the pitfalls', () => {
  it.each([
    ['per-segment-gae', {}, '{0}, {1} | {2}'],
    ['per-segment-gae', { reward: 'copied' }, '{0}, {1} | {2}'],
    ['cross-segment-gae', {}, '{0}, {1} | {2}'],
    ['cross-segment-gae', { order: 'literal' }, '{0}, {1} | {2}'],
  ] as const)('n = (2, 1) under %s %o', async (id, options, template) => {
    const got = await numbersOf(cut([[0.2, 0.4], [0.6]]), id, options, { lambda: 0.8 })
    const text = template.replace(/\{(\d)\}/g, (_, at) => shown(got[Number(at)], 3))
    expect(written(id)).toContain(text)
  })

  it('CompactionRL flips a sign, and its factors are not monotone', async () => {
    const rows = cut([[0.9], [0.2]])
    const [here] = await numbersOf(rows, 'compaction-gae', {}, { lambda: 0.8 })
    const [joined] = await numbersOf(rows, 'concat-gae', {}, { lambda: 0.8 })
    expect(written('compaction-gae')).toContain(
      `gives ${shown(here, 2)} here, ${shown(joined, 2)} on the joined`,
    )
    // V = 0, so an advantage at a segment's end is the factor itself.
    const long = cut([1000, 200, 800].map((n) => Array.from({ length: n }, () => 0)))
    const factors = async (lambdaLength: string) => {
      const options = { lambdaRule: 'length-adaptive', lambdaLength }
      const got = await numbersOf(long, 'compaction-gae', options)
      return [999, 1199, 1999].map((at) => shown(got[at], 3)).join(', ')
    }
    const text = written('compaction-gae')
    expect(text).toContain(`factors ${await factors('segment')}, so`)
    expect(text).toContain(`from the rollout’s length ${await factors('rollout')}.`)
    expect(text).toContain(`${(0.95 ** 1000).toExponential(0)}: earlier`)
  })

  it('GRPO: conventions of the std, a near-equal group, segments as members', async () => {
    const text = written('grpo')
    const pair = async (options: Options) => {
      const [right, wrong] = await numbersOf(group([1, 0, 1, 1]), 'grpo', options)
      return `+${shown(right, 3)} / ${shown(wrong, 3)}`
    }
    expect(text).toContain(`${await pair({})} with the population’s`)
    expect(text).toContain(`${await pair({ std: 'sample' })} with the sample’s`)
    const last = async (eps: number) =>
      (await numbersOf(group([1, 1, 1, 0.9995]), 'grpo', { std: 'sample', eps }))[3]
    expect(text).toContain(
      `${shown(await last(1e-6), 2)} at ε = 1e-6 and ${shown(await last(1e-4), 2)} at 1e-4`,
    )
    const segments = [0, 1, 2].map((segment_index) => ({
      ...group([1])[0],
      segment_index,
      reward: segment_index === 0 ? 1 : undefined,
    }))
    const split = [...segments, { ...group([0])[0], rollout_id: 'wrong' }]
    const bySegment = await numbersOf(split, 'grpo', { unit: 'segment' })
    expect(text).toContain(`+${shown(bySegment[0], 3)} / ${shown(bySegment[3], 3)} instead of`)
    expect(await numbersOf(split, 'grpo')).toEqual([1, 1, 1, -1])
  })

  it('REINFORCE++: token-weighted centring, and an all-right group that gets something', async () => {
    const plain = await numbersOf(group([1, 0], [2, 4]), 'reinforce-pp')
    expect(written('reinforce-pp')).toContain(`+${shown(plain[0], 2)} / ${shown(plain[2], 2)}`)
    const rows = [...group([1, 0], [1, 3]), ...group([1, 1], [2, 2], 'h')]
    const based = await numbersOf(rows, 'reinforce-pp-baseline')
    expect(written('reinforce-pp-baseline')).toContain(`gets +${shown(based[4], 3)}, not 0`)
  })

  it('returns that are reset at masked positions', async () => {
    const row = { rollout_id: 'r', response_mask: [1, 1, 0, 0, 1, 1] as const, reward: 1 }
    const first = async (observations: string) =>
      (await numbersOf([row], 'discounted-return', { observations }, { gamma: 0.9 }))
        .slice(0, 2)
        .map((x) => shown(x, 3))
        .join(', ')
    expect(written('discounted-return')).toContain(
      `gets ${await first('reset')} instead of ${await first('skip')}`,
    )
  })

  it('far above the bound PPO and DIS drop, CISPO caps', () => {
    const inputs = {
      log_probs: [Math.log(5)],
      old_log_probs: [0],
      rollout_log_probs: [0],
      advantages: [1],
      mask: [1],
    }
    const coefficient = (id: string) =>
      ratioRuleOf(id)?.apply(inputs, { epsLow: 0.2, epsHigh: 0.2, dualClip: Infinity })
        .coefficient[0]
    expect(coefficient('cispo')).toBe(1.2)
    expect(coefficient('ppo-clip')).toBe(0)
    expect(coefficient('dis')).toBe(0)
    expect(written('cispo')).toContain('still gets 1.2·A (ε high 0.2), where PPO’s clip gives 0')
  })

  it('the cut decides a segment mean, not a token mean', () => {
    const loss = (mode: string, segments: readonly (readonly number[])[]) => {
      const zeros = segments.map(() => 0)
      const tokens = segments.map((own) => own.length)
      const weights = aggregateModeOf(mode)?.weights(
        { tokens, rollout: zeros, group: zeros },
        { lMax: 1 },
      )
      return segments.reduce(
        (sum, own, s) => sum + (weights?.[s] ?? 0) * own.reduce((x, y) => x + y, 0),
        0,
      )
    }
    const ones = (n: number) => Array.from({ length: n }, () => 1)
    const [two, four] = [
      [ones(9), [9]],
      [ones(3), ones(3), ones(3), [9]],
    ]
    expect([loss('segment-mean', two), loss('segment-mean', four)]).toEqual([5, 3])
    for (const segments of [two, four]) expect(loss('token-mean', segments)).toBeCloseTo(1.8, 12)
    expect(written('segment-mean')).toContain('give 5 in two segments, 3 in four')
  })
})
