import { describe, expect, it } from 'vitest'
import { createCpuEngine } from '../../../src/engine/cpu/engine.ts'
import { type Engine, ticksByScans } from '../../../src/engine/engine.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import type { CreditSettings } from '../../../src/worker/api.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import type {
  AdvantageComparison,
  ConventionsQuestion,
  ConventionsView,
} from '../../../src/worker/conventions-view.ts'
import { Session } from '../../../src/worker/session.ts'
import { answered } from '../../support/views.ts'

const VERL = 'verl-1dda039b'
const VERL_OLD = 'verl-b178a3cd'
const SLIME = 'slime-624b824a'
const MILES = 'miles-31f1ca96'
const OPENRLHF = 'openrlhf-3c3be623'
const NEMO = 'nemo-rl-7ea279ab'
const TRL = 'trl-f2cd5771'
const AREAL = 'areal-4aef98d8'

/** A GPU rounds to float32; a comparison of conventions must not show it. */
function float32Engine(): Engine {
  const cpu = createCpuEngine()
  return ticksByScans({
    ...cpu,
    scan: async (handle, gamma, runs) => {
      const { advantage, critic } = await cpu.scan(handle, gamma, runs)
      return { advantage: Float32Array.from(advantage), critic: Float32Array.from(critic) }
    },
  })
}

const SETTINGS: CreditSettings = { ...settingsOf(DEFAULT_DOCUMENT), lambda: 0.5 }

async function viewOf(
  rows: readonly CanonicalRow[],
  question: Pick<ConventionsQuestion, 'a' | 'b'> & Partial<ConventionsQuestion>,
  settings: Partial<CreditSettings> = {},
  rollout = 0,
): Promise<ConventionsView> {
  const trace = traceOfRows(rows, { name: 'test', format: 'canonical-jsonl', bytes: 0 })
  const session = new Session(trace, float32Engine(), () => ({
    id: 'cpu',
    description: '',
    reason: { code: 'exact' },
  }))
  const answer = await session.view({
    kind: 'conventions',
    settings: { ...SETTINGS, ...settings },
    rollout,
    question: { estimator: undefined, whiten: undefined, columns: 6, ...question },
  })
  return answered(answer)
}

async function advantageOf(...given: Parameters<typeof viewOf>): Promise<AdvantageComparison> {
  const { advantage } = await viewOf(...given)
  if (!advantage) throw new Error('no estimator is shared')
  return advantage
}

const causes = ({ causes }: Pick<AdvantageComparison, 'causes'>) =>
  causes.map(({ difference, tokens, why }) => [difference.option, tokens, why] as const)

/** Two observations between two turns; γ 1, λ 0.5. Numbers by hand, as in the presets' own test. */
const OBSERVED: readonly CanonicalRow[] = [
  {
    rollout_id: 'r',
    response_mask: [1, 1, 0, 0, 1, 1],
    values: [0.4, 0.5, 0.9, 0.1, 0.6, 0.7],
    reward: 1,
  },
]
const PER_SEGMENT = 'per-segment-gae'

