/**
 * M1 and M2: the GPU engine's kernels against a kernel that only streams the same buffers, and the bytes
 * they touch. Runs in the browser; nothing is timed before it agrees with float64.
 */
import type { CreditGraph } from '../../src/credit/graph.ts'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { describeAdapter, isSoftwareAdapter } from '../../src/engine/webgpu/adapter.ts'
import { availableGpu } from '../../src/engine/webgpu/available.ts'
import { allocateGraph, type GraphBuffers } from '../../src/engine/webgpu/buffers.ts'
import { createKernels, type Kernels } from '../../src/engine/webgpu/kernels.ts'
import { type Limits, shapeFor, type Variant, variantFor } from '../../src/engine/webgpu/pages.ts'
import {
  collect,
  dispatchTick,
  encodeReturn,
  encodeTick,
  prepareTick,
  stagedBytes,
  type Tick,
  tickOf,
  writeTick,
} from '../../src/engine/webgpu/tick.ts'
import { runsFor } from '../property/engine-graphs.ts'
import { compareScans } from '../support/scanAgreement.ts'
import { bytesTouched } from './gpu-bytes.ts'
import { createTimer } from './gpu-timer.ts'
import { type Metric, median } from './metric.ts'
import { makeShape, SHAPE_NAMES } from './shapes.ts'

export interface WebGpuBench {
  /** Nodes of every shape; 2^24 in the issue. */
  readonly nodes: number
  readonly rounds: number
  /** Default: what the engine would choose. */
  readonly variant?: Variant
}

type Rewards = 'dense' | 'terminal'

/** γ other than 1, so that nothing is left out of the arithmetic. */
const GAMMA = 0.999
/** γλ = 0.949: a past that is soon forgotten; γλ = 0.9989: one that is not. */
const SHORT = 0.95
const LONG = 0.9999
const GATE = 5e-6
const WARM_UP = 1
const STREAM_LANES = 256
const WIDTHS = { 1: 'f32', 4: 'vec4<f32>' } as const

interface Setup {
  readonly device: GPUDevice
  readonly kernels: Kernels
  readonly limits: Limits
  readonly software: boolean
  readonly name: string
}

async function setUp(): Promise<Setup | undefined> {
  const adapter = await availableGpu()?.requestAdapter({ powerPreference: 'high-performance' })
  if (!adapter) return undefined
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits
  const device = await adapter.requestDevice({
    requiredFeatures: adapter.features.has('timestamp-query') ? ['timestamp-query'] : [],
    requiredLimits: { maxStorageBufferBindingSize, maxBufferSize },
  })
  return {
    device,
    kernels: createKernels(device),
    limits: {
      bindingBytes: Math.min(maxStorageBufferBindingSize, maxBufferSize),
      workgroups: device.limits.maxComputeWorkgroupsPerDimension,
    },
    software: isSoftwareAdapter(adapter),
    name: describeAdapter(adapter),
  }
}

interface StreamPlan {
  /** Numbers that are loaded and stored at once. */
  readonly width: 1 | 4
  /** Loads of an invocation. */
  readonly loads: number
}

/**
 * Reads what the scan reads and writes what it writes. Its plain form, a number an invocation, is the
 * denominator on a software adapter, where the targets were set with one (178 ms a stream, 184 ms a scan);
 * on a GPU it is whichever form is the fastest. Both ratios are printed.
 */
const streamText = (dense: boolean, { width, loads }: StreamPlan): string => `
@group(0) @binding(0) var<storage, read> value: array<${WIDTHS[width]}>;
@group(0) @binding(1) var<storage, read_write> advantage: array<${WIDTHS[width]}>;
${dense ? `@group(0) @binding(2) var<storage, read> reward: array<${WIDTHS[width]}>;` : ''}
@compute @workgroup_size(${STREAM_LANES})
fn stream(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let first = (id.x + id.y * groups.x * ${STREAM_LANES}u) * ${loads}u;
  for (var i = first; i < first + ${loads}u; i++) {
    advantage[i] = value[i]${dense ? ' + reward[i]' : ''};
  }
}`

type Encode = (pass: GPUComputePassEncoder) => void

