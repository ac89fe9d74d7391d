import { describe, expect, it } from 'vitest'
import { AGGREGATE_MODES } from '../../../src/credit/aggregate/aggregate.ts'
import { roll } from '../../../src/credit/conventions/roll.ts'
import { slime } from '../../../src/credit/conventions/slime.ts'
import { verlNew } from '../../../src/credit/conventions/verl-new.ts'
import type { Estimator } from '../../../src/credit/estimator.ts'
import type { OptionSpec, Options } from '../../../src/credit/options.ts'
import { RATIO_RULES } from '../../../src/credit/ratio/registry.ts'
import { ESTIMATORS, optionsOf } from '../../../src/credit/registry.ts'
import { TARGETS, targetOf } from '../../../src/credit/settings/registry.ts'
import {
  type PageSettings,
  type Settings,
  sayables,
  settingsOf,
} from '../../../src/credit/settings/settings.ts'
import type { Fragment } from '../../../src/credit/settings/target.ts'
import { pageSettings } from '../../support/snippets.ts'

const settings = (id: string, options: Options = {}, part: Partial<PageSettings> = {}): Settings =>
  settingsOf({ ...pageSettings(id, options), ...part }, 'b')

function write(target: string, of: Settings): Fragment {
  const found = targetOf(target)
  if (!found) throw new Error(target)
  return found.write(of)
}

const keysOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim()

