/**
 * The browser's shard workers. Their code is part of the session worker's and starts from a Blob: nothing
 * may be asked from the network after the page has loaded.
 */
import type { FromShard, ShardLine } from './protocol.ts'
import ShardWorker from './shard.worker.ts?worker&inline'

/** More would share the memory bus rather than the work. */
const MOST_THREADS = 8

/** Threads worth starting, the calling one among them. */
export const usefulThreads = (): number =>
  Math.min(MOST_THREADS, Math.max(1, navigator.hardwareConcurrency))

/** Starts a shard worker. A worker that cannot start dies: it never throws. */
export function connectShardWorker(): ShardLine {
  const worker = new ShardWorker({ name: 'segue-shard' })
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
