/** Options shared by the GAE family (trace-schema §3), beside the sliders γ, λ and λ_critic. */
import type { Batch } from '../trace/batch.ts'
import { CHUNK_OPTIONS } from './keeping/chunk-mask.ts'
import { ENDING_OPTIONS } from './keeping/endings.ts'
import { OVERLONG_OPTIONS } from './keeping/overlong-options.ts'
import { needsColumns, needsEnsemble, needsFlag, needsTruncated } from './needs.ts'
import type { ChoiceSpec, NumberSpec, OptionSpec } from './options.ts'

/** `rewards` are used as given: placement options then do nothing (trace-schema §3, rule 2). */
export const placesNothing = (batch: Batch): string | undefined => {
  const rewards = batch.columns.rewards
  if (!rewards) return undefined
  for (let s = 0; s < batch.segmentCount; s++) {
    const start = batch.segment.start[s]
    if (start < batch.segment.start[s + 1] && Number.isNaN(rewards[start])) return undefined
  }
  return 'The trace records per-position rewards; they are used as given.'
}

export const OBSERVATIONS: ChoiceSpec = {
  kind: 'choice',
  name: 'observations',
  help: 'What the recursion does at observation tokens: skip them, treat them like action tokens, or set their value and reward to 0.',
  default: 'skip',
  choices: [
    { value: 'skip', label: 'skip' },
    { value: 'dense', label: 'dense' },
    { value: 'zero', label: 'zero' },
  ],
}

const RESET = { value: 'reset', label: 'reset' } as const

/** Plain returns: also the reset of the running return at masked positions (verl-old, SkyRL). */
export const RETURN_OBSERVATIONS: ChoiceSpec = {
  ...OBSERVATIONS,
  help: 'What the running return does at observation tokens: skip them, count them as γ-steps, count them with reward 0, or start again from 0 (verl-old, SkyRL).',
  choices: [...OBSERVATIONS.choices, RESET],
}

/** REINFORCE++ has no form that zeroes observations. */
export const REINFORCE_OBSERVATIONS: ChoiceSpec = {
  ...RETURN_OBSERVATIONS,
  choices: RETURN_OBSERVATIONS.choices.filter((choice) => choice.value !== 'zero'),
}

export const REWARD_AT: ChoiceSpec = {
  kind: 'choice',
  name: 'rewardAt',
  help: 'Where the outcome is written: the last action token of the rollout, or its last position (lost there if that is a masked tool result).',
  default: 'last-action',
  choices: [
    { value: 'last-action', label: 'last action', unavailable: placesNothing },
    { value: 'last-position', label: 'last position', unavailable: placesNothing },
  ],
}

export const TRUNCATION: ChoiceSpec = {
  kind: 'choice',
  name: 'truncation',
  help: 'A rollout cut off by a limit: bootstrap from its value, treat it as an end, look ahead to the last value with R = 0 (EGAE), or use the value as the reward.',
  default: 'bootstrap',
  choices: [
    { value: 'bootstrap', label: 'bootstrap', unavailable: needsTruncated },
    { value: 'terminal', label: 'terminal', unavailable: needsTruncated },
    { value: 'egae', label: 'EGAE', unavailable: needsTruncated },
    { value: 'value-as-reward', label: 'value as reward', unavailable: needsTruncated },
  ],
}

const LAMBDA_RULE: ChoiceSpec = {
  kind: 'choice',
  name: 'lambdaRule',
  help: 'Fixed λ, or λ = clamp(1 − 1/(α·l), 0, 1) with l action tokens (VAPO, SAO, CompactionRL).',
  default: 'fixed',
  choices: [
    { value: 'fixed', label: 'fixed' },
    { value: 'length-adaptive', label: 'length-adaptive' },
  ],
}

export const ALPHA: NumberSpec = {
  kind: 'number',
  name: 'alpha',
  help: 'α of the length-adaptive rule: 1.5 in SAO and CompactionRL, 0.05 in VAPO.',
  default: 1.5,
  min: 0.01,
  max: 10,
  step: 0.05,
  when: { option: 'lambdaRule', is: ['length-adaptive'] },
}

const LAMBDA_LENGTH: ChoiceSpec = {
  kind: 'choice',
  name: 'lambdaLength',
  help: 'Which action tokens l counts: those of the whole rollout, or of the segment.',
  default: 'rollout',
  choices: [
    { value: 'rollout', label: 'rollout' },
    { value: 'segment', label: 'segment' },
  ],
  when: { option: 'lambdaRule', is: ['length-adaptive'] },
}

/** Degrees of freedom, with the default of the estimator or trainer that asks. */
export const ddof = (preset: 0 | 1): NumberSpec => ({
  kind: 'number',
  name: 'ddof',
  help: 'Degrees of freedom taken off in the variance: 0 population, 1 sample.',
  default: preset,
  min: 0,
  max: 1,
  step: 1,
  integer: true,
})

/** How ε enters the divisor of whitening, with the default of the estimator or trainer that asks. */
export const form = (preset: 'floor' | 'add'): ChoiceSpec => ({
  kind: 'choice',
  name: 'form',
  help: 'How eps enters the divisor of whitening: sqrt(max(var, eps)), or sqrt(var + eps).',
  default: preset,
  choices: [
    { value: 'floor', label: 'max(var, eps)' },
    { value: 'add', label: 'var + eps' },
  ],
})

const WHITENED = { option: 'whiten', is: ['batch'] } as const

