/** When there is time for what only a later wish may need. */

/** After a person did something, until what only a next time needs may take a core (ms). */
const LULL_MS = 1000

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
      else page.setTimeout(() => soon(run), LULL_MS)
    },
    started: () => {
      for (const run of waiting ?? []) soon(run)
      waiting = undefined
    },
  }
}
