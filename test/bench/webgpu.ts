/** M1 and M2 in Chromium: `npx tsx test/bench/webgpu.ts [nodes] [rounds] [tiles|blocks]`; 2^24 nodes, 9 rounds. */
import { fileURLToPath } from 'node:url'
import { WEBGPU_FLAGS } from '../../scripts/chromium.ts'
import { inChromium } from './in-chromium.ts'
import { lineOf, type Metric } from './metric.ts'
import type { WebGpuBench } from './webgpu-page.ts'

/** The GPU engine's metrics, measured in headless Chromium on whatever adapter it has. */
export async function webgpuMetrics(bench: WebGpuBench): Promise<readonly Metric[]> {
  const module = '/test/bench/webgpu-page.ts'
  // Our own function's outcome; only its way through the browser has no type.
  return (await inChromium(
    { module, name: 'measureWebGpu', argument: bench },
    WEBGPU_FLAGS,
  )) as Metric[]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [nodes = 2 ** 24, rounds = 9, variant] = process.argv.slice(2)
  const bench: WebGpuBench = {
    nodes: Number(nodes),
    rounds: Number(rounds),
    variant: variant === 'tiles' || variant === 'blocks' ? variant : undefined,
  }
  for (const metric of await webgpuMetrics(bench)) console.log(lineOf(metric))
}