async function streamOf(
  { device, limits }: Setup,
  buffers: GraphBuffers,
  plan: StreamPlan,
): Promise<Encode> {
  const code = streamText(buffers.columns.dense, plan)
  const pipeline = await device.createComputePipelineAsync({
    layout: 'auto',
    compute: { module: device.createShaderModule({ code }), entryPoint: 'stream' },
  })
  const pages = buffers.pages.map(({ page, value, advantage, reward }) => {
    const bound = [value, advantage, ...(buffers.columns.dense ? [reward] : [])]
    const group = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: bound.map((buffer, binding) => ({ binding, resource: { buffer } })),
    })
    const workgroups = Math.ceil(
      (page.endNode - page.firstNode) / (plan.width * plan.loads * STREAM_LANES),
    )
    const rows = Math.ceil(workgroups / limits.workgroups)
    return { group, columns: Math.ceil(workgroups / rows), rows }
  })
  return (pass) => {
    pass.setPipeline(pipeline)
    for (const { group, columns, rows } of pages) {
      pass.setBindGroup(0, group)
      pass.dispatchWorkgroups(columns, rows)
    }
  }
}

async function gate(
  { device, kernels }: Setup,
  graph: CreditGraph,
  buffers: GraphBuffers,
  tick: Tick,
): Promise<number> {
  const encoder = device.createCommandEncoder()
  encodeTick(encoder, kernels, buffers, tick)
  encodeReturn(encoder, buffers, tick)
  device.queue.submit([encoder.finish()])
  for (const page of buffers.pages) {
    await page.staging.mapAsync(GPUMapMode.READ, 0, stagedBytes(page, tick))
  }
  const advantage = new Float32Array(graph.nodeCount)
  collect(buffers, tick, advantage, advantage)
  for (const { staging } of buffers.pages) staging.unmap()
  const reference = createReferenceEngine()
  const want = await reference.scan(await reference.load(graph), tick.gamma, tick.runs)
  const apart = compareScans({ advantage, critic: advantage }, want, graph)
  const error = Math.min(apart.maxAbsolute, apart.maxRelative)
  if (!(error < GATE)) throw new Error(`Wrong at ${JSON.stringify(apart.worst)}`)
  return error
}

interface Ratio {
  readonly name: string
  readonly value: number
  /** To the fastest way to stream that was found. */
  readonly toFastest: number
  readonly medians: number
  readonly detail: string
}

const faster = (x: readonly number[], y: readonly number[]): readonly number[] =>
  Math.min(...x) < Math.min(...y) ? x : y

const shown = (times: readonly number[]): string =>
  `${Math.min(...times).toFixed(1)}/${median(times).toFixed(1)} ms`

/** Stream time over scan time of one shape, for a past that is soon forgotten and one that is not. */
async function ratiosOf(
  setup: Setup,
  name: string,
  rewards: Rewards,
  { nodes, rounds, variant: forced }: WebGpuBench,
): Promise<Readonly<Record<'short' | 'long', Ratio>>> {
  const { device, kernels, limits, software } = setup
  const graph = makeShape(name, nodes, rewards)
  const variant = forced ?? variantFor(graph, software)
  const shape = shapeFor(graph, variant, software)
  const buffers = allocateGraph(device, kernels, graph, shape, limits)
  const scanOf = async (lambda: number): Promise<{ encode: Encode; tick: Tick }> => {
    const runs = runsFor(graph, { gamma: GAMMA, lambda, lambdaCritic: undefined })
    const tick = tickOf(graph, GAMMA, runs)
    await prepareTick(kernels, buffers, tick)
    writeTick(device.queue, buffers, tick)
    await gate(setup, graph, buffers, tick)
    const encode: Encode = (pass) => dispatchTick(pass, kernels, buffers, tick)
    return { encode, tick }
  }
  const timer = createTimer(device, software ? 1 : 32)
  const [short, long] = [await scanOf(SHORT), await scanOf(LONG)]
  const streams = [
    await streamOf(setup, buffers, { width: 1, loads: 1 }),
    await streamOf(setup, buffers, { width: 4, loads: 1 }),
    await streamOf(setup, buffers, { width: 4, loads: 16 }),
  ]
  const times: number[][] = [[], [], [], [], []]
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [i, encode] of [...streams, short.encode, long.encode].entries()) {
      if (i === 3) writeTick(device.queue, buffers, short.tick)
      if (i === 4) writeTick(device.queue, buffers, long.tick)
      const time = await timer.time(encode)
      if (round >= 0) times[i].push(time)
    }
  }
  buffers.destroy()
  const plain = times[0]
  const fastest = times.slice(1, 3).reduce(faster, plain)
  const stream = software ? plain : fastest
  const ratio = (scan: readonly number[]): Ratio => ({
    name,
    value: Math.min(...stream) / Math.min(...scan),
    toFastest: Math.min(...fastest) / Math.min(...scan),
    medians: median(stream) / median(scan),
    detail: `${name} (${variant} of ${shape.unit}): stream ${shown(stream)}, fastest stream ${shown(fastest)}, scan ${shown(scan)}`,
  })
  return { short: ratio(times[3]), long: ratio(times[4]) }
}

