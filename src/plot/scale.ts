/**
 * Linear scales. d3's bring colour spaces and interpolators of everything along, 8 KB of the first load; its
 * ticks stay.
 */
import { tickIncrement, tickStep } from 'd3'
import { places, writer } from './format.ts'

export type Interval = readonly [number, number]

/** The middle of `range` where the domain is one number. */
export function linear([low, high]: Interval, [start, end]: Interval): (value: number) => number {
  const width = high - low
  return (value) => {
    const share = width ? (value - low) / width : 0.5
    return start * (1 - share) + end * share
  }
}

/** Widened to whole steps of about `count` ticks. */
export function nice([low, high]: Interval, count: number): [number, number] {
  let [from, to] = [low, high]
  let before = Number.NaN
  // A wider interval may have a wider step; two rounds settle it, ten are the limit.
  for (let round = 0; round < 10; round++) {
    const step = tickIncrement(from, to, count)
    if (step === before) return [from, to]
    if (step > 0) {
      from = Math.floor(from / step) * step
      to = Math.ceil(to / step) * step
    } else if (step < 0) {
      from = Math.ceil(from * step) / step
      to = Math.floor(to * step) / step
    } else break
    before = step
  }
  return [low, high]
}

/** Signed numbers with as many places as ticks `count` to the interval need. */
export function tickWriter([low, high]: Interval, count: number): (value: number) => string {
  const [, exponent = '0'] = tickStep(low, high, count).toExponential().split('e')
  return writer(places(Math.min(20, Math.max(0, -Number(exponent)))), true)
}
