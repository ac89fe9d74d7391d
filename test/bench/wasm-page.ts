/**
 * M3, M3b and M7 (the issue's numbers): the kernel against memory.copy, the engine against a JavaScript
 * loop, and its errors against the trainers' float32 loop. Runs in the browser; nothing is timed before it
 * agrees with float64.
 */
import type { CreditGraph } from '../../src/credit/graph.ts'
import { resolveLinks } from '../../src/engine/links.ts'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { connectShardWorker, usefulThreads } from '../../src/engine/wasm/browser-shards.ts'
import { columnsOf, partsOf } from '../../src/engine/wasm/columns.ts'
import { createWasmEngine } from '../../src/engine/wasm/engine.ts'
import { compileKernel } from '../../src/engine/wasm/module.ts'
import { createValues } from '../../src/engine/wasm/values.ts'
import { makeGraph, ragged, runsFor } from '../property/engine-graphs.ts'
import { compareScans } from '../support/scanAgreement.ts'
import { float32Loop, float64Loop } from './loops.ts'
import { interleave } from './measure.ts'
import type { Metric } from './metric.ts'

export interface WasmBench {
  /** Nodes of every shape; 2^24 in the issue. */
  readonly nodes: number
  readonly rounds: number
  /** One id alone, e.g. `M3b`. */
  readonly only?: string
}

const WARM_UP = 4
/** Of the float32 engines (schema §4: 1e-5). */
const GATE = 5e-6
/** γ other than 1, so that nothing is left out of the arithmetic. */
const GAMMA = 0.999
const LAMBDA = 0.95

const equal = (chains: number, length: number) => Array.from({ length: chains }, () => [length])

/** The five shapes, scaled to `nodes`: chains × nodes at 2^24. */
const SHAPES: Readonly<Record<string, (nodes: number) => CreditGraph>> = {
  '65,536 × 256': (nodes) => makeGraph({ chains: equal(nodes / 256, 256), seed: 1 }),
  '4096 × 4096': (nodes) => makeGraph({ chains: equal(nodes / 4096, 4096), seed: 2 }),
  '64 × 262,144': (nodes) => makeGraph({ chains: equal(64, nodes / 64), seed: 3 }),
  'one run': (nodes) => makeGraph({ chains: [[nodes]], seed: 4 }),
  ragged: (nodes) => makeGraph({ chains: [ragged(nodes, 4000, 5)], seed: 5 }),
}

/** (module (import "env" "memory" (memory 0)) (func (export "copy") (param i32 i32 i32) memory.copy)) */
const COPY = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 3, 127, 127, 127, 0],
  ...[2, 15, 1, 3, 101, 110, 118, 6, 109, 101, 109, 111, 114, 121, 2, 0, 0],
  ...[3, 2, 1, 0, 7, 8, 1, 4, 99, 111, 112, 121, 0, 0],
  ...[10, 14, 1, 12, 0, 32, 0, 32, 1, 32, 2, 252, 10, 0, 0, 11],
)

/** Copies two columns of `nodes` floats, touched before: what r, V → A, R would cost if it were free. */
function twoCopies(nodes: number): () => void {
  const bytes = nodes * Float32Array.BYTES_PER_ELEMENT
  // As in wasm/part.ts: not all columns on the same cache sets.
  const stride = bytes + 1088
  const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * stride) / 65_536) })
  new Uint8Array(memory.buffer).fill(1)
  const { copy } = new WebAssembly.Instance(new WebAssembly.Module(COPY), { env: { memory } })
    .exports as { copy: (to: number, from: number, bytes: number) => void }
  return () => {
    copy(0, stride, bytes)
    copy(2 * stride, 3 * stride, bytes)
  }
}

function gate(name: string, apart: ReturnType<typeof compareScans>): void {
  if (!(Math.min(apart.maxAbsolute, apart.maxRelative) < GATE)) {
    throw new Error(`${name}: wrong at ${JSON.stringify(apart.worst)}`)
  }
}

