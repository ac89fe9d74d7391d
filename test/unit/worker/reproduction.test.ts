import { describe, expect, it } from 'vitest'
import { presetSettings } from '../../../src/credit/conventions/apply.ts'
import { presetOf } from '../../../src/credit/conventions/registry.ts'
import type { Options } from '../../../src/credit/options.ts'
import { createCpuEngine } from '../../../src/engine/cpu/engine.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import type { CreditSettings } from '../../../src/worker/api.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import type { ReproductionView } from '../../../src/worker/reproduction-view.ts'
import { Session } from '../../../src/worker/session.ts'
import { batchOf, evaluate } from '../../support/batches.ts'
import { answered } from '../../support/views.ts'

/** Two groups, tool results inside and at an end, one rollout cut in two: what presets disagree about. */
const rows: readonly CanonicalRow[] = [0, 1, 2, 3, 4, 5, 6].flatMap((i): CanonicalRow[] => {
  const mask = [1, 1, 0, 1, 0, 0, 1, 1, 1, i === 2 ? 0 : 1]
  const row = (segment: number): CanonicalRow => ({
    rollout_id: `r${i}`,
    group_id: i < 4 ? 'g' : i < 6 ? 'h' : 'alone',
    segment_index: segment,
    response_mask: mask,
    values: mask.map((_, t) => Math.sin(7 * i + 3 * segment + t) / 2),
    ...(segment === 0 && { reward: [1, 0, 1, 1, 0.5, 0, 1][i] }),
  })
  return i === 5 ? [row(0), row(1)] : [row(0)]
})

const SETTINGS: CreditSettings = settingsOf(DEFAULT_DOCUMENT)

async function reproduce(
  recorded: readonly (readonly number[])[] | undefined,
  given: readonly CanonicalRow[] = rows,
  settings: CreditSettings = SETTINGS,
): Promise<ReproductionView> {
  const withAdvantages = given.map((row, s) => ({
    ...row,
    ...(recorded && { advantages: Float32Array.from(recorded[s]) }),
  }))
  const trace = traceOfRows(withAdvantages, { name: 't', format: 'canonical-jsonl', bytes: 0 })
  const session = new Session(trace, createCpuEngine(), () => ({
    id: 'cpu',
    description: '',
    reason: { code: 'exact' },
  }))
  const request = { kind: 'reproduction', settings, rollout: 0, question: {} } as const
  return answered(await session.view(request))
}

async function tried(...given: Parameters<typeof reproduce>) {
  const view = await reproduce(...given)
  if (view.kind !== 'tried') throw new Error(view.kind)
  return view
}

async function writtenBy(
  preset: string,
  estimator: string,
  sliders: { gamma?: number; lambda?: number },
  more: Options = {},
) {
  const found = presetOf(preset)
  const options = found && presetSettings(found, estimator)?.options
  if (!options) throw new Error(`${preset} says nothing about ${estimator}`)
  const { advantages } = await evaluate(batchOf(rows), estimator, { ...options, ...more }, sliders)
  return advantages
}

const made = (id: string) => expect.objectContaining({ kind: 'preset', id })

