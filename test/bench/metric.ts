/** One line of `npm run bench`. */
export interface Metric {
  /** As in the issue: M1 … M9. */
  readonly id: string
  /** What was measured, where an id has several lines. */
  readonly label: string
  readonly value: number
  readonly target: number
  readonly sense: 'at least' | 'at most'
  /** What the value was made of. */
  readonly detail: string
}

export const passes = ({ value, target, sense }: Metric): boolean =>
  sense === 'at least' ? value >= target : value <= target

export const lineOf = (metric: Metric): string => {
  const { id, label, value, target, sense, detail } = metric
  const sign = sense === 'at least' ? '>=' : '<='
  return `${id} ${value.toPrecision(3)} ${sign}${target} ${passes(metric) ? 'ok' : 'MISSED'}  # ${label}: ${detail}`
}
