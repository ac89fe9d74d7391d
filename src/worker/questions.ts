/** What the page asks of the trace that is open; client.ts sees to which one that is. */
import { transfer } from 'comlink'
import type {
  Agreement,
  CreditSettings,
  EngineStatus,
  Frame,
  FrameRequest,
  TokenRequest,
  TokenView,
  Totals,
  TotalsRequest,
} from './api.ts'
import { type Connection, WorkerGone } from './connection.ts'
import { byKind, newestWins } from './newest.ts'
import type { SessionEndpoint } from './protocol.ts'
import type { PayloadOptions, RowsOptions, SharePayload, TraceExport } from './share.ts'
import { keepStill } from './still.ts'
import type { ViewAnswer, ViewRequest } from './views.ts'

export interface Questions {
  /** At most one request runs and one waits; `superseded`: a newer request, or trace, took its place. */
  frame(request: FrameRequest): Promise<Frame | 'superseded'>
  /** Totals of the batch, where the frame of these settings came without. Give way to a newer frame. */
  totals(request: TotalsRequest): Promise<Totals | 'superseded'>
  token(request: TokenRequest): Promise<TokenView | 'superseded'>
  /** As `frame`; kinds do not wait for each other's place. */
  view(request: ViewRequest): Promise<ViewAnswer | 'superseded'>
  compare(settings: CreditSettings): Promise<Agreement>
  exportAdvantages: SessionEndpoint['exportAdvantages']
  exportTrace(settings: CreditSettings, what: TraceExport): Promise<Blob>
  /** Structure of the trace for a link, at most `limit` characters. */
  payload(options: PayloadOptions, limit: number): Promise<SharePayload>
  /** The trace's canonical rows, for a share file or as JSON Lines. */
  shareRows(options: RowsOptions): Promise<Blob>
}

/** What is known of the open trace. */
export interface Asked {
  readonly session: () => Connection<SessionEndpoint>
  readonly isOpen: () => boolean
  /** While a trace takes over: whether it did, once that is known. */
  readonly isGone: () => Promise<boolean> | undefined
  /** An answer came, from this engine. */
  readonly answered: (engine: EngineStatus, isFrame: boolean) => void
}

export function createQuestions({ session, isOpen, isGone, answered }: Asked) {
  const still = keepStill()
  const frames = newestWins((request: FrameRequest) =>
    still.whole(request, (known) => session().call((s) => s.frame(request, known))),
  )
  const totals = newestWins((request: TotalsRequest) => session().call((s) => s.totals(request)))
  const tokens = newestWins((request: TokenRequest) => session().call((s) => s.token(request)))
  const views = byKind(() =>
    newestWins((request: ViewRequest) => session().call((s) => s.view(request))),
  )

  /** At once where no trace takes over. */
  const newest = <R>(send: () => Promise<R>): Promise<R | 'superseded'> => {
    if (!isOpen()) return Promise.resolve('superseded')
    const going = isGone()
    return going ? going.then<R | 'superseded'>((gone) => (gone ? 'superseded' : send())) : send()
  }
  /** A call about the trace that is open now; rejects if that one makes way before the call can start. */
  async function once<R>(make: (remote: SessionEndpoint) => Promise<R>): Promise<R> {
    const going = isGone()
    if (going && (await going)) throw new WorkerGone('Another trace was opened.')
    return session().call(make)
  }

  const ask: Questions = {
    frame: async (request) => {
      const frame = await newest(() => frames.request(request))
      if (frame !== 'superseded') answered(frame.engine, true)
      return frame
    },
    totals: async (request) => {
      const found = await newest(() => totals.request(request))
      // The engine may have fallen back over them.
      if (found !== 'superseded' && found.statistics) answered(found.statistics.engine, false)
      return found
    },
    token: (request) => newest(() => tokens.request(request)),
    view: (request) => newest(() => views.of(request.kind).request(request)),
    compare: (settings) => once((s) => s.compare(settings)),
    exportAdvantages: (settings, format, port) =>
      once((s) => s.exportAdvantages(settings, format, port && transfer(port, [port]))),
    exportTrace: (settings, what) => once((s) => s.exportTrace(settings, what)),
    payload: (options, limit) => once((s) => s.payload(options, limit)),
    shareRows: (options) => once((s) => s.shareRows(options)),
  }
  return {
    ask,
    /** Another trace: answers that are still out become `superseded`. */
    forget: () => {
      still.forget()
      for (const queue of [frames, totals, tokens, views]) queue.reset()
    },
  }
}
