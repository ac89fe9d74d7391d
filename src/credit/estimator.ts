/** What the registry holds: one estimator = one pure function from (Batch, options) to a credit graph. */
import type { Batch } from '../trace/batch.ts'
import type { CreditGraph } from './graph.ts'
import type { Method } from './method.ts'
import type { NeedId } from './needs.ts'
import type { OptionSpec, Options } from './options.ts'

/** What an estimator may leave unread; the page switches such a control off. */
export type Quantity = 'gamma' | 'lambda' | 'values'

/** A token of the recursion, a token inside its turn, a turn, or a chunk (a run of action tokens). */
export type GammaCount = 'token' | 'token-of-turn' | 'turn' | 'chunk'

export interface Estimator extends Method {
  /** `chain`: γ, λ matter. `baseline`: one number per rollout or segment, broadcast. */
  readonly family: 'chain' | 'baseline'
  /** Which of the sliders and values matter. Absent: all for a chain, none for a baseline. */
  readonly reads?: readonly Quantity[]
  /** What one step of the slider γ goes over; absent: a token. */
  readonly gammaCounts?: GammaCount
  /** What the trace must have beyond an outcome, the values it reads, and a group for a baseline. */
  readonly needs?: readonly NeedId[]
  /** Own options beyond gamma, lambda, lambdaCritic (sliders) and POST_OPTIONS. */
  readonly options: readonly OptionSpec[]
  /** Reason why this trace cannot serve the estimator, or undefined. */
  readonly unavailable?: (batch: Batch) => string | undefined
  /** Whitens whatever the options say, as (x − mean) / sqrt(var + eps) (REINFORCE++). */
  readonly alwaysWhitens?: true
  /** The advantage of a token knows of later segments: credit is carried over a cut. */
  readonly crossesCuts?: true
  /** `options` are resolved; pure. */
  readonly graph: (batch: Batch, options: Options) => CreditGraph
}

/** Whether a slider, or the values, change anything under the estimator. */
export const readsQuantity = ({ family, reads }: Estimator, quantity: Quantity): boolean =>
  reads ? reads.includes(quantity) : family === 'chain'

/** Everything it needs: an outcome always, the rest from what it reads, its family and its own list. */
export function needsOf(estimator: Estimator): readonly NeedId[] {
  const needs: NeedId[] = ['outcome']
  if (readsQuantity(estimator, 'values')) needs.push('values')
  if (estimator.family === 'baseline') needs.push('group')
  return [...needs, ...(estimator.needs ?? [])]
}
