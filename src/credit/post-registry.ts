/**
 * Post-processing: its stages in the order of application, and their rules. Adding a rule: one file, one line here;
 * options, controls, link and order follow.
 */
import { compactFiltering } from './keeping/compact-filtering.ts'
import { dynamicSampling } from './keeping/dynamic-sampling.ts'
import { groupFilterTb } from './keeping/group-filter-tb.ts'
import { ipaChunkMask } from './keeping/ipa-chunk-mask.ts'
import { overlongMask } from './keeping/overlong-mask.ts'
import { overlongMaskAndDrop } from './keeping/overlong-mask-and-drop.ts'
import { positiveAdvantage } from './keeping/positive-advantage.ts'
import { positiveReward } from './keeping/positive-reward.ts'
import type { ChoiceSpec, OptionSpec, Options, OptionValue } from './options.ts'
import { overlongLinear } from './penalty/overlong-linear.ts'
import { overlongSoft } from './penalty/overlong-soft.ts'
import { choicesOf, type PostRule } from './post-rule.ts'
import { asyppo } from './reweight/asyppo.ts'
import { rhythmCoupled } from './reweight/rhythm-coupled.ts'
import { rhythmGlobal } from './reweight/rhythm-global.ts'
import { rhythmLocal } from './reweight/rhythm-local.ts'

/** One option: no rule, or one of several. */
export interface PostStage {
  /** Of the option. */
  readonly name: string
  readonly help: string
  /** The default: nothing happens. */
  readonly off: { readonly value: string; readonly label: string }
  readonly rules: readonly PostRule[]
}

/** In the order of application (trace-schema §3, rules 22–24). Penalties act before the estimator. */
export const POST_STAGES: readonly PostStage[] = [
  {
    name: 'reweight',
    help: 'Scale tokens by critic disagreement (AsyPPO) or by attention rhythm.',
    off: { value: 'none', label: 'none' },
    rules: [asyppo, rhythmLocal, rhythmGlobal, rhythmCoupled],
  },
  {
    name: 'keep',
    help: 'Mask the rollouts with outcome ≤ 0, or the tokens with advantage ≤ 0.',
    off: { value: 'all', label: 'all' },
    rules: [positiveReward, positiveAdvantage],
  },
  {
    name: 'overlong',
    help: 'Rollouts flagged `overlong`: keep them, mask them, or also leave them out of group statistics. Or no mask but a penalty on the outcome by action tokens of the rollout: DAPO’s, not below −1, or AReaL’s, without a floor.',
    off: { value: 'keep', label: 'keep' },
    rules: [overlongMask, overlongMaskAndDrop, overlongSoft, overlongLinear],
  },
  {
    name: 'maskEnded',
    help: 'Compact filtering: mask whole rollouts by how their last segment ended; truncated stands for context, length, time and turn limits.',
    off: { value: 'none', label: 'none' },
    rules: [compactFiltering],
  },
  {
    name: 'chunkMask',
    help: 'IPA: mask a chunk where exp(mean(log π_old − log π_rollout)) is above H, one-sided. A chunk is a run of action tokens, as in the ratio rule “chunk IS”.',
    off: { value: 'off', label: 'off' },
    rules: [ipaChunkMask],
  },
  {
    name: 'groupFilter',
    help: 'Drop whole groups: ROLL’s GroupFilterTB (at most half of the flagged ones) or DAPO’s dynamic sampling (all right or all wrong).',
    off: { value: 'off', label: 'off' },
    rules: [groupFilterTb, dynamicSampling],
  },
]

export const POST_RULES: readonly PostRule[] = POST_STAGES.flatMap(({ rules }) => rules)

export const stageOf = (option: string): PostStage | undefined =>
  POST_STAGES.find(({ name }) => name === option)

/** The rule that a value of a stage's option switches on; undefined: none. */
export const ruleAt = (stage: PostStage, value: OptionValue | undefined): PostRule | undefined =>
  stage.rules.find((rule) => choicesOf(rule).some((choice) => choice.value === value))

/** The rules that are on, in the order of application. */
export const rulesOn = (
  options: Options,
): readonly { readonly stage: string; readonly rule: PostRule }[] =>
  POST_STAGES.flatMap((stage) => {
    const rule = ruleAt(stage, options[stage.name])
    return rule ? [{ stage: stage.name, rule }] : []
  })

/** True where nothing happens to advantages, so that the pass over the batch is skipped. */
export const isPlain = (options: Options): boolean =>
  rulesOn(options).every(({ rule }) => rule.kind === 'penalty')

const choiceSpec = ({ name, help, off, rules }: PostStage): ChoiceSpec => ({
  kind: 'choice',
  name,
  help,
  default: off.value,
  choices: [
    off,
    ...rules.flatMap((rule) => choicesOf(rule).map((choice) => ({ ...choice, tex: rule.tex }))),
  ],
})

/** Options of a stage's rules, each once, shown while a rule that has it is on. */
function ruleOptions({ name, rules }: PostStage): readonly OptionSpec[] {
  const specs = new Set(rules.flatMap(({ options }) => options))
  return [...specs].map((spec) => {
    const having = rules.filter(({ options }) => options.includes(spec))
    const is = having.flatMap(choicesOf).map(({ value }) => value)
    return { ...spec, when: { option: name, is } }
  })
}

/** Every option of post-processing, each rule off by default; every estimator has them. */
export const POST_OPTIONS: readonly OptionSpec[] = POST_STAGES.flatMap((stage) => [
  choiceSpec(stage),
  ...ruleOptions(stage),
])
