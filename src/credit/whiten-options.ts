/** Whitening over the batch’s action tokens, and the degrees of freedom of a variance. */
import type { ChoiceSpec, NumberSpec, OptionSpec } from './options.ts'
import { EPSILON } from './options.ts'

/** Degrees of freedom, with the default of the estimator or trainer that asks. */
export const ddof = (preset: 0 | 1): NumberSpec => ({
  kind: 'number',
  name: 'ddof',
  symbol: 'd',
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
    {
      value: 'floor',
      label: 'max(var, eps)',
      tex: [
        String.raw`A_t \leftarrow \frac{A_t - \mu_A}{\sqrt{\max(\mathrm{var}(A),\, \varepsilon)}}`,
      ],
      source: 'OpenRLHF, NeMo-RL',
    },
    {
      value: 'add',
      label: 'var + eps',
      tex: [String.raw`A_t \leftarrow \frac{A_t - \mu_A}{\sqrt{\mathrm{var}(A) + \varepsilon}}`],
      source: 'verl, SkyRL, ROLL',
    },
  ],
})

const WHITENED = { option: 'whiten', is: ['batch'] } as const

/** ε of whitening. */
const EPS: NumberSpec = {
  kind: 'number',
  name: 'eps',
  symbol: EPSILON,
  help: 'Floor of the variance before the square root, or added to it (option form).',
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
      {
        value: 'batch',
        label: 'batch',
        tex: [String.raw`\mathrm{var}(A) = \frac{1}{N - d}\sum_t (A_t - \mu_A)^2`],
      },
    ],
  },
  { ...ddof(0), when: WHITENED },
  { ...EPS, when: WHITENED },
  { ...form('floor'), when: WHITENED },
]

/** REINFORCE++ always whitens, by default with (x − mean) / sqrt(var + eps). */
export const WHITEN_ALWAYS: readonly OptionSpec[] = [ddof(1), EPS, form('add')]
