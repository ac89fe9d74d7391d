/** Turns of a rollout (trace-schema §3, rule 11): declared ones with an action token, else mask runs. */
import { type Batch, KIND } from '../trace/batch.ts'

export interface Turn {
  readonly segment: number
  /** Index into `batch.spans`. */
  readonly span: number
  /** Positions of the turn's first and last action token. */
  readonly firstAction: number
  readonly lastAction: number
}

/** Turns of one rollout over all its segments, in time order. */
export function turnsOf(batch: Batch, rollout: number): readonly Turn[] {
  const turns: Turn[] = []
  const { firstSegment } = batch.rollout
  const { firstOfSegment, start, turn, kind } = batch.spans
  for (let segment = firstSegment[rollout]; segment < firstSegment[rollout + 1]; segment++) {
    const from = firstOfSegment[segment]
    const to = firstOfSegment[segment + 1]
    const hasTurns = turn.subarray(from, to).some((entry) => entry >= 0)
    for (let span = from; span < to; span++) {
      if (hasTurns ? turn[span] < 0 : kind[span] !== KIND.action) continue
      const firstAction = batch.mask.indexOf(1, start[span])
      if (firstAction < 0 || firstAction >= start[span + 1]) continue
      const lastAction = batch.mask.lastIndexOf(1, start[span + 1] - 1)
      turns.push({ segment, span, firstAction, lastAction })
    }
  }
  return turns
}

/** Calls `visit` for every action token of a turn. */
export function eachAction(batch: Batch, turn: Turn, visit: (position: number) => void): void {
  for (let p = turn.firstAction; p <= turn.lastAction; p++) if (batch.mask[p] === 1) visit(p)
}
