import { Later, late } from '../../ui/late.tsx'
import { useStore } from '../useStore.ts'

const note = late(async () => (await import('./WorkerFailedNote.tsx')).WorkerFailedNote)

/** Loads ahead what is said then. */
export const prepareWorkerFailed = note.prepare

/** Centre of the page after the worker has stopped for good. */
export function WorkerFailed() {
  const failed = useStore(({ tasks }) => tasks.notices.some(({ kind }) => kind === 'worker-failed'))
  return failed && <Later part={note} />
}
