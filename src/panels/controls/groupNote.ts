/** Why a group baseline gives the selected rollout no signal: pure, from the table of rollouts. */
import { allEqual } from '../../credit/baselines/equal.ts'
import type { Options } from '../../credit/options.ts'
import type { RolloutTable, Slot } from '../../worker/api.ts'

/** What the estimator does where outcomes tell nothing. */
export type WithoutSignal =
  /** Advantage 0. */
  | 'zero'
  /** As `zero`, and an option says what a group of one gets. */
  | 'option'
  /** The outcome's part is 0; rewards of turns may still differ. */
  | 'turns'
  /** 0 before it is whitened over the batch. */
  | 'whitened'

export type GroupNote =
  | { readonly kind: 'raw' }
  | { readonly kind: 'single'; readonly by: WithoutSignal }
  | { readonly kind: 'equal'; readonly by: WithoutSignal; readonly samples: number }

/** Estimators that compare outcomes within a group. */
const COMPARES: Readonly<Partial<Record<string, WithoutSignal>>> = {
  grpo: 'option',
  rloo: 'option',
  'lite-ppo': 'zero',
  gigpo: 'turns',
  'turn-grpo': 'turns',
  'reinforce-pp-baseline': 'whitened',
}

/** Under these the outcomes that are compared are not those of the table: nothing is said then. */
const otherOutcomes = ({ overlong = 'keep', endedStatistics }: Options): boolean =>
  !(overlong === 'keep' || overlong === 'mask') || endedStatistics === 'drop'

/** Undefined where the group has different outcomes, where the rollout has none, and for other estimators. */
export function groupNoteOf(
  { estimator, options }: Slot,
  table: RolloutTable,
  rollout: number,
): GroupNote | undefined {
  const outcome = table.outcome[rollout]
  const by = Object.hasOwn(COMPARES, estimator) ? COMPARES[estimator] : undefined
  if (by === undefined || otherOutcomes(options)) return undefined
  if (outcome === undefined || Number.isNaN(outcome)) return undefined
  const group = table.groupOf[rollout]
  const bySegment = by === 'option' && options.unit === 'segment'
  const outcomes: number[] = []
  let samples = 0
  for (let r = 0; r < table.id.length; r++) {
    if (table.groupOf[r] !== group) continue
    // Baselines on turns count a rollout without an outcome as 0, the others leave it out.
    const known = !Number.isNaN(table.outcome[r])
    if (!known && by !== 'turns') continue
    outcomes.push(known ? table.outcome[r] : 0)
    samples += bySegment ? table.segments[r] : 1
  }
  if (!allEqual(outcomes)) return undefined
  if (samples > 1) return { kind: 'equal', by, samples }
  return by === 'option' && options.singleton === 'raw' ? { kind: 'raw' } : { kind: 'single', by }
}