async function oracle(graph: CreditGraph, lambdaCritic: number | undefined) {
  const reference = createReferenceEngine()
  const runs = runsFor(graph, { gamma: GAMMA, lambda: LAMBDA, lambdaCritic })
  return reference.scan(await reference.load(graph), GAMMA, runs)
}

interface Ratio {
  readonly value: number
  readonly detail: string
}

const ms = (times: { readonly minimum: number; readonly median: number }): string =>
  `${times.minimum.toFixed(1)}/${times.median.toFixed(1)} ms`

/** The kernel on this thread alone. */
async function kernelRatio(
  name: string,
  { nodes, rounds }: WasmBench,
  both: boolean,
): Promise<Ratio> {
  const graph = SHAPES[name](nodes)
  const links = resolveLinks(graph)
  const [whole] = partsOf(graph, links, [0, nodes])
  const values = createValues(compileKernel(), nodes)
  graph.value.copy(0, nodes, values.column())
  const part = values.createPart(columnsOf(graph, links, whole))
  const lambdaCritic = both ? 1 : undefined
  const tick = { gamma: GAMMA, lambda: LAMBDA, lambdaCritic }
  part.scan(tick)
  const { advantage, critic } = part.read()
  const got = { advantage, critic: critic ?? advantage }
  gate(name, compareScans(got, await oracle(graph, lambdaCritic), graph))
  const [copy, scan] = await interleave(
    [
      { name: 'copy', run: twoCopies(nodes) },
      { name: 'scan', run: () => part.scan(tick) },
    ],
    rounds,
    WARM_UP,
  )
  return {
    // Minima: on a shared machine everything above them is somebody else's.
    value: copy.minimum / scan.minimum,
    detail: `${name}: two copies ${ms(copy)}, scan ${ms(scan)} (minimum/median)`,
  }
}

const worstOf = (ratios: readonly Ratio[]): Ratio =>
  ratios.reduce((worst, one) => (one.value < worst.value ? one : worst))

async function kernelMetric(bench: WasmBench, both: boolean): Promise<Metric> {
  const ratios: Ratio[] = []
  for (const name of Object.keys(SHAPES)) ratios.push(await kernelRatio(name, bench, both))
  const others = ratios.map(({ value }, i) => `${Object.keys(SHAPES)[i]} ${value.toFixed(2)}`)
  const worst = worstOf(ratios)
  return {
    id: both ? 'M3 two λ' : 'M3',
    label: both ? 'two accumulators, r, V → A, C' : 'r, V → A (R = A + V is not stored)',
    value: worst.value,
    target: 0.8,
    sense: 'at least',
    detail: `${worst.detail}; ${others.join(', ')}`,
  }
}

/** The engine on all cores against the loop on one. */
async function engineMetrics(name: string, { nodes, rounds }: WasmBench): Promise<Metric[]> {
  const graph = SHAPES[name](nodes)
  const runs = runsFor(graph, { gamma: GAMMA, lambda: LAMBDA, lambdaCritic: undefined })
  const links = resolveLinks(graph)
  const threads = usefulThreads()
  const engine = createWasmEngine({ threads, connect: connectShardWorker })
  const single = createWasmEngine()
  const handle = await engine.load(graph)
  const alone = await single.load(graph)
  const loop = new Float32Array(nodes)
  const returns = new Float32Array(nodes)
  const runLoop = (): void => float64Loop(graph, links, GAMMA, LAMBDA, loop, returns)
  runLoop()
  const want = await oracle(graph, undefined)
  gate(name, compareScans(await engine.scan(handle, GAMMA, runs), want, graph))
  gate(name, compareScans(await single.scan(alone, GAMMA, runs), want, graph))
  gate(name, compareScans({ advantage: loop, critic: loop }, want, graph))
  const [plain, measured, tick, scan, one] = await interleave(
    [
      { name: 'loop', run: runLoop },
      {
        name: 'measured',
        run: async () => (await engine.tick(handle, GAMMA, runs)).statistics(),
      },
      { name: 'tick', run: () => engine.scanThere(handle, GAMMA, runs) },
      { name: 'scan', run: () => engine.scan(handle, GAMMA, runs) },
      { name: 'one thread', run: () => single.scan(alone, GAMMA, runs) },
    ],
    rounds,
    WARM_UP,
  )
  engine.dispose()
  single.dispose()
  const metric = (label: string, time: typeof tick): Metric => ({
    id: 'M3b',
    label: `${name}, ${label} (the loop stores A and R, the engine A)`,
    value: plain.minimum / time.minimum,
    target: 6,
    sense: 'at least',
    detail: `loop ${ms(plain)}, engine ${ms(time)} (minimum/median)`,
  })
  return [
    metric(`${threads} threads, a slider tick: statistics of all, nothing written`, measured),
    metric(`${threads} threads, results where they were computed`, tick),
    metric(`${threads} threads, results brought together`, scan),
    metric('one thread', one),
  ]
}

