/** Stand-ins for shard workers: the shard's own code behind a MessageChannel, so messages really travel. */
import type { FromShard, ShardLine, ToShard } from '../../src/engine/wasm/protocol.ts'
import { serveShard } from '../../src/engine/wasm/serve.ts'

export interface StandIn {
  readonly die: (message: string) => void
  /** Messages that reached the shard, by type. */
  readonly received: string[]
  closed: boolean
}

export function shardWorkers() {
  const started: StandIn[] = []
  const connect = (): ShardLine => {
    const { port1, port2 } = new MessageChannel()
    const deaths: ((message: string) => void)[] = []
    const worker: StandIn = {
      die: (message) => {
        port1.close()
        for (const tell of deaths) tell(message)
      },
      received: [],
      closed: false,
    }
    started.push(worker)
    serveShard({
      send: (message, transfer) => port2.postMessage(message, [...transfer] as Transferable[]),
      receive: (listener) => {
        port2.onmessage = ({ data }: MessageEvent<ToShard>) => {
          worker.received.push(data.type)
          listener(data)
        }
      },
    })
    return {
      send: (message, transfer) => port1.postMessage(message, [...transfer] as Transferable[]),
      receive: (listener) => {
        port1.onmessage = ({ data }: MessageEvent<FromShard>) => listener(data)
      },
      onDeath: (listener) => deaths.push(listener),
      close: () => {
        worker.closed = true
        port1.close()
      },
    }
  }
  return { started, connect }
}
