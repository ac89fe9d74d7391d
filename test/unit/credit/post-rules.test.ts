/** The rules of post-processing: what the registry derives, and that the numbers in their pitfalls are computed ones. */
import { describe, expect, it } from 'vitest'
import type { Options } from '../../../src/credit/options.ts'
import { POST_OPTIONS, POST_RULES, POST_STAGES } from '../../../src/credit/post-registry.ts'
import { choicesOf } from '../../../src/credit/post-rule.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import { batchOf, evaluate } from '../../support/batches.ts'

const written = (id: string): string =>
  POST_RULES.filter((one) => one.id === id)
    .flatMap(({ pitfalls }) => pitfalls)
    .join(' ')

/** Rounded as it is written, with a true minus. */
const shown = (x: number, digits = 3): string => String(Number(x.toFixed(digits))).replace('-', '−')

const ones = (n: number): readonly number[] => Array.from({ length: n }, () => 1)
const zeros = (n: number): readonly number[] => Array.from({ length: n }, () => 0)

/** One rollout of one prompt per outcome. */
const group = (
  outcomes: readonly number[],
  more: (i: number) => Partial<CanonicalRow> = () => ({}),
) =>
  outcomes.map((reward, i) => ({
    ...{ rollout_id: `r${i}`, group_id: 'g', response_mask: [1], reward },
    ...more(i),
  }))

const advantages = async (
  rows: readonly CanonicalRow[],
  options: Options,
  estimator = 'grpo',
): Promise<readonly number[]> =>
  (await evaluate(batchOf(rows), estimator, options)).advantages.flat()

describe('the registry', () => {
  it('has stages in the order of trace-schema §3, their values and defaults', () => {
    const read = POST_STAGES.map(({ name, off, rules }) => [
      name,
      [off, ...rules.flatMap(choicesOf)].map(({ value }) => value),
    ])
    expect(read).toEqual([
      ['reweight', ['none', 'asyppo', 'rhythm-local', 'rhythm-global', 'rhythm-coupled']],
      ['keep', ['all', 'positive-reward', 'positive-advantage']],
      [
        'overlong',
        ['keep', 'mask', 'mask-and-drop-from-statistics', 'soft-penalty', 'linear-penalty'],
      ],
      ['maskEnded', ['none', 'truncated', 'error', 'truncated-or-error', 'not-terminated']],
      ['chunkMask', ['off', 'ipa']],
      ['groupFilter', ['off', 'tb', 'dynamic-sampling']],
    ])
    for (const stage of POST_STAGES) {
      const spec = POST_OPTIONS.find(({ name }) => name === stage.name)
      expect(spec?.default).toBe(stage.off.value)
    }
  })

  it('shows a rule’s own options while one of the rules that have it is on', () => {
    const shownBy = Object.fromEntries(
      POST_OPTIONS.flatMap(({ name, when }) => (when ? [[name, [when.option, ...when.is]]] : [])),
    )
    const rhythms = ['rhythm-local', 'rhythm-global', 'rhythm-coupled']
    expect(shownBy).toEqual({
      k: ['reweight', 'asyppo'],
      h: ['reweight', 'asyppo'],
      amplify: ['reweight', ...rhythms],
      q: ['reweight', ...rhythms],
      signScope: ['reweight', ...rhythms],
      alphaBack: ['reweight', 'rhythm-coupled'],
      lMax: ['overlong', 'soft-penalty', 'linear-penalty'],
      lCache: ['overlong', 'soft-penalty', 'linear-penalty'],
      endedStatistics: ['maskEnded', 'truncated', 'error', 'truncated-or-error', 'not-terminated'],
      maskAbove: ['chunkMask', 'ipa'],
    })
  })

  it('has a reason ready wherever a rule needs data beyond outcomes and groups', () => {
    const bare = batchOf([{ rollout_id: 'r', response_mask: [1] }])
    for (const rule of POST_RULES) {
      const hard = rule.needs.some((need) => need !== 'outcome' && need !== 'group')
      for (const choice of choicesOf(rule)) {
        expect(choice.unavailable?.(bare) !== undefined, choice.value).toBe(hard)
      }
    }
  })
})

