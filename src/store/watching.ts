/** Keeps `data.frame` and `data.token` in step with the document and with what is hovered. */
import type { Context } from './context.ts'
import { frameRequest, WHOLE_SEGMENTS } from './fit.ts'
import type { Viewport } from './store.ts'

export interface Watching {
  /** Asks for a frame at the next animation frame; any number of calls before it are one request. */
  requestFrame(): void
  /** Asks for the exact numbers of the hovered token, else of the pinned one. */
  requestToken(): void
  setViewport(part: Partial<Viewport>): void
}

/** `framed` is called after every frame that arrived. */
export function createWatching(context: Context, framed: () => void): Watching {
  const { client, environment, get, setData } = context
  // Until a panel has measured itself: the width of a small window's chart.
  let viewport: Viewport = {
    columns: 800,
    curveColumns: 800,
    segments: { from: 0, to: WHOLE_SEGMENTS },
  }
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
        const { columns, curveColumns, segments } = frameRequest(document, data.table, of)
        return [columns, curveColumns, segments?.from, segments?.to].join(' ')
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
