/** The WASM engine with as many threads as the browser says there are cores. */
import { connectShardWorker, usefulThreads } from './browser-shards.ts'
import { createWasmEngine, type WasmEngine } from './engine.ts'

export const createBrowserWasmEngine = (): WasmEngine =>
  createWasmEngine({ threads: usefulThreads(), connect: connectShardWorker })
