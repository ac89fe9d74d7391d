/** The page's real workers. */
import { startWorker } from '../engine/start-worker.ts'
import { connectWorker } from './connection.ts'
import type { LoaderEndpoint, SessionEndpoint } from './protocol.ts'

export const connectLoader = () =>
  connectWorker<LoaderEndpoint>(
    startWorker(new URL('./loader.worker.ts', import.meta.url), 'segue-loader'),
  )

export const connectSession = () =>
  connectWorker<SessionEndpoint>(
    startWorker(new URL('./session.worker.ts', import.meta.url), 'segue-session'),
  )
