/** What `npm run bench` prints and writes: one line per metric of the performance targets. */

export interface Metric {
  /** `M4`, or `M1/4096x4096` for one case of it. */
  readonly id: string
  readonly name: string
  /** NaN: could not be measured; `detail` says why. */
  readonly value: number
  readonly target: number
  /** Whether larger or smaller is better. */
  readonly passes: 'at least' | 'at most'
  /** The times behind the ratio, machine words. */
  readonly detail: string
}

/** undefined: not measured. */
export function hasPassed({ value, target, passes }: Metric): boolean | undefined {
  if (Number.isNaN(value)) return undefined
  return passes === 'at least' ? value >= target : value <= target
}

const SIGNS = { 'at least': '≥', 'at most': '≤' } as const
const VERDICTS = new Map([
  [true, 'ok'],
  [false, 'MISSED'],
  [undefined, 'not measured'],
])

/** `M4 slider tick → frame, 10 M tokens: 1.21 (≤ 1.5, ok)  # …`. */
export function lineOf(metric: Metric): string {
  const { id, name, value, target, passes, detail } = metric
  const shown = Number.isNaN(value) ? '–' : value.toPrecision(3)
  const verdict = VERDICTS.get(hasPassed(metric))
  return `${id} ${name}: ${shown} (${SIGNS[passes]} ${target}, ${verdict})  # ${detail}`
}

export const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1]

/** `min 12.3, median 14.0 ms of 9`. */
export const spread = (times: readonly number[]): string =>
  `min ${Math.min(...times).toFixed(1)}, median ${median(times).toFixed(1)} ms of ${times.length}`