const MANY = SHAPE_NAMES.filter((name) => name !== 'one run')

function metric(setup: Setup, label: string, ratios: readonly Ratio[], target: number): Metric {
  const worst = ratios.reduce((least, one) => (one.value < least.value ? one : least))
  const all = ratios
    .map(({ name, value, toFastest }) => `${name} ${value.toFixed(2)} (${toFastest.toFixed(2)})`)
    .join(', ')
  const { description } = createTimer(setup.device, setup.software ? 1 : 32)
  return {
    id: 'M1',
    label,
    value: worst.value,
    target,
    sense: 'at least',
    detail: `${worst.detail} (minimum/median; of medians ${worst.medians.toFixed(2)}); in brackets to the fastest stream: ${all}; ${setup.name}, ${description}`,
  }
}

async function speed(setup: Setup, bench: WebGpuBench, rewards: Rewards): Promise<Metric[]> {
  const ratios = new Map<string, Readonly<Record<'short' | 'long', Ratio>>>()
  for (const name of SHAPE_NAMES) ratios.set(name, await ratiosOf(setup, name, rewards, bench))
  const of = (names: readonly string[], past: 'short' | 'long'): Ratio[] =>
    names.flatMap((name) => ratios.get(name)?.[past] ?? [])
  const what = rewards === 'dense' ? 'dense rewards' : 'terminal rewards'
  const one = setup.software ? 0.6 : 0.9
  return [
    metric(setup, `many runs, ${what}, γλ 0.949`, of(MANY, 'short'), 0.9),
    metric(setup, `many runs, ${what}, γλ 0.9989`, of(MANY, 'long'), 0.9),
    metric(setup, `one run, ${what}, γλ 0.949`, of(['one run'], 'short'), one),
    metric(setup, `one run, ${what}, γλ 0.9989`, of(['one run'], 'long'), one),
  ]
}

/** Of both variants, whatever the adapter; `lambda` decides how many passes there are. */
function traffic(nodes: number, rewards: Rewards, variant: Variant, lambda: number): Metric {
  const all = SHAPE_NAMES.map((name) => {
    const graph = makeShape(name, nodes, rewards)
    const tick = tickOf(
      graph,
      GAMMA,
      runsFor(graph, { gamma: GAMMA, lambda, lambdaCritic: undefined }),
    )
    const { bytesPerNode, floor } = bytesTouched(graph, shapeFor(graph, variant, true), tick)
    return { name, bytesPerNode, value: bytesPerNode / floor }
  })
  const worst = all.reduce((most, one) => (one.value > most.value ? one : most))
  const listed = all.map(({ name, value }) => `${name} ${value.toFixed(2)}`).join(', ')
  return {
    id: 'M2',
    label: `${variant}, ${rewards} rewards, γλ ${(GAMMA * lambda).toPrecision(4)}`,
    value: worst.value,
    target: lambda === SHORT ? 1.1 : 1.5,
    sense: 'at most',
    detail: `${worst.name} ${worst.bytesPerNode.toFixed(2)} bytes a node; ${listed}`,
  }
}

export async function measureWebGpu(bench: WebGpuBench): Promise<readonly Metric[]> {
  const kinds: readonly Rewards[] = ['terminal', 'dense']
  const metrics: Metric[] = []
  const setup = await setUp()
  if (setup === undefined) {
    const detail = 'this browser offers no WebGPU adapter'
    const [value, target] = [Number.NaN, 0.9]
    metrics.push({ id: 'M1', label: 'kernels', value, target, sense: 'at least', detail })
  } else {
    for (const rewards of kinds) metrics.push(...(await speed(setup, bench, rewards)))
    setup.device.destroy()
  }
  for (const variant of ['tiles', 'blocks'] as const) {
    for (const rewards of kinds) {
      metrics.push(traffic(bench.nodes, rewards, variant, SHORT))
      metrics.push(traffic(bench.nodes, rewards, variant, LONG))
    }
  }
  return metrics
}
