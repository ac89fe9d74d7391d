/** One part of a graph in a WASM memory of its own: what a shard does, wherever it runs. */
import type { Moments } from '../../credit/statistics.ts'
import type { PartColumns } from './columns.ts'
import { instantiateKernel, KERNEL_BYTES } from './module.ts'

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
  /** Of the latest scan's advantages, after `flow`. */
  moments(): Moments
  /** Results of the latest scan, as views that the next one overwrites. */
  read(): PartResults
  /** The same with room for the nodes of earlier parts in front; theirs are up to the caller. */
  readonly whole: { readonly advantage: Float32Array; readonly critic: Float32Array }
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
    return new WebAssembly.Memory({ initial: Math.ceil(this.#end / PAGE) })
  }
}

function writeBetas(into: Float64Array, gamma: number, lambda: number | Float64Array): void {
  if (typeof lambda === 'number') into[0] = gamma * lambda
  else for (let run = 0; run < lambda.length; run++) into[run] = gamma * lambda[run]
}

/**
 * Copies the columns into a new memory; a tick allocates nothing.
 *
 * @param before nodes of earlier parts that `whole` has room for
 * @throws RangeError if there is no memory for them
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
  const wholeAt = layout.take((before + nodes) * FLOAT)
  const wholeCriticAt = layout.take((before + nodes) * FLOAT)
  const advantageAt = wholeAt + before * FLOAT
  const criticAt = wholeCriticAt + before * FLOAT
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
  const beta = new Float64Array(buffer, betaAt, runs + 1)
  const betaCritic = new Float64Array(buffer, betaCriticAt, runs + 1)

  const instance = instantiateKernel(kernel, memory)
  instance.bindNodes(valueAt, rewardAt, advantageAt, criticAt)
  instance.bindRuns(startAt, aheadAt, carryAt, betaAt, betaCriticAt)
  instance.bindSparse(sparseAt, listed)
  let both = false
  let step = 0

  const advantage = new Float32Array(buffer, advantageAt, nodes)
  const critic = new Float32Array(buffer, criticAt, nodes)

  const whole = {
    advantage: new Float32Array(buffer, wholeAt, before + nodes),
    critic: new Float32Array(buffer, wholeCriticAt, before + nodes),
  }
  // The system hands memory out when it is first written, page by page: now, not in the first tick.
  advantage.fill(0)
  critic.fill(0)

  return {
    whole,
    read: () => ({ advantage, critic: both ? critic : undefined }),
    scan: ({ gamma, lambda, lambdaCritic }) => {
      both = lambdaCritic !== undefined
      step = typeof lambda === 'number' ? 0 : DOUBLE
      writeBetas(beta, gamma, lambda)
      if (lambdaCritic !== undefined) writeBetas(betaCritic, gamma, lambdaCritic)
      instance.scan(runs, gamma, both, step)
      const handedOn = instance.carryA.value
      return { advantage: handedOn, critic: both ? instance.carryC.value : handedOn }
    },
    moments: () => {
      instance.moments(advantageAt, nodes)
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
      instance.flow(runs, advantageAt, betaAt, step, incoming.advantage)
      if (both) instance.flow(runs, criticAt, betaCriticAt, step, incoming.critic)
    },
  }
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
