/** Why there is nothing to fit. */
export type FitFault = 'no-outcome' | 'one-rollout' | 'equal-outcomes'

/** @param actions action tokens per rollout; a rollout without any says nothing */
export function whyUnfittable(
  outcome: ArrayLike<number>,
  actions: ArrayLike<number>,
): FitFault | undefined {
  let first: number | undefined
  let several = false
  for (let r = 0; r < outcome.length; r++) {
    if (Number.isNaN(outcome[r]) || actions[r] === 0) continue
    if (first !== undefined && outcome[r] !== first) return undefined
    several = first !== undefined
    first ??= outcome[r]
  }
  if (first === undefined) return 'no-outcome'
  return several ? 'equal-outcomes' : 'one-rollout'
}
