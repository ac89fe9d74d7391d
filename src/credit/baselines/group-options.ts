/** Options that several group baselines share. */
import type { Batch } from '../../trace/batch.ts'
import type { ChoiceSpec } from '../options.ts'

export const SINGLETON: ChoiceSpec = {
  kind: 'choice',
  name: 'singleton',
  help: 'A group of one: advantage 0 (TRL, AReaL, ROLL), or the raw outcome (verl, SkyRL).',
  default: 'zero',
  choices: [
    { value: 'zero', label: 'zero' },
    { value: 'raw', label: 'raw outcome' },
  ],
}

export const UNIT: ChoiceSpec = {
  kind: 'choice',
  name: 'unit',
  help: 'What counts as one sample: the rollout, or each of its segments (a rollout cut in three then counts three times).',
  default: 'rollout',
  choices: [
    { value: 'rollout', label: 'rollout' },
    { value: 'segment', label: 'segment' },
  ],
}

export const needsOutcome = (batch: Batch): string | undefined =>
  batch.rollout.outcome.every((r) => Number.isNaN(r))
    ? 'No rollout of this trace has an outcome; enter one first.'
    : undefined