async function accuracy(lambda: number, target: number): Promise<Metric> {
  const graph = makeGraph({ chains: [[2 ** 19]], seed: 3, explicit: 0 })
  const runs = runsFor(graph, { gamma: 1, lambda, lambdaCritic: undefined })
  const reference = createReferenceEngine()
  const { advantage: want } = await reference.scan(await reference.load(graph), 1, runs)
  const engine = createWasmEngine()
  const { advantage: got } = await engine.scan(await engine.load(graph), 1, runs)
  const loop = float32Loop(graph, 1, lambda)
  let [own, theirs] = [0, 0]
  for (let k = 0; k < want.length; k++) {
    own = Math.max(own, Math.abs(got[k] - want[k]))
    theirs = Math.max(theirs, Math.abs(loop[k] - want[k]))
  }
  return {
    id: 'M7',
    label: `γλ = ${lambda}, 524,288 tokens`,
    value: own / theirs,
    target,
    sense: 'at most',
    detail: `largest error ${own.toExponential(1)}, float32 loop ${theirs.toExponential(1)}`,
  }
}

/** Arrays and memories that ticks make; views of what is there do not count. */
async function buffersPerTick(): Promise<Metric> {
  const TICKS = 20
  const graph = makeGraph({ chains: [[2 ** 18], [2 ** 17]], seed: 4 })
  const engine = createWasmEngine()
  const handle = await engine.load(graph)
  const setting = { gamma: GAMMA, lambda: LAMBDA, lambdaCritic: 1 }
  const runs = runsFor(graph, setting)
  const tick = async () => (await engine.tick(handle, GAMMA, runs)).statistics()
  await tick()
  let made = 0
  const originals = { Float32Array, Float64Array, Uint32Array, ArrayBuffer }
  for (const [name, original] of Object.entries(originals)) {
    const counted = new Proxy(original, {
      construct: (target, args, self) => {
        if (!(args[0] instanceof originals.ArrayBuffer)) made++
        return Reflect.construct(target, args, self)
      },
    })
    Object.assign(globalThis, { [name]: counted })
  }
  try {
    for (let i = 0; i < TICKS; i++) await tick()
  } finally {
    Object.assign(globalThis, originals)
    engine.dispose()
  }
  return {
    id: 'M9',
    label: 'new buffers per slider tick, one thread',
    value: made / TICKS,
    target: 0,
    sense: 'at most',
    detail: `${made} in ${TICKS} ticks`,
  }
}

export async function measureWasm(bench: WasmBench): Promise<readonly Metric[]> {
  const kernel = async () => [await kernelMetric(bench, false), await kernelMetric(bench, true)]
  const engine = async () => [
    ...(await engineMetrics('4096 × 4096', bench)),
    ...(await engineMetrics('one run', bench)),
  ]
  const errors = async () => [
    await accuracy(0.95, 1),
    await accuracy(0.999, 0.5),
    await accuracy(0.9999, 0.5),
    await accuracy(1, 0.05),
  ]
  const groups = new Map([
    ['M3', kernel],
    ['M3b', engine],
    ['M7', errors],
    ['M9', async () => [await buffersPerTick()]],
  ])
  const metrics: Metric[] = []
  for (const [id, measure] of groups) {
    if (bench.only === undefined || bench.only === id) metrics.push(...(await measure()))
  }
  return metrics
}
