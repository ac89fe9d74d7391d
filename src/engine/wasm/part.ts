/** One part of a graph in a WASM memory of its own: what a shard does, wherever it runs. */
import type { Moments } from '../../credit/statistics.ts'
import type { PartColumns } from './columns.ts'
import { instantiateKernel, KERNEL_BYTES, type KernelExports } from './module.ts'

/** What a slider tick changes. λ is one number where all runs of the graph share it, else by run of the part. */
export interface Tick {
  readonly gamma: number
  readonly lambda: number | Float64Array
  /** Absent: the same as `lambda`, and one accumulator serves both. */
  readonly lambdaCritic: number | Float64Array | undefined
}

/** Accumulators of one node. */
export interface Accumulators {
  readonly advantage: number
  readonly critic: number
}

export interface Measured {
  readonly outgoing: number
  readonly moments: Moments
}

/** Accumulators per node. */
export interface PartResults {
  readonly advantage: Float32Array
  /** Absent while one accumulator serves both. */
  readonly critic: Float32Array | undefined
}

export interface LocalPart {
  /** Scans with nothing flowing in; what the part's first node would hand on. */
  scan(tick: Tick): Accumulators
  /** Adds what flows in from the part behind, after `scan`. */
  flow(incoming: Accumulators): void
  /**
   * Statistics of the advantages, without writing them; what the first node hands on.
   * @param incoming accumulator that flows in from the part behind
   * @param near about the mean
   */
  measure(tick: Tick, incoming: number, near: number): Measured
  /** Of the latest scan's advantages, after `flow`. */
  moments(): Moments
  /** Results of the latest scan, as views that the next one overwrites. */
  read(): PartResults
  /** The same with room for the nodes of earlier parts in front; theirs are up to the caller. */
  whole(): { readonly advantage: Float32Array; readonly critic: Float32Array }
}

const PAGE = 65_536
const FLOAT = Float32Array.BYTES_PER_ELEMENT
const DOUBLE = Float64Array.BYTES_PER_ELEMENT

/**
 * Bytes between columns, besides what a cache line needs: columns of 2^n bytes would otherwise share their
 * low address bits, and each would push the others out of the cache.
 */
const STAGGER = 1088

/** Hands out addresses, then the memory to go with them. */
class Layout {
  #end = KERNEL_BYTES

