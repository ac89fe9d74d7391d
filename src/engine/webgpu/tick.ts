/** One slider tick on the GPU: what it rewrites, which passes it needs, and what it brings back. */
import type { CreditGraph, RunParameters } from '../../credit/graph.ts'
import { sharesAccumulator } from '../check.ts'
import type { Dispatch, GraphBuffers, PageBuffers } from './buffers.ts'
import type { Kernels } from './kernels.ts'
import { type Form, STRUCTS } from './layout.ts'
import { fillRunTable, reachOf, wholeOf } from './tables.ts'

/** What γ and λ decide about a scan before it runs. */
export interface Tick {
  readonly gamma: number
  readonly runs: RunParameters
  readonly accumulators: Form['accumulators']
  /** See tables.ts. */
  readonly reach: number
}

export function tickOf(graph: CreditGraph, gamma: number, runs: RunParameters): Tick {
  const both = !sharesAccumulator(graph, runs)
  const reach = reachOf(runs, graph.runCount, gamma, both)
  return { gamma, runs, accumulators: both ? 'both' : 'one', reach }
}

/**
 * The dispatches of a tick in order: pass 3 alone where no block hands anything to another; no pass 2
 * where a block's past is forgotten inside the next.
 */
function dispatchesOf(buffers: GraphBuffers, { reach }: Tick): readonly Dispatch[] {
  const { pages, reduce, scan, apply, shape } = buffers
  if (!pages.some(({ blocks }) => blocks.joined)) return apply
  return reach < shape.unit ? [...reduce, ...apply] : [...reduce, ...scan, ...apply]
}

/** A copy tells no forms apart. */
const COPY_FORM: Form = { accumulators: 'one', rewards: 'sparse' }

const formOf = ({ columns }: GraphBuffers, { accumulators }: Tick): Form => ({
  accumulators,
  rewards: columns.dense ? 'dense' : 'sparse',
})

/** Compiles what the tick needs and no tick before did. */
export const prepareTick = (kernels: Kernels, buffers: GraphBuffers, tick: Tick): Promise<void> =>
  kernels.prepare(
    [...new Set(dispatchesOf(buffers, tick).map(({ kernel }) => kernel))],
    formOf(buffers, tick),
  )

/** Rewrites what γ and λ decide: one uniform, and the run tables. */
export function writeTick(queue: GPUQueue, buffers: GraphBuffers, tick: Tick): void {
  const { gamma, runs, reach } = tick
  const floats = buffers.tickFields
  const { fields } = STRUCTS.Tick
  floats[fields.gamma_whole / 4] = wholeOf(gamma)
  floats[fields.gamma_part / 4] = gamma - wholeOf(gamma)
  new Uint32Array(floats.buffer)[fields.reach / 4] = reach
  queue.writeBuffer(buffers.tick, 0, floats)
  for (const { page, runTable, runs: target } of buffers.pages) {
    fillRunTable(runTable, page, buffers.columns, gamma, runs)
    queue.writeBuffer(target, 0, runTable.words)
  }
}

/** The tick's dispatches, into a pass. */
export function dispatchTick(
  pass: GPUComputePassEncoder,
  kernels: Kernels,
  buffers: GraphBuffers,
  tick: Tick,
): void {
  const form = formOf(buffers, tick)
  for (const { kernel, group, workgroups } of dispatchesOf(buffers, tick)) {
    pass.setPipeline(kernels.pipeline(kernel, form))
    pass.setBindGroup(0, group)
    pass.dispatchWorkgroups(workgroups)
  }
}

export function encodeTick(
  encoder: GPUCommandEncoder,
  kernels: Kernels,
  buffers: GraphBuffers,
  tick: Tick,
): void {
  const pass = encoder.beginComputePass({ label: 'scan' })
  dispatchTick(pass, kernels, buffers, tick)
  pass.end()
}

const bytesOf = ({ page }: PageBuffers): number =>
  (page.endNode - page.firstNode) * Float32Array.BYTES_PER_ELEMENT

/** Moves the values of all pages to where the advantages stand. */
export function encodeCopy(
  encoder: GPUCommandEncoder,
  kernels: Kernels,
  { copy }: GraphBuffers,
): void {
  const pass = encoder.beginComputePass({ label: 'copy' })
  for (const { kernel, group, workgroups } of copy) {
    pass.setPipeline(kernels.pipeline(kernel, COPY_FORM))
    pass.setBindGroup(0, group)
    pass.dispatchWorkgroups(workgroups)
  }
  pass.end()
}

export const prepareCopy = (kernels: Kernels): Promise<void> =>
  kernels.prepare(['node-copy'], COPY_FORM)

/** Copies results to where they can be mapped. */
export function encodeReturn(
  encoder: GPUCommandEncoder,
  { pages }: GraphBuffers,
  { accumulators }: Pick<Tick, 'accumulators'>,
): void {
  for (const page of pages) {
    const { advantage, critic, staging, criticOffset } = page
    encoder.copyBufferToBuffer(advantage, 0, staging, 0, bytesOf(page))
    if (accumulators === 'both') {
      encoder.copyBufferToBuffer(critic, 0, staging, criticOffset, bytesOf(page))
    }
  }
}

/** Bytes of staging that a tick uses: the critic's half only if it was computed. */
export const stagedBytes = (
  buffers: PageBuffers,
  { accumulators }: Pick<Tick, 'accumulators'>,
): number => (accumulators === 'both' ? buffers.criticOffset + bytesOf(buffers) : bytesOf(buffers))

/** Copies the mapped staging buffers into the handle's arrays. */
export function collect(
  buffers: GraphBuffers,
  tick: Pick<Tick, 'accumulators'>,
  advantage: Float32Array,
  critic: Float32Array,
): void {
  for (const one of buffers.pages) {
    const { page, staging, criticOffset } = one
    const mapped = staging.getMappedRange(0, stagedBytes(one, tick))
    const nodes = page.endNode - page.firstNode
    advantage.set(new Float32Array(mapped, 0, nodes), page.firstNode)
    if (tick.accumulators === 'both') {
      critic.set(new Float32Array(mapped, criticOffset, nodes), page.firstNode)
    }
  }
}
