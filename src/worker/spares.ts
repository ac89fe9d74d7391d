/**
 * A worker for one job each, started before the job comes and with its chunks loaded, so that a job starts
 * at once and without the network. A finished worker stays until its successor is ready: where the network
 * is gone none will be, and the old one takes the next job too.
 */
import type { Connection } from './connection.ts'

export interface SpareOptions<T> {
  readonly connect: () => Connection<T>
  /** Loads what a job may need. */
  readonly prepare: (remote: T) => Promise<unknown>
  /** Runs it when the page has nothing better to do. @param worked how long the last job took (ms) */
  readonly whenIdle: (run: () => void, worked: number) => void
}

export interface Spares<T> {
  /** Connects to a worker for the next job; to close the connection ends that job. */
  readonly take: () => Connection<T>
  /** Has one ready, where no job before would. */
  readonly ahead: () => void
}

export function createSpares<T>({ connect, prepare, whenIdle }: SpareOptions<T>): Spares<T> {
  /** Free for a job; undefined: none was finished or prepared yet. */
  let free: Connection<T> | undefined

  const offer = (worker: Connection<T>): void => {
    free?.close()
    free = worker
  }

  const refresh = (): void => {
    const next = connect()
    next.call(prepare).then(
      () => offer(next),
      () => next.close(),
    )
  }

  const take = (): Connection<T> => {
    const worker = free ?? connect()
    free = undefined
    let calls = 0
    let closed = false
    let failed = false
    const began = performance.now()
    worker.onFailure(() => {
      failed = true
      if (free === worker) free = undefined
    })
    return {
      call: async (make) => {
        calls++
        try {
          return await worker.call(make)
        } finally {
          calls--
        }
      },
      onFailure: (listener) => worker.onFailure((message) => !closed && listener(message)),
      close: () => {
        if (closed) return
        closed = true
        // In the middle of a call it is being cancelled.
        if (calls > 0 || failed) worker.close()
        else if (free) worker.close()
        else free = worker
        whenIdle(refresh, performance.now() - began)
      },
    }
  }
  return { take, ahead: () => whenIdle(refresh, 0) }
}
