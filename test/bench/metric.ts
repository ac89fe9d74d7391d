/** What `npm run bench` prints and writes: one line per metric of the performance targets. */

export interface Metric {
  /** As in the issue: M1 … M9. */
  readonly id: string
  /** What was measured, where an id has several lines. */
  readonly label: string
  /** NaN: could not be measured; `detail` says why. */
  readonly value: number
  readonly target: number
  readonly sense: 'at least' | 'at most'
  /** What the value was made of. */
  readonly detail: string
}

/** undefined: not measured. */
export function passes({ value, target, sense }: Metric): boolean | undefined {
  if (Number.isNaN(value)) return undefined
  return sense === 'at least' ? value >= target : value <= target
}

const verdict = (metric: Metric): string => {
  const passed = passes(metric)
  return passed === undefined ? 'not measured' : passed ? 'ok' : 'MISSED'
}

export const lineOf = (metric: Metric): string => {
  const { id, label, value, target, sense, detail } = metric
  const sign = sense === 'at least' ? '>=' : '<='
  const shown = Number.isNaN(value) ? '–' : value.toPrecision(3)
  return `${id} ${shown} ${sign}${target} ${verdict(metric)}  # ${label}: ${detail}`
}

export const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1]

/** `min 12.3, median 14.0 ms of 9`. */
export const spread = (times: readonly number[]): string =>
  `min ${Math.min(...times).toFixed(1)}, median ${median(times).toFixed(1)} ms of ${times.length}`
