/**
 * The page's real workers. Their code is part of the page's script and starts from a Blob: every open
 * starts a fresh loader, and after the page has loaded nothing may be asked from the network.
 */
import { connectWorker } from './connection.ts'
import LoaderWorker from './loader.worker.ts?worker&inline'
import type { LoaderEndpoint, SessionEndpoint } from './protocol.ts'
import SessionWorker from './session.worker.ts?worker&inline'

export const connectLoader = () =>
  connectWorker<LoaderEndpoint>(new LoaderWorker({ name: 'segue-loader' }))

export const connectSession = () =>
  connectWorker<SessionEndpoint>(new SessionWorker({ name: 'segue-session' }))