  take(bytes: number): number {
    const at = Math.ceil(this.#end / 64) * 64
    this.#end = at + bytes + STAGGER
    return at
  }

  /** @throws RangeError if the browser has no such memory to give */
  allocate(): WebAssembly.Memory {
    return new WebAssembly.Memory({ initial: this.#pages })
  }

  /**
   * Room for what was taken since.
   * @throws RangeError as above
   */
  grow(memory: WebAssembly.Memory): void {
    const missing = this.#pages - memory.buffer.byteLength / PAGE
    if (missing > 0) memory.grow(missing)
  }

  get #pages(): number {
    return Math.ceil(this.#end / PAGE)
  }
}

function writeBetas(into: Float64Array, gamma: number, lambda: number | Float64Array): void {
  if (typeof lambda === 'number') into[0] = gamma * lambda
  else for (let run = 0; run < lambda.length; run++) into[run] = gamma * lambda[run]
}

/**
 * Copies the columns into a new memory; a tick allocates nothing. Results get theirs with the first `scan`:
 * whoever only measures needs none.
 *
 * @param before nodes of earlier parts that `whole` has room for
 * @throws RangeError if there is no memory for them; `scan` and `whole` may throw it too
 */
export function createPart(
  kernel: WebAssembly.Module,
  columns: PartColumns,
  before = 0,
): LocalPart {
  const { value, reward, runStart, ahead, carry } = columns
  const nodes = value.length
  const runs = ahead.length
  const layout = new Layout()
  const valueAt = layout.take(nodes * FLOAT)
  const rewardAt = reward.kind === 'dense' ? layout.take(nodes * FLOAT) : 0
  const startAt = layout.take(runStart.byteLength)
  const aheadAt = layout.take(runs * FLOAT)
  const carryAt = layout.take(runs)
  // One entry even without a run: a shared λ is written there.
  const betaAt = layout.take((runs + 1) * DOUBLE)
  const betaCriticAt = layout.take((runs + 1) * DOUBLE)
  const listed = reward.kind === 'sparse' ? reward.node.length : 0
  const sparseAt = layout.take(listed * 2 * FLOAT)

  const memory = layout.allocate()
  const { buffer } = memory
  new Float32Array(buffer, valueAt, nodes).set(value)
  if (reward.kind === 'dense') new Float32Array(buffer, rewardAt, nodes).set(reward.column)
  else writeSparse(buffer, sparseAt, reward.node, reward.reward)
  new Uint32Array(buffer, startAt, runs + 1).set(runStart)
  new Float32Array(buffer, aheadAt, runs).set(ahead)
  new Uint8Array(buffer, carryAt, runs).set(carry)

  const instance = instantiateKernel(kernel, memory)
  instance.bindNodes(valueAt, rewardAt, 0, 0)
  instance.bindRuns(startAt, aheadAt, carryAt, betaAt, betaCriticAt)
  instance.bindSparse(sparseAt, listed)
  let both = false
  let step = 0
  let results: ResultViews | undefined

  const ensureResults = (): ResultViews => {
    if (results) return results
    const wholeAt = layout.take((before + nodes) * FLOAT)
    const wholeCriticAt = layout.take((before + nodes) * FLOAT)
    layout.grow(memory)
    results = viewsOf(memory, wholeAt, wholeCriticAt, before, nodes)
    instance.bindNodes(valueAt, rewardAt, results.advantageAt, results.criticAt)
    return results
  }

  /** Growing takes the memory's views away, so they are made anew. */
  const writeLambdas = ({ gamma, lambda, lambdaCritic }: Tick): void => {
    step = typeof lambda === 'number' ? 0 : DOUBLE
    writeBetas(new Float64Array(memory.buffer, betaAt, runs + 1), gamma, lambda)
    if (lambdaCritic === undefined) return
    writeBetas(new Float64Array(memory.buffer, betaCriticAt, runs + 1), gamma, lambdaCritic)
  }

  return {
    whole: () => ensureResults().whole,
    read: () => {
      const { advantage, critic } = ensureResults()
      return { advantage, critic: both ? critic : undefined }
    },
    scan: (tick) => {
      ensureResults()
      both = tick.lambdaCritic !== undefined
      writeLambdas(tick)
      instance.scan(runs, tick.gamma, both, step)
      const handedOn = instance.carryA.value
      return { advantage: handedOn, critic: both ? instance.carryC.value : handedOn }
    },
    measure: (tick, incoming, near) => {
      writeLambdas(tick)
      instance.measure(runs, tick.gamma, step, incoming, near)
      return { outgoing: instance.handedOn.value, moments: momentsAbout(instance, nodes, near) }
    },
    moments: () => {
      instance.moments(ensureResults().advantageAt, nodes)
      const { mean, squares, low, high } = instance
      return {
        count: nodes,
        mean: mean.value,
        squares: squares.value,
        min: low.value,
        max: high.value,
      }
    },
    flow: (incoming) => {
      const { advantageAt, criticAt } = ensureResults()
      instance.flow(runs, advantageAt, betaAt, step, incoming.advantage)
      if (both) instance.flow(runs, criticAt, betaCriticAt, step, incoming.critic)
    },
  }
}

interface ResultViews {
  readonly advantageAt: number
  readonly criticAt: number
  readonly advantage: Float32Array
  readonly critic: Float32Array
  readonly whole: { readonly advantage: Float32Array; readonly critic: Float32Array }
}

function viewsOf(
  { buffer }: WebAssembly.Memory,
  wholeAt: number,
  wholeCriticAt: number,
  before: number,
  nodes: number,
): ResultViews {
  const advantageAt = wholeAt + before * FLOAT
  const criticAt = wholeCriticAt + before * FLOAT
  const advantage = new Float32Array(buffer, advantageAt, nodes)
  const critic = new Float32Array(buffer, criticAt, nodes)
  // The system hands memory out when it is first written, page by page: now, not in the scan.
  advantage.fill(0)
  critic.fill(0)
  const whole = {
    advantage: new Float32Array(buffer, wholeAt, before + nodes),
    critic: new Float32Array(buffer, wholeCriticAt, before + nodes),
  }
  return { advantageAt, criticAt, advantage, critic, whole }
}

/** Sums about `near`, as moments about the mean. */
function momentsAbout(
  { sum, power, low, high }: KernelExports,
  count: number,
  near: number,
): Moments {
  const shift = Math.fround(near)
  const mean = count === 0 ? 0 : shift + sum.value / count
  const squares = count === 0 ? 0 : Math.max(0, power.value - sum.value ** 2 / count)
  return { count, mean, squares, min: low.value, max: high.value }
}

function writeSparse(
  buffer: ArrayBuffer,
  at: number,
  node: Uint32Array,
  reward: Float32Array,
): void {
  const nodes = new Uint32Array(buffer, at, node.length * 2)
  const rewards = new Float32Array(buffer, at, node.length * 2)
  for (let i = 0; i < node.length; i++) {
    nodes[i * 2] = node[i]
    rewards[i * 2 + 1] = reward[i]
  }
}
