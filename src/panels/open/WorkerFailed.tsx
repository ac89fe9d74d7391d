import { Later } from '../../ui/late.tsx'
import { soon } from '../soonPart.ts'
import { useStore } from '../useStore.ts'

const note = soon(({ WorkerFailedNote }) => WorkerFailedNote)

/** Centre of the page after the worker has stopped for good. */
export function WorkerFailed() {
  const failed = useStore(({ tasks }) => tasks.notices.some(({ kind }) => kind === 'worker-failed'))
  return failed && <Later part={note} />
}
