/** Which controls have no effect with the estimators chosen. */
import { estimatorOf } from '../../credit/registry.ts'
import type { Slot } from '../../worker/api.ts'

/** Group baselines read outcomes only: γ, λ and values do nothing when both slots are such. */
export const onlyBaselines = (a: Slot, b: Slot): boolean =>
  [a, b].every(({ estimator }) => estimatorOf(estimator)?.family === 'baseline')