describe('two presets on a trace with observations', () => {
  it('verl and slime: the two tokens before the observations, and why', async () => {
    const found = await advantageOf(OBSERVED, {
      a: VERL,
      b: SLIME,
      estimator: PER_SEGMENT,
      whiten: 'none',
    } as const)
    expect(found).toMatchObject({ tokens: 4, differing: 2, rollouts: 1, differingRollouts: 1 })
    expect(found.flips).toBe(0)
    // 0.2125, 0.225 under skip; 0.178125, 0.15625 under dense.
    expect(found.largest).toMatchObject({ rollout: 0, segment: 0, position: 1, last: 1 })
    expect(found.largest?.a).toBeCloseTo(0.225, 12)
    expect(found.largest?.b).toBeCloseTo(0.15625, 12)
    expect(causes(found)).toEqual([['observations', 2, undefined]])
    expect(found.causes[0].largest).toBeCloseTo(0.06875, 12)
    expect(found.causes[0].difference.sentence).toBe(
      'verl (August 2026) carries value and accumulators over observation tokens; slime steps through observation tokens like action tokens.',
    )
    expect(found.own.top.map(({ position }) => position)).toEqual([1])
    const [strip] = found.own.strips
    expect([...strip.difference.mean].map((x) => Number(x.toFixed(6)))).toEqual([
      -0.034375,
      -0.06875,
      Number.NaN,
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ])
  })

  it('verl and OpenRLHF: both early advantages change sign', async () => {
    const found = await advantageOf(OBSERVED, {
      a: VERL,
      b: OPENRLHF,
      estimator: PER_SEGMENT,
      whiten: 'none',
    } as const)
    expect(found).toMatchObject({ differing: 2, flips: 2 })
    // ddof and form of a whitening that is off, and the place of the outcome, take no part.
    expect(causes(found)).toContainEqual(['observations', 2, undefined])
    expect(causes(found)).toContainEqual(['rewardAt', 0, 'ends-on-action'])
    expect(causes(found)).toContainEqual(['ddof', 0, 'whitening-off'])
  })

  it('slime and miles differ twice, and one of the two is responsible', async () => {
    const found = await advantageOf(OBSERVED, {
      a: SLIME,
      b: MILES,
      estimator: PER_SEGMENT,
      whiten: 'none',
    } as const)
    expect(causes(found)).toEqual([
      ['observations', 2, undefined],
      ['rewardAt', 0, 'ends-on-action'],
    ])
  })

  it('an outcome on a trailing tool result: the place is responsible', async () => {
    const rows = [{ ...OBSERVED[0], response_mask: [1, 1, 1, 1, 1, 0] }]
    const found = await advantageOf(rows, {
      a: VERL,
      b: MILES,
      estimator: PER_SEGMENT,
      whiten: 'none',
    } as const)
    // skip: δ of the last action loses R = 1, each earlier token 0.5 of it per step.
    expect(found).toMatchObject({ tokens: 5, differing: 5 })
    expect(found.largest).toMatchObject({ position: 4 })
    expect((found.largest?.b ?? 0) - (found.largest?.a ?? 0)).toBeCloseTo(1, 12)
    expect(causes(found)[0]).toEqual(['rewardAt', 5, undefined])
    const { facts } = await viewOf(rows, { a: VERL, b: MILES })
    expect(facts.endsMasked).toBe(1)
  })

  it('nothing differs where γ and λ are 1, and it is said why', async () => {
    const question = { a: VERL, b: SLIME, estimator: PER_SEGMENT, whiten: 'none' } as const
    const found = await advantageOf(OBSERVED, question, { lambda: 1 })
    expect(found).toMatchObject({ differing: 0, largest: undefined })
    expect(causes(found)).toEqual([['observations', 0, 'gamma-lambda-one']])
    const bare = [{ ...OBSERVED[0], response_mask: [1, 1, 1, 1, 1, 1] }]
    expect(causes(await advantageOf(bare, question))).toEqual([
      ['observations', 0, 'no-observations'],
    ])
  })
})

