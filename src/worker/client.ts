/**
 * The page's side of the workers. One session worker owns the trace; every load has a loader worker of
 * its own, so that Cancel is a `terminate` and a half-read file leaves nothing behind.
 */
import { transfer } from 'comlink'
import type { EngineId, Speeds } from '../engine/engine.ts'
import { err, ok } from '../trace/result.ts'
import type { EngineStatus, Opened, OpenOutcome, OpenSource, Progress } from './api.ts'
import { type Connection, inTime, WorkerGone } from './connection.ts'
import { createPreviews, type Previews } from './previews.ts'
import type { LoaderEndpoint, LoadNews, SessionEndpoint } from './protocol.ts'
import { createQuestions, type Questions } from './questions.ts'

export interface OpenTask {
  /** A crashed reader is a refusal; rejects only where not even its words can be loaded. */
  readonly outcome: Promise<OpenOutcome | 'cancelled'>
  /** Ends the loader at once; the trace that was open stays. Too late once the new one took over. */
  cancel(): void
}

/** The session worker crashed. */
export interface ClientFailure {
  readonly message: string
  /** Whether the trace could be read again into a new worker. */
  readonly recovered: Promise<boolean>
}

export interface Client extends Questions {
  /**
   * Starting another open cancels the one in progress.
   *
   * @param wanted asked once at most, when the first rollouts of a large load are there: what shows them. They
   *   are the open trace until the whole takes over, or, where it does not come, the trace from before is open again
   */
  open(
    source: OpenSource,
    onProgress: (progress: Progress) => void,
    wanted?: () => ((beginning: Opened) => void) | undefined,
  ): OpenTask
  readonly preview: Previews['preview']
  /** Called with the first frame's engine and whenever a later frame came from another. Returns a remover. */
  onEngineChange(listener: (status: EngineStatus) => void): () => void
  onFailure(listener: (failure: ClientFailure) => void): () => void
  /** Loads ahead what later calls may need, so that they need no network. Never rejects. */
  prepare(): Promise<void>
  dispose(): void
}

export interface ClientOptions {
  /** Forces an engine (`?engine=`). */
  readonly engine?: EngineId
  /** How fast the engines were at an earlier visit; a trial of this visit replaces it. */
  readonly speeds?: Speeds
  /** Called with the outcome of a trial that no trace was waiting for. */
  readonly onSpeeds?: (speeds: Speeds) => void
  /** Starts a worker; browser-workers.ts in the page, stand-ins in tests. `source`: what it is for. */
  readonly connectLoader: (source?: OpenSource) => Connection<LoaderEndpoint>
  readonly connectSession: () => Connection<SessionEndpoint>
  /** How long a new trace waits for a session worker that computes (ms). */
  readonly patience?: number
}

const refusing = () => import('./refusal.ts')

/** After this many crashes without a frame in between, the trace is not read again. */
const RESTARTS = 2
/** Who opens a trace has turned away from what is still being computed of the old one. */
const PATIENCE_MS = 1500
/** So many bytes hold more tokens than are computed without a choice of engines (see engine.ts). */
const LARGE = 2 ** 21

