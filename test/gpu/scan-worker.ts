/** A module worker as the app's: makes the GPU engine and scans one graph. */
import { availableGpu } from '../../src/engine/webgpu/available.ts'
import { createWebGpuEngine } from '../../src/engine/webgpu/engine.ts'
import { makeGraph, runsFor } from '../property/engine-graphs.ts'
import { WORKER_SETTING, WORKER_SPEC } from './worker-case.ts'

async function answer(): Promise<{ readonly advantage: Float64Array }> {
  const adapter = await availableGpu()?.requestAdapter()
  if (!adapter) throw new Error('No adapter in the worker.')
  const engine = await createWebGpuEngine(adapter)
  const graph = makeGraph(WORKER_SPEC)
  const handle = await engine.load(graph)
  const result = await engine.scan(handle, WORKER_SETTING.gamma, runsFor(graph, WORKER_SETTING))
  return { advantage: Float64Array.from(result.advantage) }
}

self.onmessage = () => {
  answer().then(
    (result) => self.postMessage(result),
    (error: unknown) => self.postMessage({ error: String(error) }),
  )
}
