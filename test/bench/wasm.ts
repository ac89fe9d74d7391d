/** M3, M3b and M7 in Chromium: `npx tsx test/bench/wasm.ts [nodes] [rounds] [M3b]`; 2^24 nodes, 15 rounds. */
import { fileURLToPath } from 'node:url'
import { inChromium } from './in-chromium.ts'
import { lineOf, type Metric } from './metric.ts'
import type { WasmBench } from './wasm-page.ts'

/** The WASM engine's metrics, measured in headless Chromium. */
export async function wasmMetrics(bench: WasmBench): Promise<readonly Metric[]> {
  const module = '/test/bench/wasm-page.ts'
  // Our own function's outcome; only its way through the browser has no type.
  return (await inChromium({ module, name: 'measureWasm', argument: bench })) as Metric[]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [nodes = 2 ** 24, rounds = 15, only] = process.argv.slice(2)
  const bench: WasmBench = { nodes: Number(nodes), rounds: Number(rounds), only }
  for (const metric of await wasmMetrics(bench)) console.log(lineOf(metric))
}
