/** The WASM engine with as many threads as the browser says there are cores. */
import { connectShardWorker, usefulThreads } from './browser-shards.ts'
import { createWasmEngine, type WasmEngine } from './engine.ts'

/** @param expects nodes that it will probably be given: it starts the threads for them at once */
export const createBrowserWasmEngine = (expects?: number): WasmEngine =>
  createWasmEngine({
    threads: usefulThreads(),
    connect: connectShardWorker,
    ...(expects !== undefined && { expects }),
  })
