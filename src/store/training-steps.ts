/** One training step of a trace as a table of its own, and what choosing it changes. Pure. */
import { numberOf, rolloutsOfStep } from '../trace/step-rollouts.ts'
import type { RolloutTable } from '../worker/api.ts'
import type { DocumentState } from './document.ts'

/**
 * Indices of rollouts and groups are then those of the worker's batch of that step. The same table for
 * undefined.
 */
export function tableOfStep(whole: RolloutTable, step: number | undefined): RolloutTable {
  if (step === undefined) return whole
  const rollouts = rolloutsOfStep(whole.steps ?? [], step)
  const { estimated } = whole
  const groups = new Map<number, number>()
  const groupOf = rollouts.map((r) => numberOf(groups, whole.groupOf[r]))
  const pick = (column: Uint32Array): Uint32Array => rollouts.map((r) => column[r])
  return {
    id: Array.from(rollouts, (r) => whole.id[r]),
    groupOf,
    groupIds: [...groups.keys()].map((group) => whole.groupIds[group]),
    segments: pick(whole.segments),
    positions: pick(whole.positions),
    actionTokens: pick(whole.actionTokens),
    outcome: Float64Array.from(rollouts, (r) => whole.outcome[r]),
    ended: Uint8Array.from(rollouts, (r) => whole.ended[r]),
    longest: pick(whole.longest),
    steps: new Float64Array(rollouts.length).fill(step),
    holds: Uint16Array.from(rollouts, (r) => whole.holds[r]),
    ...(estimated && { estimated: Uint8Array.from(rollouts, (r) => estimated[r]) }),
  }
}

export const hasStep = ({ steps }: RolloutTable, step: number): boolean =>
  steps?.includes(step) ?? false

/** The edit that chooses a step: the rollout on the screen stays where the step has it. */
export function chooseStep(
  document: DocumentState,
  whole: RolloutTable,
  step: number | undefined,
): Pick<DocumentState, 'step' | 'rollout' | 'range' | 'token'> {
  const before = tableOfStep(whole, document.step)
  const known = document.rollout !== undefined && before.id.includes(document.rollout)
  const shown = known ? document.rollout : before.id[0]
  if (!tableOfStep(whole, step).id.includes(shown)) {
    return { step, rollout: undefined, range: undefined, token: undefined }
  }
  const { range, token } = document
  return { step, rollout: shown, range, token }
}