/** ε of whitening. */
const EPS: NumberSpec = {
  kind: 'number',
  name: 'eps',
  help: 'Floor of the variance before the square root, or added to it (form).',
  default: 1e-8,
  min: 0,
  max: 1,
  step: 1e-8,
}

export const WHITEN_OPTIONS: readonly OptionSpec[] = [
  {
    kind: 'choice',
    name: 'whiten',
    help: 'Standardise advantages over all action tokens of the batch; returns stay as they are.',
    default: 'none',
    choices: [
      { value: 'none', label: 'none' },
      { value: 'batch', label: 'batch' },
    ],
  },
  { ...ddof(0), when: WHITENED },
  { ...EPS, when: WHITENED },
  { ...form('floor'), when: WHITENED },
]

/** REINFORCE++ always whitens, by default with (x − mean) / sqrt(var + eps). */
export const WHITEN_ALWAYS: readonly OptionSpec[] = [ddof(1), EPS, form('add')]

export const GAE_OPTIONS: readonly OptionSpec[] = [
  OBSERVATIONS,
  REWARD_AT,
  TRUNCATION,
  LAMBDA_RULE,
  ALPHA,
  LAMBDA_LENGTH,
  ...WHITEN_OPTIONS,
]

/** How often the outcome is written when a rollout has several segments. */
export const rewardCopies = (preset: 'last-only' | 'copied'): ChoiceSpec => ({
  kind: 'choice',
  name: 'reward',
  help: 'Write the outcome on the last segment only, or copy it to the end of every segment.',
  default: preset,
  choices: [
    { value: 'last-only', label: 'last segment only', unavailable: placesNothing },
    { value: 'copied', label: 'copied to each', unavailable: placesNothing },
  ],
})

const RHYTHMS = ['rhythm-local', 'rhythm-global', 'rhythm-coupled'] as const

/** Applied after whitening, in this order, each off by default; every estimator has them. */
export const POST_OPTIONS: readonly OptionSpec[] = [
  {
    kind: 'choice',
    name: 'reweight',
    help: 'Scale tokens by critic disagreement (AsyPPO) or by attention rhythm.',
    default: 'none',
    choices: [
      { value: 'none', label: 'none' },
      {
        value: 'asyppo',
        label: 'AsyPPO σ mask',
        unavailable: needsEnsemble,
      },
      { value: 'rhythm-local', label: 'rhythm local', unavailable: needsColumns('waad') },
      { value: 'rhythm-global', label: 'rhythm global', unavailable: needsColumns('fai') },
      {
        value: 'rhythm-coupled',
        label: 'rhythm coupled',
        unavailable: needsColumns('waad', 'fai'),
      },
    ],
  },
  {
    kind: 'number',
    name: 'k',
    help: 'Share of action tokens with the lowest critic disagreement whose advantage becomes 0.',
    default: 0.2,
    min: 0,
    max: 1,
    step: 0.05,
    when: { option: 'reweight', is: ['asyppo'] },
  },
  {
    kind: 'number',
    name: 'h',
    help: 'Share of action tokens with the highest critic disagreement that leave the entropy bonus; advantages stay. “Ratio and loss” counts those of B.',
    default: 0.2,
    min: 0,
    max: 1,
    step: 0.05,
    when: { option: 'reweight', is: ['asyppo'] },
  },
  {
    kind: 'number',
    name: 'amplify',
    help: 'Factor on the selected tokens.',
    default: 1.5,
    min: 0,
    max: 10,
    step: 0.1,
    when: { option: 'reweight', is: RHYTHMS },
  },
  {
    kind: 'number',
    name: 'alphaBack',
    help: 'Share of a dominated anchor’s bonus that goes back to the token that introduced it.',
    default: 0.5,
    min: 0,
    max: 1,
    step: 0.05,
    when: { option: 'reweight', is: ['rhythm-coupled'] },
  },
  {
    kind: 'number',
    name: 'q',
    help: 'Share of each row’s tokens that is amplified.',
    default: 0.4,
    min: 0,
    max: 1,
    step: 0.05,
    when: { option: 'reweight', is: RHYTHMS },
  },
  {
    kind: 'choice',
    name: 'signScope',
    help: 'Amplify every selected token, or only those with a nonnegative advantage.',
    default: 'both',
    choices: [
      { value: 'both', label: 'both signs' },
      { value: 'nonnegative', label: 'nonnegative' },
    ],
    when: { option: 'reweight', is: RHYTHMS },
  },
  {
    kind: 'choice',
    name: 'keep',
    help: 'Zero the rollouts with outcome ≤ 0, or the tokens with advantage ≤ 0.',
    default: 'all',
    choices: [
      { value: 'all', label: 'all' },
      { value: 'positive-reward', label: 'positive reward' },
      { value: 'positive-advantage', label: 'positive advantage' },
    ],
  },
  ...OVERLONG_OPTIONS,
  ...ENDING_OPTIONS,
  ...CHUNK_OPTIONS,
  {
    kind: 'choice',
    name: 'groupFilter',
    help: 'Drop whole groups: ROLL’s GroupFilterTB (at most half of the flagged ones) or DAPO’s dynamic sampling (all right or all wrong).',
    default: 'off',
    choices: [
      { value: 'off', label: 'off' },
      { value: 'tb', label: 'GroupFilterTB', unavailable: needsFlag('drop') },
      { value: 'dynamic-sampling', label: 'dynamic sampling' },
    ],
  },
]
