/** One part of a graph in a WASM memory: what a shard does, wherever it runs. */
import type { Moments } from '../../credit/statistics.ts'
import type { KernelExports } from './module.ts'
import type { Region, Regions } from './regions.ts'

/** What differs between graphs on the same values; nodes and runs are counted from the part's first. */
export interface PartColumns {
  /** `dense`: a column; `sparse`: ascending nodes with rewards other than 0. */
  readonly reward:
    | { readonly kind: 'dense'; readonly column: Float32Array }
    | { readonly kind: 'sparse'; readonly node: Uint32Array; readonly reward: Float32Array }
  readonly runStart: Uint32Array
  /** Value that each run's last node looks ahead to. */
  readonly ahead: Float32Array
  readonly carry: Uint8Array
}

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
  /** What the first node hands on while nothing flows in. */
  readonly outgoing: number
  /** Of all nodes but those of the edge. */
  readonly moments: Moments
  readonly edge: Moments
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
   * Statistics of the advantages, without writing them, with nothing flowing in.
   * @param near about the mean
   * @param edge the part's last nodes, which are measured apart: those that what flows in can change
   */
  measure(tick: Tick, near: number, edge: number): Measured
  /** Of the edge alone, after `measure`, with what flows in from the part behind. */
  measureEdge(incoming: number, near: number, edge: number): Moments
  /** Of the latest scan's advantages, after `flow`. */
  moments(): Moments
  /** Results of the latest scan, as views: whatever is asked of a part of this memory next ends them. */
  read(): PartResults
  /** Gives the memory back; nothing may be asked of the part afterwards. */
  release(): void
}

const FLOAT = Float32Array.BYTES_PER_ELEMENT
const DOUBLE = Float64Array.BYTES_PER_ELEMENT

/** Where the part's values stand, and the kernel over that memory. */
export interface PartMemory {
  readonly regions: Regions
  readonly instance: KernelExports
  readonly valueAt: number
  readonly nodes: number
}

function writeBetas(into: Float64Array, gamma: number, lambda: number | Float64Array): void {
  if (typeof lambda === 'number') into[0] = gamma * lambda
  else for (let run = 0; run < lambda.length; run++) into[run] = gamma * lambda[run]
}

/**
 * Copies the columns into the memory; a tick allocates nothing. Results get theirs with the first `scan`:
 * whoever only measures needs none.
 *
 * @throws RangeError if there is no memory for them; `scan` may throw it too
 */
export function createPart(
  { regions, instance, valueAt, nodes }: PartMemory,
  { reward, runStart, ahead, carry }: PartColumns,
): LocalPart {
  const runs = ahead.length
  const taken: Region[] = []
  const take = (bytes: number): number => {
    const region = regions.take(bytes)
    taken.push(region)
    return region.at
  }
  const rewardAt = reward.kind === 'dense' ? take(nodes * FLOAT) : 0
  const startAt = take(runStart.byteLength)
  const aheadAt = take(runs * FLOAT)
  const carryAt = take(runs)
  // One entry even without a run: a shared λ is written there.
  const betaAt = take((runs + 1) * DOUBLE)
  const betaCriticAt = take((runs + 1) * DOUBLE)
  const listed = reward.kind === 'sparse' ? reward.node.length : 0
  const sparseAt = take(listed * 2 * FLOAT)

  const { buffer } = regions.memory
  if (reward.kind === 'dense') new Float32Array(buffer, rewardAt, nodes).set(reward.column)
  else writeSparse(buffer, sparseAt, reward.node, reward.reward)
  new Uint32Array(buffer, startAt, runs + 1).set(runStart)
  new Float32Array(buffer, aheadAt, runs).set(ahead)
  new Uint8Array(buffer, carryAt, runs).set(carry)

  let both = false
  /** Of the latest tick. */
  let gamma = 1
  let step = 0
  /** Addresses of the results; 0: they have no memory yet. */
  let advantageAt = 0
  let criticAt = 0

  /** Growing the memory, as any part does, takes its views away: they are made when they are needed. */
  const viewAt = (at: number): Float32Array => new Float32Array(regions.memory.buffer, at, nodes)
  const takeResults = (): number => {
    const at = take(nodes * FLOAT)
    // The system hands memory out when it is first written, page by page: now, not in the scan.
    viewAt(at).fill(0)
    return at
  }

  /** The kernel serves all parts of the memory in turn. */
  const bind = (tick: Tick | undefined): void => {
    instance.bindNodes(valueAt, rewardAt, advantageAt, criticAt)
    instance.bindRuns(startAt, aheadAt, carryAt, betaAt, betaCriticAt)
    instance.bindSparse(sparseAt, listed)
    if (!tick) return
    const { lambda, lambdaCritic } = tick
    gamma = tick.gamma
    step = typeof lambda === 'number' ? 0 : DOUBLE
    writeBetas(new Float64Array(regions.memory.buffer, betaAt, runs + 1), gamma, lambda)
    if (lambdaCritic === undefined) return
    writeBetas(new Float64Array(regions.memory.buffer, betaCriticAt, runs + 1), gamma, lambdaCritic)
  }

  const momentsOf = (carry: number, near: number, from: number, to: number): Moments => {
    instance.measure(runs, gamma, step, carry, near, from, to)
    return momentsAbout(instance, to - from, near)
  }

  return {
    read: () => ({ advantage: viewAt(advantageAt), critic: both ? viewAt(criticAt) : undefined }),
    scan: (tick) => {
      both = tick.lambdaCritic !== undefined
      if (advantageAt === 0) advantageAt = takeResults()
      if (both && criticAt === 0) criticAt = takeResults()
      bind(tick)
      instance.scan(runs, tick.gamma, both, step)
      const handedOn = instance.carryA.value
      return { advantage: handedOn, critic: both ? instance.carryC.value : handedOn }
    },
    measure: (tick, near, edge) => {
      bind(tick)
      const border = nodes - edge
      const last = momentsOf(0, near, border, nodes)
      const moments = momentsOf(instance.handedOn.value, near, 0, border)
      return { outgoing: instance.handedOn.value, moments, edge: last }
    },
    measureEdge: (incoming, near, edge) => {
      bind(undefined)
      return momentsOf(incoming, near, nodes - edge, nodes)
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
      bind(undefined)
      instance.flow(runs, advantageAt, betaAt, step, incoming.advantage)
      if (both) instance.flow(runs, criticAt, betaCriticAt, step, incoming.critic)
    },
    release: () => regions.give(taken.splice(0)),
  }
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
