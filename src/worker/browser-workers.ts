/** The page's real workers. */
import { startWorker } from '../engine/start-worker.ts'
import { connectWorker } from './connection.ts'
import type { LoaderEndpoint, SessionEndpoint } from './protocol.ts'
import { createSpares } from './spares.ts'

/** For so long after a long load the page and its session have the processor for themselves (ms). */
const REST_MS = 1000

/** `whenIdle`: when the next loader may be started ahead. */
export const loaders = (whenIdle: (run: () => void) => void) =>
  createSpares<LoaderEndpoint>({
    connect: () =>
      connectWorker(startWorker(new URL('./loader.worker.ts', import.meta.url), 'segue-loader')),
    prepare: (loader) => loader.prepare(),
    whenIdle: (run, worked) => void setTimeout(() => whenIdle(run), Math.min(REST_MS, worked)),
  })

export const connectSession = () =>
  connectWorker<SessionEndpoint>(
    startWorker(new URL('./session.worker.ts', import.meta.url), 'segue-session'),
  )
