/** Training steps of a trace: how many rollouts each has and how they end. Pure. */
import type { RolloutTable } from '../../worker/api.ts'

export interface StepRow {
  readonly step: number
  readonly rollouts: number
  /** Of the known outcomes; NaN where there is none. */
  readonly mean: number
}

/** Ascending; rollouts whose step is not known are in none. */
export function stepRows({ steps, outcome }: RolloutTable): readonly StepRow[] {
  const byStep = new Map<number, { rollouts: number; known: number; sum: number }>()
  steps?.forEach((step, rollout) => {
    if (Number.isNaN(step)) return
    const row = byStep.get(step) ?? { rollouts: 0, known: 0, sum: 0 }
    byStep.set(step, row)
    row.rollouts++
    if (Number.isNaN(outcome[rollout])) return
    row.known++
    row.sum += outcome[rollout]
  })
  return [...byStep]
    .map(([step, { rollouts, known, sum }]) => ({ step, rollouts, mean: sum / known }))
    .sort((one, other) => one.step - other.step)
}

/** Rollouts whose step is not known. @param rows steps of the table */
export const withoutStep = (rows: readonly StepRow[], { id }: RolloutTable): number =>
  rows.reduce((rest, { rollouts }) => rest - rollouts, id.length)

/** Whether there is anything to choose: several steps, or one beside rollouts of none. */
export const areSeveral = (rows: readonly StepRow[], table: RolloutTable): boolean =>
  rows.length > 1 || (rows.length === 1 && withoutStep(rows, table) > 0)

/** Places of the means in a box, the lowest at its foot; steps without a mean have none. */
export function meanPoints(
  rows: readonly StepRow[],
  width: number,
  height: number,
): readonly { readonly step: number; readonly x: number; readonly y: number }[] {
  const drawn = rows.filter(({ mean }) => !Number.isNaN(mean))
  const lows = drawn.map(({ mean }) => mean)
  const [low, high] = [Math.min(...lows), Math.max(...lows)]
  const first = rows[0]?.step ?? 0
  const span = (rows.at(-1)?.step ?? 0) - first
  return drawn.map(({ step, mean }) => ({
    step,
    x: span === 0 ? width / 2 : ((step - first) / span) * width,
    y: high === low ? height / 2 : (1 - (mean - low) / (high - low)) * height,
  }))
}