describe('the estimator of the comparison', () => {
  it('is the page’s B or A, one of the two where they differ before the other', async () => {
    // B is cross-segment GAE on the page, which neither of the two has.
    expect((await advantageOf(OBSERVED, { a: VERL, b: SLIME })).estimator).toBe(PER_SEGMENT)
    // They differ under REINFORCE++ only, which is neither A nor B.
    expect((await advantageOf(OBSERVED, { a: VERL_OLD, b: VERL })).estimator).toBe(PER_SEGMENT)
    const b = { estimator: 'grpo', options: {} }
    expect((await advantageOf(OBSERVED, { a: VERL, b: TRL }, { b })).estimator).toBe('grpo')
    const both = { a: b, b: { estimator: 'gigpo', options: {} } }
    expect((await advantageOf(OBSERVED, { a: VERL, b: SLIME }, both)).estimator).toBe('grpo')
  })

  it('is another only where both trainers have neither', async () => {
    const slot = { estimator: 'turn-gae', options: {} }
    const found = await advantageOf(OBSERVED, { a: VERL_OLD, b: VERL }, { a: slot, b: slot })
    expect(found.estimator).toBe('reinforce-pp')
  })

  it('is one that carries credit over a cut where a trainer brings it, or a person asks for it', async () => {
    const found = await viewOf(OBSERVED, { a: VERL, b: 'compactionrl-paper' })
    expect(found.advantage?.estimator).toBe('compaction-gae')
    const lacking = (id: string, { offers }: ConventionsView) =>
      offers.find(({ estimator }) => estimator === id)?.lacking
    expect(lacking('compaction-gae', found)).toEqual(['a'])
    const asked = await viewOf(OBSERVED, { a: VERL, b: SLIME, estimator: 'concat-gae' })
    expect(asked.advantage?.estimator).toBe('concat-gae')
    expect(lacking('concat-gae', asked)).toEqual(['a', 'b'])
    expect(lacking(PER_SEGMENT, asked)).toEqual([])
  })

  it('is none where no estimator is known of both', async () => {
    const { advantage, offers } = await viewOf(OBSERVED, { a: TRL, b: MILES })
    expect(advantage).toBeUndefined()
    expect(offers.find(({ estimator }) => estimator === 'grpo')?.speakers).toBe('a')
    expect(offers.find(({ estimator }) => estimator === PER_SEGMENT)?.speakers).toBe('b')
  })
})

const GROUP: readonly CanonicalRow[] = [1, 0, 1, 1].map((reward, i) => ({
  rollout_id: `r${i}`,
  group_id: 'g',
  response_mask: [1, 1],
  reward,
}))

describe('two presets on a group', () => {
  it('TRL and AReaL: both the sample std, and ε that hardly counts', async () => {
    const found = await advantageOf(GROUP, { a: TRL, b: AREAL })
    expect(found.estimator).toBe('grpo')
    expect(found).toMatchObject({ tokens: 8, differing: 8, differingRollouts: 4 })
    // r − μ = −0.75; σ₁ = 0.5.
    expect(found.largest).toMatchObject({ rollout: 1, position: 0, last: 1 })
    expect(found.largest?.a).toBeCloseTo(-0.75 / (0.5 + 1e-4), 12)
    expect(found.largest?.b).toBeCloseTo(-0.75 / (0.5 + 1e-5), 12)
    expect(causes(found).map(([option]) => option)).toEqual(['eps'])
  })

  it('AReaL and NeMo-RL: the std of all against that of the others', async () => {
    const { causes } = await advantageOf(GROUP, { a: AREAL, b: NEMO, estimator: 'grpo' })
    const [std, eps] = causes
    expect(std.difference.option).toBe('std')
    // The failure: −1, as its others’ std is 0; a success: (1 − 2/3) / √(1/3). AReaL: −1.5 and 0.5 but for ε.
    expect(std.largest).toBeCloseTo(0.75 / (0.5 + 1e-5) - 1, 12)
    expect(eps.difference.option).toBe('eps')
    expect(eps.largest).toBeCloseTo(0.75 / (0.5 + 1e-6) - 0.75 / (0.5 + 1e-5), 12)
  })

  it('whitening: population against sample is a factor √(n/(n−1))', async () => {
    const rows = [{ ...OBSERVED[0], response_mask: [1, 1, 1, 1, 1, 1] }]
    const question = { a: VERL, b: NEMO, estimator: PER_SEGMENT }
    const { largest, causes: all } = await advantageOf(rows, { ...question, whiten: 'batch' })
    expect((largest?.b ?? 0) / (largest?.a ?? 1)).toBeCloseTo(Math.sqrt(6 / 5), 6)
    expect(all[0].difference.option).toBe('ddof')
    // verl always whitens GAE: nothing need be chosen.
    const { slots, evened } = await advantageOf(rows, question)
    expect(slots.a.options).toMatchObject({ whiten: 'batch', ddof: 1, form: 'add' })
    expect(slots.b.options).toMatchObject({ whiten: 'batch' })
    expect(evened).toContainEqual({ option: 'whiten', knownIn: 'a', value: 'batch' })
    const off = await advantageOf(rows, { ...question, whiten: 'none' })
    expect(off.slots.a.options).not.toHaveProperty('whiten')
    expect(off.differing).toBe(0)
    expect(causes(off)).toContainEqual(['ddof', 0, 'whitening-off'])
  })
})

