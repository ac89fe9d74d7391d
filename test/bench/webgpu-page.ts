/** The part of test/bench/webgpu.ts that runs in the browser. */

import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { availableGpu, describeAdapter } from '../../src/engine/webgpu/adapter.ts'
import { createWebGpuEngine } from '../../src/engine/webgpu/engine.ts'
import type { Variant } from '../../src/engine/webgpu/pages.ts'
import { runsFor } from '../property/engine-graphs.ts'
import { compareScans } from '../support/scanAgreement.ts'
import { CASES } from './cases.ts'
import { interleave } from './measure.ts'

/** One line per variant: whole scans, from slider tick to results in the engine's arrays. */
export async function measure(name: string, nodes: number, rounds: number): Promise<string[]> {
  const graph = CASES[name](nodes)
  const runs = runsFor(graph, { gamma: 1, lambda: 0.95, lambdaCritic: undefined })
  const reference = createReferenceEngine()
  const want = await reference.scan(await reference.load(graph), 1, runs)
  const lines: string[] = []
  for (const variant of ['tiles', 'chains'] satisfies Variant[]) {
    const adapter = await availableGpu()?.requestAdapter()
    if (!adapter) throw new Error('No WebGPU adapter.')
    const engine = await createWebGpuEngine(adapter, { variant })
    const handle = await engine.load(graph)
    const { maxRelative, worst } = compareScans(await engine.scan(handle, 1, runs), want, graph)
    if (maxRelative > 1e-4)
      throw new Error(`${name}, ${variant}: wrong at ${JSON.stringify(worst)}`)
    const [time] = await interleave(
      [{ name: variant, run: () => engine.scan(handle, 1, runs) }],
      rounds,
      1,
    )
    lines.push(
      `webgpu ${variant} (${nodes} nodes, ${name}) ${time.median.toFixed(1)} ms  # minimum ${time.minimum.toFixed(1)}, error ${maxRelative.toExponential(1)}, ${describeAdapter(adapter)}`,
    )
    engine.dispose()
  }
  return lines
}
