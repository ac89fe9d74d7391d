/**
 * What the session worker does around a session: takes over traces in two steps, and keeps the batch
 * for links and share files. The session itself runs one computation at a time.
 */
import { transfer } from 'comlink'
import type { Speeds } from '../engine/engine.ts'
import type { LoadedTrace } from '../formats/types.ts'
import { createDerived } from '../trace/derived.ts'
import { describeTrace, rolloutTable } from './describe.ts'
import type { EngineWish, SessionEndpoint, SessionSide, TracePackage } from './protocol.ts'
import { prepareSession } from './session.ts'
import { prepareSlots } from './slots.ts'
import { prepareSteps } from './step-batches.ts'
import { createStill } from './still.ts'
import { transferables } from './transferables.ts'
import { loadViewers } from './viewers.ts'

/** Chooses an engine and builds the computing side on it. */
export type OpenSession = (trace: LoadedTrace, wish: EngineWish) => Promise<SessionSide>

/** Times the engines, if that is still to be done. Never rejects. */
export type MeasureEngines = (wish: EngineWish) => Promise<Speeds | undefined>

// What leaves the page or looks closer is asked for by few visits.
const packing = () => import('./payload.ts')
const sharing = () => import('./share-rows.ts')

interface Held {
  readonly trace: LoadedTrace
  readonly session: SessionSide
  /** Calls that still use the session's buffers. */
  readonly busy: Set<Promise<unknown>>
}

export function createSessionHost(
  openSession: OpenSession,
  measure: MeasureEngines = async () => undefined,
): SessionEndpoint {
  let measured: Promise<Speeds | undefined> = Promise.resolve(undefined)
  let current: Held | undefined
  let adopted: Held | undefined
  /** While a beginning is current: what was open before, if anything. */
  let aside: { readonly held: Held | undefined } | undefined
  /** Adopt, commit and discard in the order in which the page called them. */
  let order: Promise<unknown> = Promise.resolve()

  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const next = order.then(work, work)
    order = next
    return next
  }
  /** The engine's buffers go only when nothing runs on them any more. */
  const drop = (held: Held | undefined) => {
    if (held) Promise.allSettled(held.busy).then(() => held.session.dispose())
  }
  const use = <T>(work: (held: Held) => Promise<T>): Promise<T> => {
    const held = current
    if (!held) return Promise.reject(new Error('No trace is open.'))
    const call = work(held)
    held.busy.add(call)
    return call.finally(() => held.busy.delete(call))
  }

  const sent = createStill()

  return {
    listens: async () => {},
    expect: (wish) => {
      measured = measured.then((known) => measure({ ...wish, speeds: known ?? wish.speeds }))
      return measured
    },
    prepare: async () => {
      await Promise.all([
        packing(),
        sharing(),
        loadViewers(),
        import('../engine/contest.ts'),
        prepareSlots(),
        prepareSession(),
        prepareSteps(),
      ])
    },
    adopt: (port, wish = {}) =>
      inOrder(async () => {
        const { trace: received, structureOnly } = await receive(port)
        const trace = { ...received, batch: { ...received.batch, derived: createDerived() } }
        const speeds = (await measured) ?? wish.speeds
        const session = await openSession(trace, { ...wish, speeds })
        drop(adopted)
        adopted = { trace, session, busy: new Set() }
        const { document, refusals, batch } = trace
        return {
          summary: describeTrace(trace, batch),
          table: rolloutTable(batch, trace.steps, trace.estimates),
          refusals,
          link: typeof document === 'string' ? document : undefined,
          structureOnly,
        }
      }),
    commit: () =>
      inOrder(async () => {
        if (!adopted) return
        drop(current)
        drop(aside?.held)
        aside = undefined
        current = adopted
        adopted = undefined
      }),
    begin: () =>
      inOrder(async () => {
        if (!adopted || aside) return
        aside = { held: current }
        current = adopted
        adopted = undefined
      }),
    discard: () =>
      inOrder(async () => {
        drop(adopted)
        adopted = undefined
        if (!aside) return
        drop(current)
        current = aside.held
        aside = undefined
      }),
    frame: (request, known) =>
      use(async ({ session }) => {
        const frame = await session.frame(request)
        // Made for this frame; all else may be sent again.
        return transfer(sent(frame, known), transferables(frame.strips))
      }),
    totals: (request) => use(({ session }) => session.totals(request)),
    token: (request) => use(({ session }) => session.token(request)),
    view: (request) => use(({ session }) => session.view(request)),
    compare: (settings) => use(({ session }) => session.compare(settings)),
    exportAdvantages: (settings, format, port) =>
      use(({ session }) => session.exportRows(settings, format, port)),
    exportTrace: (settings, what) => use(({ session }) => session.exportTrace(settings, what)),
    payload: (options, limit) =>
      use(async ({ trace }) =>
        (await packing()).encodePayload(trace.batch, options, limit, trace.steps),
      ),
    shareRows: (options) => use(async ({ trace }) => (await sharing()).shareTrace(trace, options)),
  }
}

/** The one message that the loader posted before it answered the page. */
function receive(port: MessagePort): Promise<TracePackage> {
  return new Promise((resolve, reject) => {
    port.onmessage = (event: MessageEvent<TracePackage>) => {
      port.close()
      resolve(event.data)
    }
    port.onmessageerror = () => reject(new Error('The trace could not be handed over.'))
  })
}
