/** The browser's shard workers. */
import { startWorker } from '../start-worker.ts'
import type { FromShard, ShardLine } from './protocol.ts'

/** More would share the memory bus rather than the work. */
const MOST_THREADS = 8

/** Threads worth starting, the calling one among them. */
export const usefulThreads = (): number =>
  Math.min(MOST_THREADS, Math.max(1, navigator.hardwareConcurrency))

/** Starts a shard worker. A worker that cannot start dies: it never throws. */
export function connectShardWorker(): ShardLine {
  const worker = startWorker(new URL('./shard.worker.ts', import.meta.url), 'segue-shard')
  return {
    send: (message, transfer) => worker.postMessage(message, [...transfer] as Transferable[]),
    receive: (listener) => {
      worker.onmessage = ({ data }: MessageEvent<FromShard>) => listener(data)
    },
    onDeath: (listener) => {
      worker.onerror = (event) => {
        event.preventDefault()
        listener(event.message || 'A worker could not start.')
      }
      worker.onmessageerror = () => listener('A message from a worker could not be read.')
    },
    close: () => worker.terminate(),
  }
}
