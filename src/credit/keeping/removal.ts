/**
 * What keeping rules take out of the loss. They set the loss mask: a masked token has advantage 0, and it
 * stands in no denominator and in no statistics over tokens (methods.md §1.1, §3.4; trace-schema §3,
 * rules 23 and 24). AsyPPO's reweighting is none of them: its denominators keep the zeroed tokens (§7).
 */
import type { Batch } from '../../trace/batch.ts'

/** Positions [start, end) of one rollout, masked ones among them or not. */
export type Stretch = readonly [start: number, end: number, rollout: number]

export interface RuleRemoval {
  /** Whole rollouts, or chunks and tokens of them. */
  readonly unit: 'rollouts' | 'tokens'
  /** Rollouts that lose at least one token, or, where whole rollouts are masked, those. */
  readonly rollouts: number
  readonly tokens: number
}

export interface Removal {
  /** The loss mask: 1 = an action token that no rule took out. Length positionCount. */
  readonly kept: Uint8Array
  /** Action tokens left, by segment. */
  readonly left: Uint32Array
  /** Action tokens of the batch, and how many of them left the loss. */
  readonly actions: number
  readonly removed: number
  /** Rows of groups that a filter drops: they are not in the trainer's batch, not even as empty rows. */
  readonly droppedRows: number
  /** By the stage's option, each rule on its own: two may take the same token. */
  readonly byRule: Readonly<Partial<Record<string, RuleRemoval>>>
}

/** Rules that are on, in their order; their stretches are read one rule after the other. */
export type Masking = readonly {
  /** Name of the stage's option. */
  readonly option: string
  readonly unit: RuleRemoval['unit']
  readonly stretches: Iterable<Stretch>
  /** The rows leave the trainer's batch altogether. */
  readonly dropsRows?: true
}[]

/** @param take called with every stretch */
export function removalOf(
  batch: Batch,
  masking: Masking,
  take: (start: number, end: number) => void,
): Removal {
  const kept = batch.mask.slice()
  const byRule: Partial<Record<string, RuleRemoval>> = {}
  let droppedRows = 0
  for (const { option, unit, stretches, dropsRows } of masking) {
    let [rollouts, tokens, latest] = [0, 0, -1]
    for (const [start, end, rollout] of stretches) {
      for (let p = start; p < end; p++) tokens += batch.mask[p]
      if (rollout !== latest) rollouts++
      if (dropsRows) droppedRows += rowsOf(batch, rollout)
      latest = rollout
      kept.fill(0, start, end)
      take(start, end)
    }
    byRule[option] = { unit, rollouts, tokens }
  }
  const left = countBySegment(batch, kept)
  const total = (counts: Uint32Array): number => counts.reduce((sum, n) => sum + n, 0)
  const actions = total(countBySegment(batch, batch.mask))
  return { kept, left, actions, removed: actions - total(left), droppedRows, byRule }
}

const rowsOf = ({ rollout: { firstSegment } }: Batch, rollout: number): number =>
  firstSegment[rollout + 1] - firstSegment[rollout]

function countBySegment({ segment, segmentCount }: Batch, mask: Uint8Array): Uint32Array {
  const counts = new Uint32Array(segmentCount)
  for (let s = 0; s < segmentCount; s++) {
    for (let p = segment.start[s]; p < segment.start[s + 1]; p++) counts[s] += mask[p]
  }
  return counts
}

/** All positions of the rollouts that `isMasked` names. */
export function* wholeRollouts(
  { rollout, segment, rolloutCount }: Batch,
  isMasked: (rollout: number) => boolean,
): Generator<Stretch> {
  for (let r = 0; r < rolloutCount; r++) {
    if (!isMasked(r)) continue
    yield [segment.start[rollout.firstSegment[r]], segment.start[rollout.firstSegment[r + 1]], r]
  }
}