/** Comments with their line breaks undone. */
const commentsOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .map((line) => line.replace(/^# */, ''))
    .join(' ')

describe('a fragment', () => {
  it('for verl has GRPO’s keys and says what they leave open', () => {
    expect(write('verl', settings('grpo', { std: 'none', singleton: 'raw' })).text).toBe(
      `# verl for B in Segue: GRPO, PPO clip, token mean.
# Keys as in verl-project/verl at 1dda039b; what is not named keeps your value.
algorithm:
  adv_estimator: grpo
  norm_adv_by_std_in_grpo: false
actor_rollout_ref:
  actor:
    policy_loss:
      loss_mode: vanilla
    clip_ratio_low: 0.2
    clip_ratio_high: 0.2
    clip_ratio_c: 1000000.0  # dual clip off
    loss_agg_mode: token-mean

# Not said by these keys:
# - unit = rollout: verl counts every row with the same uid in the statistics; it is the same
#   while no rollout has more than one segment.

# What verl computes otherwise:
# - A group of one keeps its raw reward (mean 0, standard deviation 1). Segue gives 0; the raw
#   reward is an option.
`,
    )
  })

  it('for slime chooses CISPO by the estimator’s name, and says that the carry is lost', () => {
    const cispo = { rule: 'cispo', options: { epsLow: 1, epsHigh: 4 } }
    const { text } = write('slime', settings('grpo', { std: 'sample' }, { ratio: cispo }))
    expect(keysOf(text)).toBe(`SEGUE_ARGS=(
   --advantage-estimator cispo
   --eps-clip 1.0
   --eps-clip-high 4.0
   --calculate-per-token-loss
)`)
    const carry = write('slime', settings('cross-segment-gae'))
    expect(commentsOf(carry.text)).toContain('so nothing is carried over a cut')
    expect(carry.unsaid.map(({ name }) => name)).toContain('estimator')
  })

  it('for ROLL writes its own estimators exactly', () => {
    const icepop = { rule: 'icepop', options: { low: 0.8, high: 1.2 } }
    const gigpo = settings('gigpo', { std: 'sample', omega: 0.5, gamma: 0.9 }, { ratio: icepop })
    expect(keysOf(write('roll', gigpo).text)).toBe(`adv_estimator: gigpo
gamma: 1.0  # inside a step
step_reward_gamma: 0.9
episode_reward_weight: 1.0
step_reward_weight: 0.5
reward_normalization:
  grouping: traj_group_id
  method: mean_std  # steps are normalised by method only
train_infer_correction:
  is_weight:
    enabled: true
    weight_type: token
    upper_bound: null  # the filter bounds it
  filters: [{enabled: true, agg_type: token, ratio_low: 0.8, ratio_high: 1.2}]
loss_agg_mode: token-mean`)
  })

  it('never lets two clips act as one: dual clip is in ROLL the range’s own constant', () => {
    const dual = settings('grpo', {}, { ratio: { rule: 'ppo-clip', options: { dualClip: 3 } } })
    expect(keysOf(write('roll', dual).text)).toContain('dual_clip_loss: true\npg_clip: 1.0')
    expect(keysOf(write('slime', dual).text)).toContain('--eps-clip-c 3.0')
    expect(keysOf(write('verl', dual).text)).toContain('clip_ratio_c: 3.0')
  })
})

describe('whitening', () => {
  it.each([
    ['verl', verlNew],
    ['slime', slime],
    ['roll', roll],
  ] as const)('of GAE in %s: the text says what the preset knows', (target, preset) => {
    const always = preset.whitens?.gae === 'always'
    for (const whiten of ['none', 'batch']) {
      const { unsaid } = write(target, settings('per-segment-gae', { whiten }))
      const names = unsaid.map(({ name }) => name)
      expect(names.includes('whiten')).toBe(always && whiten === 'none')
    }
  })

  it('that cannot be switched off in verl is said in one sentence', () => {
    const { unsaid } = write('verl', settings('per-segment-gae', { whiten: 'none' }))
    expect(unsaid.find(({ name }) => name === 'whiten')?.sentence).toBe(
      'verl always whitens GAE advantages over the batch, and no key changes it.',
    )
  })
})

describe('faults', () => {
  const of = (target: string, id: string): readonly string[] =>
    write(target, settings(id)).differs.map((sentence) => sentence.slice(0, 24))
  const ALONE = 'A group of one keeps its'
  const GLOBAL = 'When the number of sampl'

  it('of a grouped baseline are named only where the trainer has such an estimator', () => {
    expect(of('verl', 'grpo')).toContain(ALONE)
    expect(of('verl', 'reinforce-pp-baseline')).toContain(ALONE)
    for (const id of ['gigpo', 'lite-ppo', 'turn-grpo', 'per-segment-gae']) {
      expect(of('verl', id)).not.toContain(ALONE)
      expect(of('slime', id)).not.toContain(GLOBAL)
    }
    // Its group means are taken where GRPO's are.
    expect(of('slime', 'reinforce-pp-baseline')).toContain(GLOBAL)
  })

  it('of GAE stand under GAE: an error while whitening also with whitening off, as verl whitens', () => {
    expect(of('verl', 'per-segment-gae')).toEqual(
      expect.arrayContaining(['The outcome stands on th', 'Whitening raises an erro']),
    )
    expect(of('verl', 'grpo')).not.toContain('Whitening raises an erro')
    expect(of('verl', 'turn-gae')).toEqual([])
  })
})

/** Every other value of an option, with what it depends on switched on. */
function variants(spec: OptionSpec): readonly Options[] {
  const values =
    spec.kind === 'choice'
      ? spec.choices.map(({ value }) => value).filter((value) => value !== spec.default)
      : [spec.default === 0 ? 1 : spec.default / 2]
  const { when } = spec
  return values.map((value) => ({
    ...(when && { [when.option]: when.is.find((one) => one !== 'none') ?? when.is[0] }),
    [spec.name]: value,
  }))
}

const LOSSES: readonly Partial<PageSettings>[] = [
  ...RATIO_RULES.flatMap((rule) =>
    [{}, ...rule.options.map(({ name }) => ({ [name]: 1.5 }))].map((options) => ({
      ratio: { rule: rule.id, options },
    })),
  ),
  ...AGGREGATE_MODES.map((mode) => ({
    aggregate: { mode: mode.id, lMax: 128, denominator: 'after', emptyRows: 'count' } as const,
  })),
]

/** Estimators on which everything is tried; post-processing and loss are the same for all. */
const WHOLE = ['per-segment-gae', 'grpo', 'rloo', 'turn-grpo']

const triedOn = (estimator: Estimator): readonly OptionSpec[] =>
  WHOLE.includes(estimator.id) ? optionsOf(estimator) : estimator.options

const every: readonly Settings[] = ESTIMATORS.flatMap((estimator) => [
  ...[{}, ...triedOn(estimator).flatMap(variants)].map((one) => settings(estimator.id, one)),
  ...(WHOLE.includes(estimator.id) ? LOSSES : []).map((part) => settings(estimator.id, {}, part)),
  settings(estimator.id, {}, { gamma: 0.9, lambda: 0.8, lambdaCritic: 0.7 }),
])

describe.each(TARGETS)('$label, for every option of every estimator, rule and mode', (target) => {
  it('carries what is not at its default, or says that it does not; never both', () => {
    for (const one of every) {
      const { said, unsaid } = target.write(one)
      const names = unsaid.map(({ name }) => name)
      const id = `${one.estimator.id} ${JSON.stringify(one.options)}`
      for (const { name, isDefault } of sayables(one)) {
        expect(said.includes(name) && names.includes(name), `${id}: ${name} twice`).toBe(false)
        const spoken = said.includes(name) || names.includes(name)
        expect(isDefault || spoken, `${id}: ${name} dropped`).toBe(true)
      }
    }
  })

  it('has every sentence of its list in the text, as comments', () => {
    if (target.id === 'numpy') return
    for (const one of every) {
      const { text, unsaid, differs } = target.write(one)
      const comments = commentsOf(text)
      for (const { name, sentence } of unsaid) {
        expect(comments).toContain(sentence)
        expect(comments).toContain(`${name} = `)
      }
      for (const sentence of differs) expect(comments).toContain(sentence)
    }
  })

  it('changes its text with every setting that it claims to carry', () => {
    for (const estimator of ESTIMATORS) {
      for (const options of triedOn(estimator).flatMap(variants)) {
        const [[name, value], ...masters] = Object.entries(options).reverse()
        const with_ = target.write(settings(estimator.id, options))
        const without = target.write(settings(estimator.id, Object.fromEntries(masters)))
        const kept = with_.said.includes(name) && without.said.includes(name)
        // At γ = 1 nothing tells a skipped observation from a counted one on a broadcast score.
        const isSame = estimator.id === 'reinforce-pp-baseline' && name === 'observations'
        // Nothing leaves the statistics of an estimator that has none.
        if (name === 'endedStatistics' && estimator.family === 'chain') continue
        if (!kept || (isSame && target.id !== 'numpy')) continue
        expect(with_.text, `${estimator.id} ${name} = ${value}`).not.toBe(without.text)
      }
    }
  })
})

it('flags and keys are those that the trainers’ sources have', () => {
  const KNOWN: Readonly<Record<string, string>> = {
    verl: 'algorithm adv_estimator gamma lam norm_adv_by_std_in_grpo filter_groups enable metric rollout_correction rollout_is rollout_is_threshold bypass_mode loss_type actor_rollout_ref actor policy_loss loss_mode clip_ratio_low clip_ratio_high clip_ratio_c loss_agg_mode loss_scale_factor reward reward_manager name reward_kwargs overlong_buffer_cfg len penalty_factor log max_resp_len',
    slime:
      'advantage-estimator gamma lambd normalize-advantages disable-grpo-std-normalization eps-clip eps-clip-high eps-clip-c use-tis tis-clip tis-clip-low custom-tis-function-path dynamic-sampling-filter-path calculate-per-token-loss',
    roll: 'adv_estimator gamma lambd whiten_advantages reward_normalization grouping method norm_mean_type norm_std_type step_reward_gamma episode_reward_weight step_reward_weight use_pg_clip_range pg_clip pg_clip_low pg_clip_high dual_clip_loss ratio_type actor_train worker_cls pg_variant train_infer_correction is_weight enabled weight_type upper_bound filters loss_agg_mode',
  }
  for (const [id, known] of Object.entries(KNOWN)) {
    const used = new Set(
      every.flatMap((one) =>
        [...keysOf(write(id, one).text).matchAll(/^\s*(?:--([\w-]+)|(\w+):)/gm)].map(
          ([, flag, key]) => flag ?? key,
        ),
      ),
    )
    expect([...used].sort()).toEqual(known.split(' ').sort())
  }
})
