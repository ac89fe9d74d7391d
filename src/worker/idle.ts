/** When there is time for what only a later wish may need. */

/** Longest wait for a page that is never idle (ms). */
const PATIENCE_MS = 3000

export interface Idle {
  /** Runs it once the page has started and has nothing better to do. */
  readonly whenIdle: (run: () => void) => void
  /** The first numbers are on the screen: nothing that is run now delays them. */
  readonly started: () => void
}

export function createIdle(page: Window): Idle {
  let waiting: (() => void)[] | undefined = []
  const soon = (run: () => void): void => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in page) page.requestIdleCallback(run, { timeout: PATIENCE_MS })
    else (page as Window).setTimeout(run, 200)
  }
  return {
    whenIdle: (run) => {
      if (waiting) waiting.push(run)
      else soon(run)
    },
    started: () => {
      for (const run of waiting ?? []) soon(run)
      waiting = undefined
    },
  }
}