describe('the weight of a token in the loss', () => {
  const rows: readonly CanonicalRow[] = [
    { rollout_id: 'long', response_mask: [1, 1, 1], reward: 1 },
    { rollout_id: 'short', response_mask: [1], reward: 0 },
  ]
  it('verl and slime: 1/4 each, against 1/6 and 1/2', async () => {
    const { weight } = await viewOf(rows, { a: VERL, b: SLIME })
    expect(weight).toMatchObject({ tokens: 4, differing: 4, segments: 2, differingSegments: 2 })
    expect(weight?.largest).toMatchObject({ rollout: 1, segment: 0 })
    expect(weight?.largest?.a).toBeCloseTo(1 / 4, 12)
    expect(weight?.largest?.b).toBeCloseTo(1 / 2, 12)
    expect(weight?.causes.map(({ difference, why }) => [difference.option, why])).toEqual([
      ['id', undefined],
      ['rejection', 'no-log-probs'],
    ])
  })

  it('verl and TRL, as they are unless something is set, give every token 1/4', async () => {
    const { weight } = await viewOf(rows, { a: VERL, b: TRL })
    expect(weight).toMatchObject({ tokens: 4, differing: 0 })
    const empty: CanonicalRow = { rollout_id: 'empty', response_mask: [0], reward: 0 }
    const more = await viewOf([...rows, empty], { a: VERL, b: TRL })
    expect(more.weight?.causes.map(({ difference, why }) => [difference.option, why])).toEqual([
      ['emptyRows', 'mode-without-rows'],
      ['rejection', 'no-log-probs'],
    ])
  })

  it('verl and AReaL: the denominator after rejection is smaller', async () => {
    // r = e⁰, e², e⁰: IcePop (0.5 to 5) rejects the second.
    const masked = [
      {
        ...rows[0],
        values: [0, 0, 0],
        log_probs: [-1, 0, -1],
        old_log_probs: [-1, 0, -1],
        rollout_log_probs: [-1, -2, -1],
      },
    ]
    const question = { a: VERL, b: AREAL }
    const { weight } = await viewOf(masked, question, { ratio: { rule: 'icepop', options: {} } })
    expect(weight?.tokens).toBe(2)
    expect(weight?.largest?.a).toBeCloseTo(1 / 2, 12)
    expect(weight?.largest?.b).toBeCloseTo(1 / 3, 12)
    // PPO’s clip is no rejection: the second token stays in verl’s denominator too.
    const clipped = [{ ...masked[0], old_log_probs: [-1, -2, -1] }]
    const ppo = await viewOf(clipped, question, { ratio: { rule: 'ppo-clip', options: {} } })
    expect(ppo.weight).toMatchObject({ tokens: 3, differing: 0 })
    expect(ppo.weight?.causes.map(({ why }) => why)).toEqual(['nothing-rejected'])
    const bare = await viewOf(rows, { a: VERL, b: AREAL })
    expect(bare.weight?.causes.map(({ why }) => why)).toEqual(['no-log-probs'])
  })

  it('is left out where the two are not known to differ in it', async () => {
    expect((await viewOf(rows, { a: VERL_OLD, b: VERL })).weight).toBeUndefined()
    expect((await viewOf(rows, { a: MILES, b: NEMO })).weight).toBeUndefined()
  })
})
