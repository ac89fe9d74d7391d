/** Which options each aspect of a preset may set: our own, and three that only describe a trainer. */
import { aggregateModeOf } from '../aggregate/aggregate.ts'
import { GAE_OPTIONS } from '../gae-options.ts'
import type { ChoiceSpec, NumberSpec, OptionSpec } from '../options.ts'
import { POST_OPTIONS } from '../post-registry.ts'
import { ratioRuleOf } from '../ratio/registry.ts'
import { estimatorOf } from '../registry.ts'
import { WHITEN_ALWAYS } from '../whiten-options.ts'
import type { Aspect } from './preset.ts'

const choice = (name: string, help: string, values: readonly string[]): ChoiceSpec => ({
  kind: 'choice',
  name,
  help,
  default: values[0],
  choices: values.map((value) => ({ value, label: value })),
})

/** A slider of the page rather than an option; SAO fixes it at 1. */
const LAMBDA_CRITIC: NumberSpec = {
  kind: 'number',
  name: 'lambdaCritic',
  help: 'λ of the critic’s returns.',
  default: 1,
  min: 0,
  max: 1,
  step: 0.01,
}

/** Both act through `aggregate/denominator.ts`. */
const EMPTY_ROWS = choice('emptyRows', 'Rows without action tokens in row means.', [
  'skip',
  'count',
])
const REJECTION = choice('rejection', 'Denominator before or after rejection.', ['before', 'after'])

/** Option specs of an aspect with its `id`; undefined where the id is not one of ours. */
export function specsOf(aspect: Aspect, id: string | undefined): readonly OptionSpec[] | undefined {
  switch (aspect) {
    case 'gae':
      return [...GAE_OPTIONS, LAMBDA_CRITIC]
    case 'whitening':
      return WHITEN_ALWAYS
    case 'filter':
      return POST_OPTIONS
    case 'ratio':
      return id === undefined ? undefined : ratioRuleOf(id)?.options
    case 'aggregation':
      return id === undefined || aggregateModeOf(id) ? [EMPTY_ROWS, REJECTION] : undefined
    default:
      return id === undefined ? undefined : estimatorOf(id)?.options
  }
}
