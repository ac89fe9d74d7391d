import { describe, expect, it } from 'vitest'
import { hasEstimator, presetSettings } from '../../../src/credit/conventions/apply.ts'
import { differences, unknownIn } from '../../../src/credit/conventions/differences.ts'
import { PRESET_IDS } from '../../../src/credit/conventions/ids.ts'
import { ASPECTS, FAULT_CODES, type Preset } from '../../../src/credit/conventions/preset.ts'
import { PRESETS, presetOf } from '../../../src/credit/conventions/registry.ts'
import { describeOption } from '../../../src/credit/conventions/sentences.ts'
import { specsOf } from '../../../src/credit/conventions/specs.ts'
import { optionOf } from '../../../src/credit/options.ts'
import { ESTIMATORS } from '../../../src/credit/registry.ts'
import { batchOf, evaluate } from '../../support/batches.ts'

const preset = (id: string): Preset => {
  const found = presetOf(id)
  if (!found) throw new Error(id)
  return found
}

const sentences = (a: string, b: string): readonly string[] =>
  differences(preset(a), preset(b)).map((difference) => difference.sentence)

describe('presets', () => {
  it('are all registered, each id once', () => {
    const files = import.meta.glob<object>('../../../src/credit/conventions/*.ts', { eager: true })
    const isPreset = (x: unknown): x is Preset =>
      typeof x === 'object' && x !== null && 'aspects' in x && 'faults' in x
    const written = new Set(Object.values(files).flatMap(Object.values).filter(isPreset))
    expect([...written].map((one) => one.id).sort()).toEqual(PRESETS.map((one) => one.id).sort())
    expect(new Set(PRESETS.map((one) => one.id)).size).toBe(16)
    // What a link may name.
    expect(PRESET_IDS).toEqual(PRESETS.map((one) => one.id))
  })

  it.each(
    PRESETS.flatMap((one) =>
      ASPECTS.flatMap((aspect) =>
        one.aspects[aspect] ? [[one.id, aspect, one.aspects[aspect]] as const] : [],
      ),
    ),
  )('%s, %s: only options and values that exist', (_, aspect, { id, options, stated }) => {
    const specs = specsOf(aspect, id)
    expect(specs).toBeDefined()
    for (const [name, value] of Object.entries(options)) {
      const spec = specs?.find((one) => one.name === name)
      expect(spec && optionOf(spec, options), name).toBe(value)
    }
    for (const name of stated ?? []) expect(options).toHaveProperty(name)
    expect(id !== undefined || Object.keys(options).length > 0).toBe(true)
  })

  it.each(PRESETS.map((one) => [one.id, one] as const))('%s: notes and faults', (_, one) => {
    for (const note of one.notes) expect(note).toMatch(/\.$/)
    for (const { code, sentence } of one.faults) {
      expect(FAULT_CODES).toContain(code)
      expect(sentence).toMatch(/Segue.*\.$/)
    }
    expect(Object.keys(one.aspects).length).toBeGreaterThan(0)
    const executed = Object.values(one.aspects).some((choice) => choice.evidence === 'executed')
    if (executed) expect(one.source.commit).toMatch(/^[0-9a-f]{8}$/)
  })

  it('every value that a preset sets has words of its own, but numbers and ids', () => {
    for (const one of PRESETS) {
      for (const aspect of ASPECTS) {
        for (const [name, value] of Object.entries(one.aspects[aspect]?.options ?? {})) {
          expect(describeOption(aspect, name, value)).not.toMatch(/^sets /)
        }
      }
    }
  })
})

describe('defaults that were read in the trainers’ code', () => {
  it.each([
    // areal/api/cli_args.py NormConfig: std_unbiased True, eps 1e-5; utils/data.py: / (factor − 1).
    ['areal-4aef98d8', { std: 'sample', eps: 1e-5, singleton: 'zero' }, 'token-mean'],
    // trl/trainer/grpo_config.py: loss_type "dapo", mask_truncated_completions False.
    ['trl-f2cd5771', { std: 'sample', eps: 1e-4, singleton: 'zero' }, 'token-mean'],
    // skyrl/backends/skyrl_train/utils/ppo_utils.py; config.py: loss_reduction "token_mean".
    [
      'skyrl-a9564572',
      { std: 'sample', eps: 1e-6, singleton: 'raw', unit: 'rollout' },
      'token-mean',
    ],
  ] as const)('of %s: GRPO and what the loss is divided by', (id, options, mode) => {
    const { baseline, aggregation } = preset(id).aspects
    expect(baseline).toEqual({ id: 'grpo', options, evidence: 'read' })
    expect(aggregation).toMatchObject({ id: mode, evidence: 'read' })
  })

  it('of AReaL: adv_norm over the batch is told, of TRL: truncated rows stay', () => {
    expect(preset('areal-4aef98d8').notes.join(' ')).toMatch(/adv_norm.*std \+ 1e-5/)
    expect(preset('trl-f2cd5771').aspects.filter?.options).toEqual({ overlong: 'keep' })
  })
})

