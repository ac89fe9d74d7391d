import type { OptionSpec } from '../options.ts'

/** Of the three rules of attention rhythm. */
export const RHYTHM_OPTIONS: readonly OptionSpec[] = [
  {
    kind: 'number',
    name: 'amplify',
    symbol: 'a',
    help: 'Factor on the selected tokens.',
    default: 1.5,
    min: 0,
    max: 10,
    step: 0.1,
  },
  {
    kind: 'number',
    name: 'q',
    symbol: 'q',
    help: 'Share of each row’s tokens that is amplified.',
    default: 0.4,
    min: 0,
    max: 1,
    step: 0.05,
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
  },
]
