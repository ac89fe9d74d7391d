/** Totals of the batch that a frame came without: asked for when it is painted. */
import type { Frame, Totals } from '../worker/api.ts'
import type { Context } from './context.ts'
import { same } from './properties.ts'
import type { ShownTotals } from './store.ts'

export interface TotalsParts {
  /** A newer frame is on its way. */
  readonly isBehind: () => boolean
  /** The parts that came, with the older ones. */
  readonly withTotals: (frame: Frame, totals: Totals) => ShownTotals
  /** What the page shows is being computed; returns what says that it was. */
  readonly wait: () => () => void
}

/** Passes over all rollouts: not if a newer frame is on its way, which sees to its own. */
export async function askTotals(
  { client, get, setData, report }: Context,
  { request: { settings, rollout, weights } }: Frame,
  { isBehind, withTotals, wait }: TotalsParts,
): Promise<void> {
  const shown = () => {
    const { frame } = get().data
    return frame?.request.settings === settings ? frame : undefined
  }
  if (!shown() || isBehind()) return
  const done = wait()
  try {
    const totals = await client.totals({ settings, rollout, ...(weights && { weights }) })
    const frame = shown()
    if (totals === 'superseded' || !frame) return
    const engine = totals.statistics?.engine
    // Whoever computed them may have taken over from the engine of the frame.
    const moved = engine && !same(frame.engine, engine) && { frame: { ...frame, engine } }
    setData({ totals: withTotals(frame, totals), ...moved })
  } catch (reason) {
    if (shown()) setData({ totals: {} })
    report('setting')(reason)
  } finally {
    done()
  }
}