describe('differences of two presets', () => {
  it('verl before and after: the return over observations, and nothing else', () => {
    expect(sentences('verl-b178a3cd', 'verl-1dda039b')).toEqual([
      'verl (January 2026) starts the return again at every observation; verl (August 2026) carries the return over observation tokens.',
    ])
  })

  it('slime and miles: observations and the place of the outcome', () => {
    expect(sentences('slime-624b824a', 'miles-31f1ca96')).toEqual([
      'slime steps through observation tokens like action tokens; miles carries value and accumulators over observation tokens.',
      'slime writes the outcome on the last response position; miles writes the outcome on the last action token.',
    ])
    const unknown = unknownIn(preset('slime-624b824a'), preset('miles-31f1ca96'))
    expect(unknown.map(({ aspect }) => aspect)).toEqual(['baseline', 'whitening', 'aggregation'])
  })

  it('names ε and the standard deviation of TRL and prime-rl, and another mode of aggregation', () => {
    expect(sentences('trl-f2cd5771', 'prime-rl-559b4477')).toEqual([
      'TRL divides by the sample standard deviation of the group; prime-rl does not divide by a standard deviation.',
    ])
    expect(sentences('slime-624b824a', 'verl-1dda039b')).toContain(
      'slime uses rollout mean; verl (August 2026) uses token mean.',
    )
  })

  it('is symmetric and empty for a preset against itself', () => {
    for (const a of PRESETS) {
      expect(differences(a, a)).toEqual([])
      for (const b of PRESETS) {
        const keys = (x: Preset, y: Preset) =>
          differences(x, y)
            .map((d) => `${d.aspect}.${d.option}`)
            .sort()
        expect(keys(a, b)).toEqual(keys(b, a))
      }
    }
  })
})

describe('a preset as settings', () => {
  it('says nothing where nothing is known', () => {
    expect(presetSettings(preset('trl-f2cd5771'), 'concat-gae')).toBeUndefined()
    expect(presetSettings(preset('miles-31f1ca96'), 'grpo')).toBeUndefined()
    expect(presetSettings(preset('miles-31f1ca96'), 'no-such')).toBeUndefined()
  })

  it('verl’s GAE: golden numbers of gae.skip.verl_whitened, without anything chosen', async () => {
    const batch = batchOf([
      {
        rollout_id: 'r',
        response_mask: [1, 1, 0, 0, 1, 1],
        values: [0.2, 0.4, 0.9, -0.5, 0.5, 0.7],
        reward: 1,
      },
    ])
    const options = presetSettings(preset('verl-1dda039b'), 'per-segment-gae')?.options
    const { advantages } = await evaluate(batch, 'per-segment-gae', options, {
      gamma: 1,
      lambda: 0.9,
    })
    const want = [
      1.1749071723319537, 0.20962396079848353, 0, 0, -0.13675390116003985, -1.247777231970398,
    ]
    advantages[0].forEach((a, t) => {
      expect(a).toBeCloseTo(want[t], 9)
    })
  })

  it('knows which estimators are a trainer’s own', () => {
    const own = (id: string) =>
      ESTIMATORS.filter((one) => hasEstimator(preset(id), one.id)).map((one) => one.id)
    expect(own('verl-1dda039b')).toEqual(['per-segment-gae', 'grpo', 'rloo', 'reinforce-pp'])
    expect(own('compactionrl-paper')).toEqual(['compaction-gae'])
    expect(own('sao-paper')).toEqual(['per-segment-gae'])
  })

  it('keeps whitening’s ε apart from the group’s', () => {
    const { options } = presetSettings(preset('verl-1dda039b'), 'grpo') ?? {}
    expect(options).toEqual({ std: 'sample', eps: 1e-6, singleton: 'raw' })
    expect(presetSettings(preset('verl-1dda039b'), 'per-segment-gae')?.options).toEqual({
      whiten: 'batch',
      ddof: 1,
      eps: 1e-8,
      form: 'add',
      observations: 'skip',
      rewardAt: 'last-position',
      truncation: 'terminal',
    })
    expect(presetSettings(preset('sao-paper'), 'concat-gae')?.lambdaCritic).toBe(1)
  })

  it('gives the trainers’ numbers: an observation inside, γ 1, λ 0.5', async () => {
    const batch = batchOf([
      {
        rollout_id: 'r',
        response_mask: [1, 1, 0, 0, 1, 1],
        values: [0.4, 0.5, 0.9, 0.1, 0.6, 0.7],
        reward: 1,
      },
    ])
    for (const [id, want] of [
      ['verl-1dda039b', [0.2125, 0.225, 0, 0, 0.25, 0.3]],
      ['slime-624b824a', [0.178125, 0.15625, 0, 0, 0.25, 0.3]],
      ['openrlhf-3c3be623', [-0.059375, -0.31875, 0, 0, 0.25, 0.3]],
      ['miles-31f1ca96', [0.2125, 0.225, 0, 0, 0.25, 0.3]],
    ] as const) {
      const settings = presetSettings(preset(id), 'per-segment-gae')
      const options = { ...settings?.options, whiten: 'none' }
      const { advantages } = await evaluate(batch, 'per-segment-gae', options, {
        gamma: 1,
        lambda: 0.5,
      })
      advantages[0].forEach((a, t) => {
        expect(a).toBeCloseTo(want[t], 12)
      })
    }
  })
})
