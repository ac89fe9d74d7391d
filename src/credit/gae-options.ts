/** Options shared by the GAE family (trace-schema §3), beside the sliders γ, λ and λ_critic. */
import type { Batch } from '../trace/batch.ts'
import { OBSERVATIONS } from './observation-options.ts'
import type { ChoiceSpec, NumberSpec, OptionSpec } from './options.ts'
import { needsTruncated } from './unavailable.ts'
import { WHITEN_OPTIONS } from './whiten-options.ts'

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
    {
      value: 'bootstrap',
      label: 'bootstrap',
      tex: ['b = V(s_T)'],
      source: 'AReaL',
      unavailable: needsTruncated,
    },
    {
      value: 'terminal',
      label: 'terminal',
      tex: ['b = 0'],
      source: 'verl, slime, miles',
      unavailable: needsTruncated,
    },
    {
      value: 'egae',
      label: 'EGAE',
      tex: [String.raw`b = V_{\mathrm{last}}, \quad R \leftarrow 0`],
      source: 'T-PPO, arXiv:2506.15050',
      unavailable: needsTruncated,
    },
    {
      value: 'value-as-reward',
      label: 'value as reward',
      tex: [String.raw`b = 0, \quad R \leftarrow V(s_T)`],
      source: 'StepFun 3.5, arXiv:2602.10604',
      unavailable: needsTruncated,
    },
  ],
}

const LAMBDA_RULE: ChoiceSpec = {
  kind: 'choice',
  name: 'lambdaRule',
  help: 'Fixed λ, or λ = clamp(1 − 1/(α·l), 0, 1) with l action tokens (VAPO, SAO, CompactionRL).',
  default: 'fixed',
  choices: [
    { value: 'fixed', label: 'fixed' },
    {
      value: 'length-adaptive',
      label: 'length-adaptive',
      tex: [String.raw`\lambda = \operatorname{clip}\Big(1 - \frac{1}{\alpha\, l},\, 0,\, 1\Big)`],
      source: 'VAPO, arXiv:2504.05118; SAO, arXiv:2607.07508; CompactionRL, arXiv:2607.05378',
    },
  ],
}

export const ALPHA: NumberSpec = {
  kind: 'number',
  name: 'alpha',
  symbol: String.raw`\alpha`,
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
    {
      value: 'last-only',
      label: 'last segment only',
      tex: ['r_{S,n_S} = R'],
      unavailable: placesNothing,
    },
    {
      value: 'copied',
      label: 'copied to each',
      tex: [String.raw`r_{s,n_s} = R \quad (s = 1, \ldots, S)`],
      unavailable: placesNothing,
    },
  ],
})
