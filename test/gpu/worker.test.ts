import { expect, it } from 'vitest'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { apart, makeGraph, runsFor } from '../property/engine-graphs.ts'
import { WORKER_SETTING, WORKER_SPEC } from './worker-case.ts'

it('the GPU engine runs in a module worker', async () => {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' })
  const answer = await new Promise<MessageEvent>((resolve, reject) => {
    worker.onmessage = resolve
    worker.onerror = ({ message }) => reject(new Error(`The worker failed: ${message}`))
    worker.postMessage('scan')
  })
  worker.terminate()
  expect(answer.data.error).toBe(undefined)
  const graph = makeGraph(WORKER_SPEC)
  const reference = createReferenceEngine()
  const runs = runsFor(graph, WORKER_SETTING)
  const want = await reference.scan(await reference.load(graph), WORKER_SETTING.gamma, runs)
  const { advantage } = answer.data
  expect(apart({ advantage, critic: advantage }, want, graph)).toBeLessThan(5e-6)
})
