/** Which training steps the statistics are of, and what has no step. Pure. */
import { formatCount, formatPlain } from '../../ui/format.ts'
import type { RolloutTable } from '../../worker/api.ts'
import type { StepRow } from '../rollouts/steps.ts'
import { withoutStep } from '../rollouts/steps.ts'
import type { words } from './noteText.ts'

interface Said {
  readonly key: keyof (typeof words)['en']
  readonly values: Readonly<Record<string, string>>
}

/**
 * @param steps of `whole`, which are several, or one beside rollouts of none
 * @param table of the batch
 * @param chosen undefined: the whole trace is the batch
 */
export function stepNote(
  steps: readonly StepRow[],
  whole: RolloutTable,
  table: RolloutTable,
  chosen: number | undefined,
): Said {
  const rest = withoutStep(steps, whole)
  const values = {
    n: formatCount(chosen === undefined ? steps.length : table.id.length),
    of: formatCount(whole.id.length),
    step: formatPlain(chosen ?? steps[0].step),
    rest: formatCount(rest),
  }
  if (chosen !== undefined) return { key: rest > 0 ? 'oneStepOfRest' : 'oneStep', values }
  if (rest === 0) return { key: 'allSteps', values }
  return { key: steps.length === 1 ? 'stepAndRest' : 'allStepsAndRest', values }
}
