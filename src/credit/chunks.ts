/** Chunks: maximal runs of action tokens inside one row (trace-schema §3, rule 27). */
import type { Numbers } from '../trace/rows.ts'

/** Calls `visit` with positions [start, end) of every chunk in [from, to). */
export function eachChunk(
  mask: Numbers,
  from: number,
  to: number,
  visit: (start: number, end: number) => void,
): void {
  for (let start = from; start < to; ) {
    if (mask[start] !== 1) {
      start++
      continue
    }
    let end = start
    while (end < to && mask[end] === 1) end++
    visit(start, end)
    start = end
  }
}

/** Mean of a − b over [start, end), which is not empty. */
export function meanDifference(a: Numbers, b: Numbers, start: number, end: number): number {
  let sum = 0
  for (let t = start; t < end; t++) sum += a[t] - b[t]
  return sum / (end - start)
}
