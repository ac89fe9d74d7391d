/** A further thread of the WASM engine, started by the session worker. */
import type { ToShard } from './protocol.ts'
import { serveShard } from './serve.ts'

serveShard({
  send: (message, transfer) => postMessage(message, { transfer: [...transfer] as Transferable[] }),
  receive: (listener) =>
    addEventListener('message', ({ data }: MessageEvent<ToShard>) => listener(data)),
})
