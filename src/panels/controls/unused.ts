/** Which controls have no effect with the estimators chosen. */
import { type Quantity, readsQuantity } from '../../credit/estimator.ts'
import { estimatorOf } from '../../credit/registry.ts'
import type { Slot } from '../../worker/api.ts'

/** Neither slot reads the quantity: its control does nothing. */
export const isUnread = (a: Slot, b: Slot, quantity: Quantity): boolean =>
  [a, b].every((slot) => {
    const estimator = estimatorOf(slot.estimator)
    return estimator !== undefined && !readsQuantity(estimator, quantity)
  })

/** The slot works out its λ from lengths. */
export const setsLambda = ({ options }: Slot): boolean => options.lambdaRule === 'length-adaptive'
