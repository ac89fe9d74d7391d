/** Long work in steps: between two of them the worker hears what the page asks meanwhile. */
import type { Pause } from './viewing.ts'

/** Longer a slider need not wait for a step (ms); shorter steps would cost more than they give. */
const STEP_MS = 25

/** Somebody wants something newer: the work is given up. */
class Superseded extends Error {}

/**
 * @param others resolves when nothing else runs
 * @param isWanted asked after every pause; false throws Superseded out of the work
 */
export function pauses(others: () => Promise<unknown>, isWanted: () => boolean): Pause {
  // The first one always waits: what was asked for before the work began goes first.
  let since = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - since < STEP_MS) return
    // A task of its own: messages are read only between tasks.
    await new Promise((resolve) => setTimeout(resolve, 0))
    await others()
    if (!isWanted()) throw new Superseded()
    since = performance.now()
  }
}

/** Work that may be given up. */
export async function inSteps<T>(
  work: (pause: Pause) => Promise<T>,
  ...[others, isWanted]: Parameters<typeof pauses>
): Promise<T | 'superseded'> {
  try {
    return await work(pauses(others, isWanted))
  } catch (error) {
    if (error instanceof Superseded) return 'superseded'
    throw error
  }
}
