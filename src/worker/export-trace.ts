/** The batch that a canonical file is written from: what was opened, with what was computed and typed. */
import type { Batch } from '../trace/batch.ts'
import { type Outcomes, prepareBatch } from '../trace/prepare.ts'
import type { Computed } from './slots.ts'

export { prepareWriters, writeTrace } from '../formats/write/canonical.ts'

/** Typed outcomes count as outcomes: a person said so. */
export const withTyped = (base: Batch, outcomes: Outcomes): Batch =>
  prepareBatch(base, { kind: 'file' }, outcomes)

/**
 * `advantages` and `returns` of a slot instead of the recorded ones; estimators without returns leave none.
 * Made-up values stay out: in a file nothing would tell them from a critic's.
 */
export function withAdvantages(base: Batch, computed: Computed, slot: 'a' | 'b'): Batch {
  const { advantages, returns } = computed[slot].evaluation
  const { advantages: _a, returns: _r, ...columns } = base.columns
  return {
    ...base,
    rollout: { ...base.rollout, outcome: computed.batch.rollout.outcome },
    columns: {
      ...columns,
      advantages: Float64Array.from(advantages),
      ...(returns && { returns: Float64Array.from(returns) }),
    },
  }
}