describe('recorded advantages', () => {
  it.each([
    ['verl-b178a3cd', 'reinforce-pp', {}, {}, 'verl-1dda039b'],
    ['slime-624b824a', 'per-segment-gae', { lambda: 0.95 }, {}, 'verl-1dda039b'],
    [
      'openrlhf-3c3be623',
      'per-segment-gae',
      { lambda: 0.97 },
      { whiten: 'batch' },
      'slime-624b824a',
    ],
    ['nemo-rl-7ea279ab', 'grpo', {}, {}, 'areal-4aef98d8'],
    ['areal-4aef98d8', 'grpo', {}, {}, 'trl-f2cd5771'],
  ] as const)(
    'of %s, %s are traced back to it',
    async (preset, estimator, sliders, more, rival) => {
      const recorded = await writtenBy(preset, estimator, sliders, more)
      const { best, whitened } = await tried(recorded)
      expect(whitened).toBe('all')
      expect(best[0].tokens).toBe(
        rows.reduce((n, row) => n + [...row.response_mask].reduce((s, m) => s + m, 0), 0),
      )
      const [first] = best
      expect(first).toMatchObject({ estimator, share: 1 })
      expect(first.maxRelative).toBeLessThan(1e-6)
      expect(first.makers).toContainEqual(made(preset))
      if ('lambda' in sliders) expect(first.lambda).toBe(sliders.lambda)
      // One that is known to do otherwise is not named.
      for (const { makers } of best.filter(
        (one) => one.share === 1 && one.estimator === estimator,
      )) {
        expect(makers).not.toContainEqual(made(rival))
      }
    },
  )

  it('that are noise are claimed for nobody, and the worst token is named', async () => {
    const recorded = rows.map((row, s) => [...row.response_mask].map((_, t) => Math.cos(9 * s + t)))
    const { best, reproducing } = await tried(recorded)
    expect(reproducing).toBe(0)
    expect(best[0].share).toBeLessThan(0.2)
    const { worst, maxAbsolute } = best[0]
    expect(Math.abs(worst.got - worst.recorded)).toBeCloseTo(maxAbsolute, 12)
  })

  it('without the outcomes behind them are told from those that nothing reproduces', async () => {
    const recorded = await writtenBy('areal-4aef98d8', 'grpo', {})
    const full = await tried(recorded)
    expect(full).toMatchObject({ recordedRollouts: 7, withoutOutcome: 0 })
    expect(full.reproducing).toBeGreaterThan(0)
    const bare = rows.map(({ reward: _, ...row }) => row)
    const none = await tried(recorded, bare)
    expect(none).toMatchObject({ recordedRollouts: 7, withoutOutcome: 7, reproducing: 0 })
    const some = rows.map(({ reward, ...row }) =>
      row.rollout_id === 'r0' ? row : { ...row, reward },
    )
    expect(await tried(recorded, some)).toMatchObject({ recordedRollouts: 7, withoutOutcome: 1 })
  })

  it('that lack one token are not fully reproduced', async () => {
    const recorded = await writtenBy('areal-4aef98d8', 'grpo', {})
    const broken = recorded.map((row, s) => row.map((a, t) => (s === 0 && t === 3 ? a + 0.5 : a)))
    const { best, reproducing } = await tried(broken)
    expect(reproducing).toBe(0)
    expect(best[0].makers).toContainEqual(made('areal-4aef98d8'))
    expect(best[0].worst).toMatchObject({ rollout: 0, segment: 0, position: 3 })
    expect(best[0].maxAbsolute).toBeCloseTo(0.5, 6)
  })

  it('with one huge outcome are traced back by the rollouts without it', async () => {
    const wide = [1e6, 1, 1, 1, 1, 1].map(
      (reward, i): CanonicalRow => ({
        rollout_id: `r${i}`,
        group_id: 'g',
        response_mask: Array.from({ length: 30 }, (_, t) => (t % 6 > 3 && t < 28 ? 0 : 1)),
        values: Array.from({ length: 30 }, (_, t) => Math.sin(7 * i + t) ** 2),
        reward,
      }),
    )
    const dense = { observations: 'dense' }
    const { advantages } = await evaluate(batchOf(wide), 'concat-gae', dense, { lambda: 0.95 })
    const { best, reproducing } = await tried(advantages, wide)
    expect(reproducing).toBeGreaterThan(0)
    expect(best[0].share).toBe(1)
    expect(best[0].options.observations).toBe('dense')
    for (const { share, options } of best) {
      // Observations of value 0 give other numbers, which the huge rollout must not excuse.
      if (options.observations === 'zero') expect(share).toBeLessThan(1)
    }
  })

  it('that are noise beside one huge number are claimed for nobody', async () => {
    const recorded = rows.map((row, s) =>
      [...row.response_mask].map((_, t) => (s === 0 && t === 0 ? 1e9 : Math.cos(9 * s + t))),
    )
    const { best, reproducing, scaled } = await tried(recorded)
    expect(reproducing).toBe(0)
    expect(best[0].share).toBeLessThan(0.2)
    expect(scaled).toBeUndefined()
  })

  it('that are all multiplied by 2 are traced back, with the factor', async () => {
    const recorded = await writtenBy('verl-1dda039b', 'grpo', {})
    const { best, scaled } = await tried(recorded.map((row) => row.map((a) => 2 * a)))
    expect(best[0].share).toBeLessThan(1)
    expect(scaled?.factor).toBeCloseTo(2, 5)
    expect(scaled).toMatchObject({ estimator: 'grpo', share: 1 })
    expect(scaled?.makers).toContainEqual(made('verl-1dda039b'))
    // As it is, nothing is said about a factor.
    expect((await tried(recorded)).scaled).toBeUndefined()
  })

  /** One pair and a rollout of its own, one segment each. */
  const PAIR: readonly CanonicalRow[] = [1, 0, 1].map((reward, i) => ({
    rollout_id: `r${i}`,
    group_id: i < 2 ? 'pair' : 'alone',
    response_mask: [1, 1],
    reward,
  }))
  const fill = (...numbers: readonly number[]) => numbers.map((a) => [a, a])

  it('that every convention gives up to a factor are claimed for nobody', async () => {
    // 0.7 · (½ / (√½ + ε)) and 0: any std fits with a factor of its own.
    const a = (0.7 * 0.5) / Math.SQRT1_2
    const { reproducing, scaled, scaledSets } = await tried(fill(a, -a, 0), PAIR)
    expect(reproducing).toBe(0)
    expect(scaled?.share).toBe(1)
    expect(scaledSets).toBeGreaterThan(3)
  })

  it('that a convention gives as they are need no factor, and nobody’s', async () => {
    const a = 0.5 / (Math.SQRT1_2 + 1e-4)
    const { best, tied, scaled, scaledSets } = await tried(fill(a, -a, 0), PAIR)
    expect([scaled, scaledSets]).toEqual([undefined, 0])
    // TRL’s ε of 1e-4 is seen; verl and SkyRL would keep the lone outcome, 1.
    expect(best[0].makers).toEqual([made('trl-f2cd5771')])
    expect(tied).toBe(1)
  })

  it('that several conventions give equally well are said to be those of all of them', async () => {
    const a = 0.5 / (Math.SQRT1_2 + 1e-6)
    const pair = PAIR.slice(0, 2)
    const { best, tied } = await tried(fill(a, -a), pair)
    const ids = best
      .slice(0, tied)
      .flatMap(({ makers }) => makers.map((maker) => (maker.kind === 'preset' ? maker.id : 'page')))
    // ROLL gives a group of one 0, verl its outcome: without such a group they are the same.
    for (const id of ['verl-1dda039b', 'skyrl-a9564572', 'roll-8eb27cc2', 'slime-624b824a']) {
      expect(ids).toContain(id)
    }
    expect(ids).not.toContain('trl-f2cd5771')
  })

  it('are judged of trainers whatever A and B are on the page', async () => {
    const recorded = await writtenBy('trl-f2cd5771', 'grpo', {})
    const trainers = async (settings: CreditSettings) => {
      const { best } = await tried(recorded, rows, settings)
      return best
        .filter(({ makers }) => makers.every(({ kind }) => kind === 'preset'))
        .map(({ makers, options, share }) => ({ makers, options, share }))
        .slice(0, 4)
    }
    const b = { estimator: 'grpo', options: { std: 'none', singleton: 'raw', unit: 'segment' } }
    expect(await trainers({ ...SETTINGS, b })).toEqual(await trainers(SETTINGS))
  })

  it('say which options a trainer leaves open, where they may matter', async () => {
    const { best } = await tried(await writtenBy('prime-rl-559b4477', 'grpo', {}))
    const own = best[0].makers.find((one) => one.kind === 'preset' && one.id.startsWith('prime'))
    // ε divides nothing without a std; a rollout here is cut, one is alone.
    expect(own).toMatchObject({ open: ['singleton', 'unit'] })
    const alone = await tried(fill(0.5, -0.5), PAIR.slice(0, 2))
    expect(alone.best[0].makers).toContainEqual({
      kind: 'preset',
      id: 'prime-rl-559b4477',
      open: [],
      own: true,
    })
  })

  it('by an estimator that a trainer lacks are not said to be its own', async () => {
    // slime’s GAE is per segment; on a rollout of one segment the cross-segment one gives the same numbers.
    const one = rows.filter(({ rollout_id }) => rollout_id !== 'r5')
    const found = presetOf('slime-624b824a')
    const options = found && presetSettings(found, 'per-segment-gae')?.options
    const { advantages } = await evaluate(batchOf(one), 'per-segment-gae', options, {
      lambda: 0.95,
    })
    const { best, tied } = await tried(advantages, one)
    expect(best[0].estimator).toBe('per-segment-gae')
    expect(best[0].makers).toContainEqual(
      expect.objectContaining({ id: 'slime-624b824a', own: true }),
    )
    const others = best.slice(0, tied).filter(({ estimator }) => estimator !== 'per-segment-gae')
    expect(others.length).toBeGreaterThan(0)
    for (const maker of others.flatMap(({ makers }) => makers)) {
      expect(maker.kind === 'page' || !maker.own).toBe(true)
    }
  })

  it('that are missing, or all zero, say nothing', async () => {
    expect(await reproduce(undefined)).toEqual({ kind: 'none' })
    const zeros = rows.map((row) => [...row.response_mask].map(() => 0))
    expect((await reproduce(zeros)).kind).toBe('zero')
  })

  it('of a large batch are tried on whole groups, unwhitened, with places in the whole', async () => {
    const group = (g: number): readonly CanonicalRow[] =>
      [0, 1].map((i) => ({
        rollout_id: `${g}-${i}`,
        group_id: `g${g}`,
        response_mask: new Uint8Array(6000).fill(1),
        advantages: new Float64Array(6000).fill((i === 0 ? 0.5 : -0.5) / (Math.SQRT1_2 + 1e-5)),
        reward: 1 - i,
      }))
    const view = await tried(undefined, [0, 1, 2, 3, 4, 5, 6].flatMap(group))
    expect(view.whitened).toBe('always')
    expect(view.groups).toBeGreaterThan(0)
    expect(view.groups).toBeLessThan(view.allGroups)
    expect(view.best[0].tokens).toBe(view.groups * 12_000)
    // The sample’s standard deviation √½ + 1e-5.
    expect(view.best[0].makers).toContainEqual(made('areal-4aef98d8'))
    expect(view.reproducing).toBeGreaterThan(0)
  })
})
