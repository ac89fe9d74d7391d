/** Keeps `data.frame` and `data.token` in step with the document and with what is hovered. */
import type { Frame, Totals } from '../worker/api.ts'
import type { Context } from './context.ts'
import { frameRequest, hasNumbersOf, WHOLE_SEGMENTS } from './fit.ts'
import type { ShownTotals, TaskState, Viewport } from './store.ts'
import type { WithTools } from './tools.ts'
import type { TotalsParts } from './totals.ts'

export interface Watching {
  /** Asks for a frame at the next animation frame; any number of calls before it are one request. */
  requestFrame(): void
  /** As `requestFrame`, but the first call of an animation frame asks at once: a slider's step waits for nothing. */
  requestFrameNow(): void
  /** Asks for the exact numbers of the hovered token, else of the pinned one. */
  requestToken(): void
  /** Another trace is open: what was asked of the old one is none of its concern. */
  forget(): void
  setViewport(part: Partial<Viewport>): void
}

/** A frame that takes longer makes the page say that it is computing (ms). */
const SLOW_MS = 300

/** `framed` is called after every frame that arrived. */
export function createWatching(
  context: Context,
  withTools: WithTools,
  framed: () => void,
): Watching {
  const { client, environment, get, setData, setTasks } = context
  // Until a panel has measured itself: the width of a small window's chart.
  let viewport: Viewport = {
    columns: 800,
    curveColumns: 800,
    segments: { from: 0, to: WHOLE_SEGMENTS },
    weights: undefined,
  }
  let scheduled = false
  /** In this animation frame already. */
  let asked = false
  /** Frames that were asked for and are still out. */
  let out = 0
  /** Totals that were asked for and are still out. */
  let weighing = 0
  let stopWaiting: (() => void) | undefined

  const setPicture = (picture: TaskState['picture']) => {
    if (get().tasks.picture !== picture) setTasks({ picture })
  }
  const restartWait = () => {
    stopWaiting?.()
    stopWaiting = environment.after(SLOW_MS, () => setPicture('computing'))
  }
  /** After every answer: while a newer one is out, the shown frame is on its way to be old. */
  const settled = () => {
    if (scheduled || out > 0 || weighing > 0) {
      // Frames that keep coming, as in a drag, are not slow; a sign that is on stays until the last.
      if (get().tasks.picture === 'current') restartWait()
      return
    }
    stopWaiting?.()
    stopWaiting = undefined
    const { document, data } = get()
    const { frame, table } = data
    setPicture(frame && table && !hasNumbersOf(data, document, table) ? 'failed' : 'current')
  }

  const askFrame = async () => {
    scheduled = false
    const { document, data } = get()
    if (!data.table || data.table.id.length === 0) return settled()
    out++
    try {
      const frame = await client.frame(frameRequest(document, data.table, viewport))
      if (frame === 'superseded') return
      setData({ frame, ofBeginning: false, totals: withTotals(frame, frame) })
      if (!frame.areAll) environment.afterPainting(() => askTotals(frame))
      context.dismiss('setting-not-computed')
      askToken().catch(context.report('token'))
      framed()
    } finally {
      out--
      settled()
    }
  }

  const askTotals = (frame: Frame) => {
    withTools((tools) => tools.askTotals(context, frame, parts)).catch(context.report('setting'))
  }

  /** The parts that came, with the older ones. */
  const withTotals = (
    { request: { settings }, detail }: Frame,
    { statistics, tallies, weights }: Totals,
  ): ShownTotals => {
    const total = <T>(of: T) => ({ settings, detail, of })
    return {
      ...get().data.totals,
      ...(statistics && { statistics: total(statistics) }),
      ...(tallies && { tallies: total(tallies) }),
      ...(weights && { weights: total(weights) }),
    }
  }

  const parts: TotalsParts = {
    isBehind: () => scheduled || out > 0,
    withTotals,
    wait: () => {
      weighing++
      if (!stopWaiting) restartWait()
      return () => {
        weighing--
        settled()
      }
    },
  }

  /** Where the pointer is, else what is pinned; undefined if the shown rollout has no such token. */
  const target = () => {
    const { document, data, hovered } = get()
    const place = hovered ?? document.token
    const segment = place && data.frame?.detail.segments[place.segment]
    return segment && place.position < segment.length ? place : undefined
  }

  const askToken = async () => {
    const place = target()
    const { frame } = get().data
    if (!place || !frame) return setData({ token: undefined })
    // The numbers must be those of the picture, so they use its settings, not newer ones.
    const { settings, rollout } = frame.request
    const token = await client.token({ settings, rollout, ...place })
    if (token === 'superseded') return
    const wanted = target()
    if (wanted?.segment === token.segment && wanted.position === token.position) setData({ token })
  }

  const watching: Watching = {
    requestFrame: () => {
      if (scheduled) return
      scheduled = true
      if (!stopWaiting) restartWait()
      environment.onNextFrame(() => {
        askFrame().catch(context.report('setting'))
      })
    },
    requestFrameNow: () => {
      if (scheduled || asked) return watching.requestFrame()
      asked = true
      environment.onNextFrame(() => {
        asked = false
      })
      if (!stopWaiting) restartWait()
      askFrame().catch(context.report('setting'))
    },
    requestToken: () => {
      askToken().catch(context.report('token'))
    },
    forget: () => {
      context.dismiss('setting-not-computed')
      context.dismiss('token-not-computed')
      setPicture('current')
    },
    setViewport: (part) => {
      const full = { ...viewport, ...part }
      const next = {
        ...full,
        columns: Math.max(1, Math.floor(full.columns)),
        curveColumns: Math.max(1, Math.floor(full.curveColumns)),
      }
      const { document, data } = get()
      const asks = (of: Viewport): string => {
        if (!data.table) return ''
        const { columns, curveColumns, segments, weights } = frameRequest(document, data.table, of)
        return [columns, curveColumns, segments?.from, segments?.to, weights].join(' ')
      }
      // Scrolling through a rollout that is sent as a whole needs no new frame.
      const before = asks(viewport)
      viewport = next
      if (asks(next) === before) return
      watching.requestFrame()
    },
  }
  return watching
}