export function createClient(options: ClientOptions): Client {
  const { engine, onSpeeds, connectLoader, connectSession, patience = PATIENCE_MS } = options
  const engineListeners = new Set<(status: EngineStatus) => void>()
  const failureListeners = new Set<(failure: ClientFailure) => void>()
  let session = startSession()
  let opening: OpenTask | undefined
  /** What the session worker holds now; undefined: nothing, or a swap is under way. */
  let current: OpenSource | undefined
  /** The last trace that was taken over, to be read again after a crash. */
  let latest: OpenSource | undefined
  /** While a beginning is open: what was before, put aside by the session worker. */
  let aside: { readonly source: OpenSource | undefined } | undefined
  let status: EngineStatus | undefined
  let { speeds } = options
  let crashes = 0
  /** While a trace takes over, nothing new starts on the old one. */
  let gate: Promise<void> | undefined

  /** Waits while a trace takes over; whether it did. */
  async function isGone(): Promise<boolean> {
    const asked = current
    while (gate) await gate
    return current !== asked
  }

  /** Whether the session worker listens; one that computes without a pause does not. */
  const listens = () => inTime(patience, () => session.call((s) => s.listens()))

  function startSession(): Connection<SessionEndpoint> {
    const started = connectSession()
    started.onFailure((message) => recover(message))
    return started
  }

  function forget() {
    current = undefined
    questions.forget()
  }

  /** The beginning makes way for the trace from before. */
  function goBack() {
    if (!aside) return
    forget()
    current = aside.source
    aside = undefined
    const reopenGate = closeGate()
    session
      .call((s) => s.discard())
      .catch(() => {})
      .finally(reopenGate)
  }

  function recover(message: string) {
    forget()
    aside = undefined
    session = startSession()
    crashes++
    const recovered = reopen()
    for (const listener of failureListeners) listener({ message, recovered })
  }

  async function reopen(): Promise<boolean> {
    // A load in progress goes on into the new worker; reading the old trace again would cancel it.
    while (opening) {
      const outcome = await opening.outcome
      if (outcome !== 'cancelled' && outcome.ok) return true
    }
    if (!latest || crashes > RESTARTS) return false
    const outcome = await open(latest, () => {}).outcome
    return outcome !== 'cancelled' && outcome.ok
  }

  function noteEngine(next: EngineStatus) {
    if (next.reason.code === 'fastest') speeds = next.reason.speeds
    const same =
      status?.id === next.id &&
      status.description === next.description &&
      status.reason.code === next.reason.code
    if (same) return
    status = next
    for (const listener of engineListeners) listener(next)
  }

  function closeGate(): () => void {
    let resolve: () => void = () => {}
    const closed = new Promise<void>((done) => {
      resolve = done
    })
    gate = closed
    return () => {
      if (gate === closed) gate = undefined
      resolve()
    }
  }

  /** Times the engines of this machine once; a large trace then need not wait for it. */
  async function expect(): Promise<void> {
    const wish = { forced: engine, speeds }
    const found = await session.call((s) => s.expect(wish)).catch(() => undefined)
    if (!found || found === speeds) return
    speeds = found
    onSpeeds?.(found)
  }

  const open: Client['open'] = (source, onProgress, wanted) => {
    opening?.cancel()
    const loader = connectLoader(source)
    const wish = { forced: engine, speeds }
    if (isLarge(source)) expect()
    const trace = new MessageChannel()
    const beginning = new MessageChannel()
    const progress = new MessageChannel()
    let state: 'reading' | 'waiting' | 'adopting' | 'committed' | 'over' = 'reading'
    let replaced = false
    let openGate = () => {}
    let cancelled: (answer: 'cancelled') => void = () => {}
    const cancellation = new Promise<'cancelled'>((resolve) => {
      cancelled = resolve
    })
    progress.port1.onmessage = ({ data }: MessageEvent<LoadNews>) => {
      if (state !== 'reading') return
      if (data.phase !== 'begun') onProgress(data)
      // A session that died meanwhile is replaced as ever; the whole goes into the new one.
      else begin().catch(() => {})
    }
    /** Whether the session worker was given anything of this load. */
    let handed = false
    const adopt = (port: MessagePort) => {
      handed = true
      return session.call((s) => s.adopt(port && transfer(port, [port]), wish))
    }
    const begin = async () => {
      // Who computes for long keeps the old trace: a beginning is not worth ending that.
      const onBeginning = wanted?.()
      if (!onBeginning || (current && !(await listens())) || state !== 'reading') return
      const opened = await adopt(beginning.port1)
      if (state !== 'reading') return
      const before = { source: current }
      const reopenGate = closeGate()
      forget()
      aside = before
      await session.call((s) => s.begin()).finally(reopenGate)
      if (state !== 'reading' || aside !== before) return
      current = source
      onBeginning(opened)
    }
    const finish = () => {
      state = 'over'
      loader.close()
      progress.port1.close()
      beginning.port1.close()
      openGate()
      if (opening === task) opening = undefined
    }
    const run = async (): Promise<OpenOutcome | 'cancelled'> => {
      const read = await loader.call((l) =>
        l.load(
          source,
          transfer(trace.port2, [trace.port2]),
          transfer(progress.port2, [progress.port2]),
          wanted && transfer(beginning.port2, [beginning.port2]),
        ),
      )
      if (state === 'over') return 'cancelled'
      if (!read.ok) return err(read.error)
      state = 'waiting'
      openGate = closeGate()
      if (current && !(await listens())) {
        if (isOver()) return 'cancelled'
        // The old trace goes with its worker, so this cannot be cancelled any more.
        replaced = true
        forget()
        aside = undefined
        session.close()
        session = startSession()
      }
      if (isOver()) return 'cancelled'
      state = replaced ? 'committed' : 'adopting'
      const opened = await adopt(trace.port1)
      if (isOver()) return 'cancelled'
      state = 'committed'
      forget()
      aside = undefined
      await session.call((s) => s.commit())
      current = source
      latest = source
      return ok(opened)
    }
    const isOver = () => state === 'over'
    const task: OpenTask = {
      outcome: Promise.race([
        run()
          .catch(async (reason: unknown) => {
            // The worker of the old trace is gone and the new trace did not come; a crash sees to it itself.
            if (replaced && !(reason instanceof WorkerGone)) recover(messageOf(reason))
            const { readingFailed } = await refusing().catch(() => Promise.reject(reason))
            return err({ refusals: readingFailed(source, reason) })
          })
          .then((outcome) => {
            if (outcome !== 'cancelled' && !outcome.ok && !isOver()) goBack()
            return outcome
          }),
        cancellation,
      ]).finally(finish),
      cancel: () => {
        if (state === 'committed' || state === 'over') return
        // The session worker answers in order, so this follows the adoption that it undoes.
        if (aside) goBack()
        else if (handed) session.call((s) => s.discard()).catch(() => {})
        if (state !== 'adopting') trace.port1.close()
        cancelled('cancelled')
        finish()
      },
    }
    opening = task
    return task
  }

  const questions = createQuestions({
    session: () => session,
    isOpen: () => current !== undefined,
    isGone: () => gate && isGone(),
    answered: (engineStatus, isFrame) => {
      if (isFrame) crashes = 0
      noteEngine(engineStatus)
    },
  })
  const previews = createPreviews(connectLoader)

  const remover = <T>(set: Set<T>, item: T) => {
    set.add(item)
    return () => {
      set.delete(item)
    }
  }
  return {
    open,
    preview: previews.preview,
    ...questions.ask,
    onEngineChange: (listener) => remover(engineListeners, listener),
    onFailure: (listener) => remover(failureListeners, listener),
    prepare: async () => {
      await Promise.allSettled([session.call((s) => s.prepare()), refusing()])
      await expect()
    },
    dispose: () => {
      opening?.cancel()
      previews.close()
      session.close()
    },
  }
}

const isLarge = (source: OpenSource): boolean =>
  source.kind === 'files' && source.inputs.reduce((sum, { data }) => sum + data.size, 0) > LARGE

const messageOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message : String(reason)