describe('numbers in the pitfalls of reweighting', () => {
  /** Chains without values and γ = λ = 1 in effect: A = R on every token. */
  const chain = (row: Partial<CanonicalRow>, options: Options) =>
    advantages(
      [{ rollout_id: 'r', response_mask: ones(10), reward: 1, ...row }],
      {
        ...options,
      },
      'discounted-return',
    )

  it('AsyPPO: ties by position, and the zeroed stay in the mean', async () => {
    // The ensemble of golden asyppo.10tok: σ = 0 on tokens 0, 4 and 6.
    const values_per_critic = [
      [0.2, 0.4, 0.6, 0.5, 0.1, 0.9, 0.3, 0.3, 0.8, 0.7],
      [0.2, 0.6, 0.5, 0.1, 0.1, 0.5, 0.3, 0.2, 0.9, 0.2],
    ]
    const got = await chain({ values_per_critic }, { reweight: 'asyppo', k: 0.2 })
    expect(got).toEqual([0, 1, 1, 1, 0, 1, 1, 1, 1, 1])
    expect(written('asyppo')).toContain(
      'of ten tokens, three with σ = 0, k = 0.2 zeroes the first two',
    )
    const five = [
      [1, 2, 3, 4, 5],
      [1, 3, 5, 7, 9],
    ]
    const row = { rollout_id: 'r', response_mask: ones(5), reward: 1, values_per_critic: five }
    const { evaluation } = await evaluate(batchOf([row]), 'discounted-return', {
      reweight: 'asyppo',
    })
    expect(evaluation.removal).toBeUndefined()
    expect(written('asyppo')).toContain(
      `have a mean of ${shown(evaluation.statistics.mean)}, not 1`,
    )
  })

  it('rhythm: how many of a row, and how much larger they are together', async () => {
    const amplified = async (n: number) => {
      const row = { response_mask: ones(n), waad: ones(n) }
      return (await chain(row, { reweight: 'rhythm-local' })).filter((x) => x === 1.5).length
    }
    expect(await amplified(1)).toBe(1)
    expect(written('rhythm-local')).toContain(`one of 1001 has ${await amplified(1001)}`)
    const all = await chain({ fai: ones(10) }, { reweight: 'rhythm-global' })
    const mean = all.reduce((sum, x) => sum + x, 0) / all.length
    expect(written('rhythm-global')).toContain(`equal advantages are ${shown(mean)} times as large`)
  })
})

