/** Keeps `data.frame` and `data.token` in step with the document and with what is hovered. */
import type { Context } from './context.ts'
import { frameRequest } from './fit.ts'

export interface Watching {
  /** Asks for a frame at the next animation frame; any number of calls before it are one request. */
  requestFrame(): void
  /** Asks for the exact numbers of the hovered token, else of the pinned one. */
  requestToken(): void
  setViewport(columns: number, curveColumns: number): void
}

/** `framed` is called after every frame that arrived. */
export function createWatching(context: Context, framed: () => void): Watching {
  const { client, environment, get, setData } = context
  // Until a panel has measured itself: the width of a small window's chart.
  let viewport = { columns: 800, curveColumns: 800 }
  let scheduled = false

  const askFrame = async () => {
    scheduled = false
    const { document, data } = get()
    if (!data.table || data.table.id.length === 0) return
    const frame = await client.frame(frameRequest(document, data.table, viewport))
    if (frame === 'superseded') return
    setData({ frame })
    askToken().catch(context.report)
    framed()
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
      environment.onNextFrame(() => {
        askFrame().catch(context.report)
      })
    },
    requestToken: () => {
      askToken().catch(context.report)
    },
    setViewport: (columns, curveColumns) => {
      const next = {
        columns: Math.max(1, Math.floor(columns)),
        curveColumns: Math.max(1, Math.floor(curveColumns)),
      }
      if (next.columns === viewport.columns && next.curveColumns === viewport.curveColumns) return
      viewport = next
      watching.requestFrame()
    },
  }
  return watching
}
