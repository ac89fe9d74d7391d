/** The rollouts of one training step as the batch: what a trainer took statistics over. */
import type { LoadedTrace } from '../formats/types.ts'
import type { Batch } from '../trace/batch.ts'
import { rolloutsOfStep } from '../trace/step-rollouts.ts'

/** Most traces have no steps. */
const selecting = () => import('../trace/select.ts')

/** Loads ahead what choosing a step needs. */
export const prepareSteps = (): Promise<unknown> => selecting()

/** undefined = the whole trace. The same batch as long as the same step is asked for. */
export type StepBatches = (step: number | undefined) => Promise<Batch>

/** Training step per rollout of that batch. */
export function stepsOfBatch(
  steps: Float64Array | undefined,
  batch: Batch,
  step: number | undefined,
): Float64Array | undefined {
  return step === undefined ? steps : new Float64Array(batch.rolloutCount).fill(step)
}

/** Rejects for a step that the trace has not; the page asks for none. */
export function createStepBatches({
  batch,
  steps,
}: Pick<LoadedTrace, 'batch' | 'steps'>): StepBatches {
  let held: { readonly step: number; readonly batch: Batch } | undefined
  return async (step) => {
    if (step === undefined) return batch
    if (held?.step !== step) {
      const rollouts = rolloutsOfStep(steps ?? [], step)
      if (rollouts.length === 0) throw new Error(`no rollout of step ${step}`)
      // The old one goes first: both may be as large as the trace.
      held = undefined
      const { selectRollouts } = await selecting()
      held = { step, batch: selectRollouts(batch, rollouts) }
    }
    return held.batch
  }
}
