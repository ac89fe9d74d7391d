/**
 * A worker and its comlink proxy, held together. comlink alone never settles a call whose worker died,
 * and loses a proxy that nobody references; a connection keeps both and rejects what is pending.
 */
import { type Endpoint, releaseProxy, wrap } from 'comlink'

/** The worker crashed, could not start, or was closed with calls still out. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone'
}

export interface Connection<T> {
  /** Runs one remote call; rejects with WorkerGone as soon as the worker is gone. */
  call<R>(make: (remote: T) => Promise<R>): Promise<R>
  /** Called once, with the message, if the worker crashes; not after `close`. */
  onFailure(listener: (message: string) => void): void
  /** Ends the worker at once; pending calls reject with WorkerGone. */
  close(): void
}

/** What `createConnection` needs to know about the other side; tests pass plain objects. */
export interface Peer<T> {
  readonly remote: T
  /** Registers the crash callback. */
  readonly onCrash: (crashed: (message: string) => void) => void
  readonly terminate: () => void
}

export function createConnection<T>(peer: Peer<T>): Connection<T> {
  const pending = new Set<(reason: WorkerGone) => void>()
  const listeners: ((message: string) => void)[] = []
  let gone: WorkerGone | undefined

  const end = (reason: WorkerGone) => {
    gone = reason
    for (const reject of pending) reject(reason)
    pending.clear()
    peer.terminate()
  }
  peer.onCrash((message) => {
    if (gone) return
    end(new WorkerGone(message))
    for (const listener of listeners) listener(message)
  })
  return {
    call: (make) =>
      new Promise((resolve, reject) => {
        if (gone) return reject(gone)
        pending.add(reject)
        make(peer.remote)
          .then(resolve, reject)
          .finally(() => pending.delete(reject))
      }),
    onFailure: (listener) => {
      listeners.push(listener)
    },
    close: () => {
      if (!gone) end(new WorkerGone('The worker was closed.'))
    },
  }
}

/** Connects to a real worker whose script calls `expose`. */
export function connectWorker<T extends object>(worker: Worker): Connection<T> {
  const proxy = wrap<T>(worker as Endpoint)
  return createConnection<T>({
    // Every endpoint method already returns a promise, so the proxy has the endpoint's own type.
    remote: proxy as unknown as T,
    onCrash: (crashed) => {
      worker.onerror = (event) => {
        event.preventDefault()
        crashed(event.message || 'The worker could not start.')
      }
      worker.onmessageerror = () => crashed('A message from the worker could not be read.')
    },
    terminate: () => {
      proxy[releaseProxy]()
      worker.terminate()
    },
  })
}

/** Whether it settles within so many milliseconds; a rejection is passed on. */
export async function inTime(ms: number, call: () => Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([call().then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
