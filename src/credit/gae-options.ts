/** Options shared by the GAE family (trace-schema §3), beside the sliders γ, λ and λ_critic. */
import { type Batch, ENDED_CODE, FLAG } from '../trace/batch.ts'
import type { ChoiceSpec, NumberSpec, OptionSpec } from './options.ts'

const noTruncated = (batch: Batch): string | undefined => {
  for (let r = 0; r < batch.rolloutCount; r++) {
    const last = batch.rollout.firstSegment[r + 1] - 1
    if (batch.segment.ended[last] === ENDED_CODE.truncated) return undefined
  }
  return 'No rollout of this trace ends truncated.'
}

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
    { value: 'bootstrap', label: 'bootstrap', unavailable: noTruncated },
    { value: 'terminal', label: 'terminal', unavailable: noTruncated },
    { value: 'egae', label: 'EGAE', unavailable: noTruncated },
    { value: 'value-as-reward', label: 'value as reward', unavailable: noTruncated },
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
  { ...ddof(0), when: { option: 'whiten', is: ['batch'] } },
  {
    kind: 'number',
    name: 'eps',
    help: 'Floor of the variance before the square root.',
    default: 1e-8,
    min: 0,
    max: 1,
    step: 1e-8,
    when: { option: 'whiten', is: ['batch'] },
  },
]

/** REINFORCE++ always whitens: (x − mean) / sqrt(var + eps). */
export const WHITEN_ALWAYS: readonly OptionSpec[] = [
  ddof(1),
  {
    kind: 'number',
    name: 'eps',
    help: 'Added to the variance before the square root.',
    default: 1e-8,
    min: 0,
    max: 1,
    step: 1e-8,
  },
]

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

const needsColumn =
  (column: 'waad' | 'fai') =>
  (batch: Batch): string | undefined =>
    batch.columns[column] ? undefined : `The trace has no column \`${column}\`.`

const needsFlag =
  (flag: 'drop' | 'overlong') =>
  (batch: Batch): string | undefined =>
    batch.segment.flags.some((bits) => (bits & FLAG[flag]) !== 0)
      ? undefined
      : `No row of this trace is flagged \`${flag}\`.`

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
        unavailable: (batch) =>
          (batch.valuesPerCritic?.length ?? 0) > 1
            ? undefined
            : 'The trace has no ensemble (`values_per_critic`).',
      },
      { value: 'rhythm-local', label: 'rhythm local', unavailable: needsColumn('waad') },
      { value: 'rhythm-global', label: 'rhythm global', unavailable: needsColumn('fai') },
      {
        value: 'rhythm-coupled',
        label: 'rhythm coupled',
        unavailable: (batch) => needsColumn('waad')(batch) ?? needsColumn('fai')(batch),
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
  {
    kind: 'choice',
    name: 'overlong',
    help: 'Rows flagged `overlong`: keep them, mask them, or also leave them out of group statistics.',
    default: 'keep',
    choices: [
      { value: 'keep', label: 'keep' },
      { value: 'mask', label: 'mask', unavailable: needsFlag('overlong') },
      {
        value: 'mask-and-drop-from-statistics',
        label: 'mask and drop from statistics',
        unavailable: needsFlag('overlong'),
      },
    ],
  },
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