describe('numbers in the pitfalls of keeping', () => {
  it('positive reward and positive advantage', async () => {
    const keep = { keep: 'positive-reward' }
    const mixed = await advantages(group([1, 0, 1, -0.5]), keep)
    expect(mixed.map((x) => shown(x))).toEqual(['0.962', '0', '0.962', '0'])
    expect(written('positive-reward')).toContain(`the two right ones +${shown(mixed[0])}`)
    expect(await advantages(group([1, 1]), keep)).toEqual([0, 0])
    const graded = await advantages(group([0.2, 0.9]), keep)
    expect(graded.map((x) => shown(x))).toEqual(['−1', '1'])
    const alone = [0.2, 0.4, 0.9].map((reward, i) => ({
      ...group([reward])[0],
      rollout_id: `${i}`,
    }))
    const positive = async (options: Options) =>
      (await advantages(alone, { ...options, keep: 'positive-advantage' }, 'per-segment-gae')).map(
        (x) => x > 0,
      )
    expect(await positive({})).toEqual([true, true, true])
    expect(await positive({ whiten: 'batch' })).toEqual([false, false, true])
  })

  it('masked outcomes in the statistics, or out of them, by flag and by ending', async () => {
    const rows = group([1, 0, 1, 0], (i) =>
      i === 3 ? { flags: ['overlong'], ended: 'truncated' } : {},
    )
    const list = async (options: Options) =>
      (await advantages(rows, options)).map((x) => shown(x)).join(', ')
    const counted = await list({ overlong: 'mask' })
    const dropped = await list({ overlong: 'mask-and-drop-from-statistics' })
    expect(written('mask')).toContain(`gives ${counted}; left out of the statistics ${dropped}.`)
    expect(written('mask-and-drop-from-statistics')).toContain(
      `gives ${dropped}; with its outcome counted ${counted}.`,
    )
    const ended = { maskEnded: 'truncated' }
    expect([await list(ended), await list({ ...ended, endedStatistics: 'drop' })]).toEqual([
      counted,
      dropped,
    ])
    expect(written('compact-filtering')).toContain(`gives ${counted} if they do, else ${dropped}.`)
    const pair = group([1, 0], (i) => (i === 1 ? { flags: ['overlong'] } : {}))
    expect(await advantages(pair, { overlong: 'mask' })).toEqual([1, 0])
    const options = { overlong: 'mask-and-drop-from-statistics' }
    expect(await advantages(pair, options)).toEqual([0, 0])
  })

  it('a missing ending is a good one, an unknown one is not', async () => {
    const rows = group([1, 0, 1], (i) => (i === 0 ? { ended: 'unknown' } : {}))
    const options = { maskEnded: 'not-terminated', std: 'none' }
    const got = await advantages(rows, options)
    expect(got.map((x) => shown(x))).toEqual(['0', '−0.667', '0.333'])
  })

  it('penalties: 20 and 4', async () => {
    const limits = { lMax: 20, lCache: 4 }
    const penalty = async (kind: string, tokens: number) => {
      const row = { rollout_id: 'r', response_mask: ones(tokens), reward: 0 }
      return (await advantages([row], { ...limits, overlong: kind }, 'discounted-return'))[0]
    }
    const soft = written('soft-penalty')
    expect(await penalty('soft-penalty', 16)).toBe(0)
    expect(soft).toContain(`one of 17 pays ${shown(await penalty('soft-penalty', 17))}`)
    expect(await penalty('soft-penalty', 20)).toBe(-1)
    expect(await penalty('soft-penalty', 30)).toBe(-1)
    const linear = written('linear-penalty')
    expect(linear).toContain(`of 21 tokens pays ${shown(await penalty('linear-penalty', 21))}`)
    expect(linear).toContain(`one of 30 pays ${shown(await penalty('linear-penalty', 30))}`)
    const rows = group([1, 1, 1, 1], (i) => (i === 3 ? { response_mask: ones(30) } : {}))
    const first = async (overlong: string) =>
      (await advantages(rows, { ...limits, overlong, std: 'none' }))[0]
    expect(linear).toContain(
      `give the others +${shown(await first('linear-penalty'))}; with DAPO’s floor +${shown(await first('soft-penalty'))}`,
    )
  })

  it('IPA: the mask is one-sided, and a mean over the chunk', async () => {
    const logs = (ratios: readonly number[]) => ratios.map(Math.log)
    const kept = async (ratios: readonly number[], maskAbove: number) => {
      const rows = [
        {
          ...{ rollout_id: 'r', response_mask: ones(ratios.length), reward: 1 },
          ...{ old_log_probs: logs(ratios), rollout_log_probs: zeros(ratios.length) },
        },
      ]
      const options = { chunkMask: 'ipa', maskAbove }
      return (await advantages(rows, options, 'discounted-return'))[0] === 1
    }
    expect([await kept([1.6], 1.5), await kept([0.01], 1.5)]).toEqual([false, true])
    const ten = [100, ...ones(9)]
    expect([await kept(ten, 2), await kept(ten, 1.59), await kept(ten, 1.58)]).toEqual([
      ...[true, true],
      false,
    ])
  })

  it('group filters: every other flagged group; graded outcomes and groups of one', async () => {
    const flagged = Array.from({ length: 8 }, (_, g) =>
      ['a', 'b'].map((id, i) => ({
        ...{ rollout_id: `${g}${id}`, group_id: `${g}`, response_mask: [1], reward: i },
        flags: i === 0 ? (['drop'] as const) : [],
      })),
    ).flat()
    const got = await advantages(flagged, { groupFilter: 'tb' })
    const stays = Array.from({ length: 8 }, (_, g) => got[2 * g] !== 0)
    expect(stays).toEqual([true, false, true, false, true, false, true, false])
    const options = { groupFilter: 'dynamic-sampling' }
    const graded = group([0.2, 0.9])
    expect((await advantages(graded, {})).map((x) => shown(x))).toEqual(['−1', '1'])
    expect(await advantages(graded, options)).toEqual([0, 0])
    expect(await advantages(group([1]), options, 'per-segment-gae')).toEqual([0])
  })
})
