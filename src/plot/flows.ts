/** What enters each segment from its future under A and under B. */
import type { CreditLink, Frame } from '../worker/api.ts'
import { actionBounds } from './spans.ts'

export type Flow = 'reward' | 'carry' | 'next' | 'cut'

/** By segment; no entry where it has no action token or the estimator has no chain there. */
export interface Flows {
  readonly a: ReadonlyMap<number, Flow>
  readonly b: ReadonlyMap<number, Flow>
}

export const flowOf = (link: CreditLink | undefined): Flow =>
  link?.carry ? 'carry' : link && link.next !== 'zero' ? 'next' : 'cut'

function inflows(frame: Frame, slot: 'a' | 'b'): ReadonlyMap<number, Flow> {
  const { detail } = frame
  const flows = new Map<number, Flow>()
  for (const row of slot === 'a' ? frame.boundariesA : frame.boundariesB) flows.set(row.to, 'cut')
  for (const link of slot === 'a' ? detail.linksA : detail.linksB)
    flows.set(link.toSegment, flowOf(link))
  // Literal order: the last segment holds the reward and is handed something too. The pin on the kind
  // strip still shows the reward; two signs at one place would cross.
  for (const place of slot === 'a' ? detail.rewardAtA : detail.rewardAtB) {
    const handed = flows.get(place.segment)
    if (handed === undefined || handed === 'cut') flows.set(place.segment, 'reward')
  }
  for (const segment of flows.keys()) {
    const view = detail.segments[segment]
    if (!view || !actionBounds(view)) flows.delete(segment)
  }
  return flows
}

/** Costs a pass over all segments: once per frame, not once per row. */
export const flowsOf = (frame: Frame): Flows => ({
  a: inflows(frame, 'a'),
  b: inflows(frame, 'b'),
})
