/**
 * Whose turn it is: in a drag pictures go first, but every so often one waits for the totals of the batch, which
 * would else not come before the drag ends.
 */

/** So long pictures may go without (ms). */
const LEAST_MS = 500
/** And so many times as long as the totals take: of a drag they have a fifth at most. */
const TIMES = 4

export interface Turn {
  /** The next picture is to wait for the totals. */
  isDue(): boolean
  /** A picture goes without, or has them. */
  note(hasTotals: boolean): void
  /** Totals were computed. */
  took(ms: number): void
}

export function createTurn(now: () => number): Turn {
  /** Since when pictures go without. */
  let since: number | undefined
  let lastMs = 0
  return {
    isDue: () => since !== undefined && now() - since > Math.max(LEAST_MS, TIMES * lastMs),
    note: (hasTotals) => {
      since = hasTotals ? undefined : (since ?? now())
    },
    took: (ms) => {
      lastMs = ms
    },
  }
}
