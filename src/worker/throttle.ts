/** Progress at most 20 times a second: readers report per chunk, and every report redraws the bar. */
import type { Progress } from './api.ts'

const INTERVAL_MS = 50

/** Always passes on a new phase or file and the last report of each. */
export function throttled(
  send: (progress: Progress) => void,
  now: () => number,
): (progress: Progress) => void {
  let last = Number.NEGATIVE_INFINITY
  let stage = ''
  return (progress) => {
    const time = now()
    const next = progress.phase === 'reading' ? `reading ${progress.file}` : progress.phase
    const due = next !== stage || progress.done >= progress.total || time - last >= INTERVAL_MS
    if (!due) return
    last = time
    stage = next
    send(progress)
  }
}
