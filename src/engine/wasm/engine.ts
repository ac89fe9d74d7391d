/**
 * The fast engine without a GPU: a SIMD kernel in float32 (kernel/scan.ts), over parts of the graph in one
 * thread per core. A chain longer than a part is cut: A is affine in what flows in from behind, so each
 * part scans from 0 and adds β^distance times the incoming accumulator afterwards.
 */
import { allocateRunParameters, type CreditGraph, type RunParameters } from '../../credit/graph.ts'
import { type AdvantageStatistics, statisticsOfParts } from '../../credit/statistics.ts'
import {
  checkGraph,
  checkNumber,
  checkRewards,
  checkRuns,
  rememberRuns,
  sharesAccumulator,
} from '../check.ts'
import type { Engine, EngineHandle, ScanResult } from '../engine.ts'
import { type Links, resolveLinks } from '../links.ts'
import { type CloseUps, createCloseUps } from './close-ups.ts'
import { columnsOf, type Part, partsOf } from './columns.ts'
import { createHeldValues, type HeldValues, type ThreadOptions } from './held-values.ts'
import { compileKernel } from './module.ts'
import type { Accumulators, Tick } from './part.ts'
import { memoryOf, type ShardPart } from './shard.ts'

/** Default: one thread. */
export type WasmOptions = Partial<ThreadOptions>

export interface WasmEngine extends Engine {
  /** The scan alone: results stay on the threads. Bringing them together takes as long. */
  scanThere(handle: EngineHandle, gamma: number, runs: RunParameters): Promise<void>
  /** All results of the latest scan. */
  read(handle: EngineHandle): Promise<ScanResult>
}

/** 2 M nodes take a millisecond. */
const NODES_PER_THREAD = 2 ** 21

interface HeldPart {
  readonly part: Part
  readonly shard: ShardPart
}

/** A graph in the threads' memories. */
interface Staged {
  readonly graph: CreditGraph
  readonly links: Links
  /** In the order of their nodes; the last one is this thread's. */
  readonly parts: readonly HeldPart[]
  readonly values: HeldValues
}

interface WasmHandle extends EngineHandle {
  /** Made when all nodes are asked for first: the rollout on the screen can be drawn before. */
  staged: Staged | undefined
  readonly closeUps: CloseUps
  /** Results of all parts, where they were brought together. */
  advantage: Float32Array | undefined
  critic: Float32Array | undefined
  /** Some advantages, for `Ticked.advantages`. */
  some: Float32Array
  /** About the mean of the latest tick; 0 where it is near 0. */
  near: number
  /** Whether the latest tick wrote a critic of its own. */
  both: boolean
  /** Settles with the latest call: calls of one handle share its buffers. */
  busy: Promise<unknown>
}

const RELEASED = 'This handle was released, or is another engine’s.'
const NOTHING: Accumulators = { advantage: 0, critic: 0 }

/** The engine; `scan` allocates nothing per node. */
export function createWasmEngine(options: WasmOptions = {}): WasmEngine {
  const { threads = 1, connect, nodesPerThread = NODES_PER_THREAD, expects = 0 } = options
  const kernel = compileKernel()
  const held = createHeldValues(kernel, { threads, connect, nodesPerThread, expects })
  const live = new Map<EngineHandle, WasmHandle>()

  /** Runs `work` after the handle's earlier calls. */
  const inTurn = <T>(given: EngineHandle, work: (handle: WasmHandle) => Promise<T>): Promise<T> => {
    const handle = live.get(given)
    if (handle === undefined) return Promise.reject(new Error(RELEASED))
    const call = handle.busy.then(() => {
      if (!live.has(handle)) throw new Error(RELEASED)
      return work(handle)
    })
    handle.busy = call.catch(() => undefined)
    return call
  }

  const load = async (graph: CreditGraph): Promise<WasmHandle> => {
    checkGraph(graph)
    checkRewards(graph)
    const handle: WasmHandle = {
      graph,
      runs: allocateRunParameters(graph.runCount),
      staged: undefined,
      closeUps: createCloseUps(graph),
      advantage: undefined,
      critic: undefined,
      some: new Float32Array(0),
      near: 0,
      both: false,
      busy: Promise.resolve(),
    }
    live.set(handle, handle)
    return handle
  }

  const stage = async (graph: CreditGraph): Promise<Staged> => {
    const values = await held.take(graph)
    try {
      checkNumber(values.largest)
      const links = resolveLinks(graph)
      const planned = partsOf(graph, links, values.borders)
      const shards = await values.load(planned.map((part) => columnsOf(graph, links, part)))
      return { graph, links, parts: planned.map((part, i) => ({ part, shard: shards[i] })), values }
    } catch (error) {
      held.give(values)
      throw error
    }
  }

  /** As `inTurn`, with the graph in the threads. */
  const staged = <T>(
    given: EngineHandle,
    work: (handle: WasmHandle, staged: Staged) => Promise<T>,
  ): Promise<T> =>
    inTurn(given, async (handle) => {
      handle.staged ??= await stage(handle.graph)
      return work(handle, handle.staged)
    })

  return {
    id: 'wasm',
    description:
      threads > 1 && connect ? `WASM SIMD on up to ${threads} cores` : 'WASM SIMD on one core',
    load,
    tick: (given, gamma, runs) =>
      inTurn(given, async (handle) => {
        const { graph } = handle
        checkRuns(graph, runs)
        rememberRuns(handle.runs, runs)
        let isScanned = false
        // Nothing is computed before it is asked for: who reads everything needs no pass of measuring.
        return {
          ready: () => staged(given, async () => {}),
          statistics: () => staged(given, (own, there) => measure(own, there, gamma, own.runs)),
          read: (from, to) =>
            from > 0 || to < graph.nodeCount
              ? inTurn(given, (own) => own.closeUps.read(gamma, own.runs, from, to))
              : staged(given, (own, there) => scan(own, there, gamma, own.runs)),
          advantages: (from, to) =>
            staged(given, async (own, there) => {
              // Nobody is to see the critic's, which would take as much memory again.
              if (!isScanned) await tick(own, there, gamma, own.runs, false)
              isScanned = true
              return someOf(own, there, from, to)
            }),
        }
      }),
    scanThere: (given, gamma, runs) =>
      staged(given, (handle, there) => tick(handle, there, gamma, runs)),
    read: (given) => staged(given, gather),
    scan: (given, gamma, runs) =>
      staged(given, (handle, there) => scan(handle, there, gamma, runs)),
    release: (given) => {
      const handle = live.get(given)
      live.delete(given)
      // A call under way still needs its parts.
      handle?.busy.then(() => {
        if (!handle.staged) return
        for (const { shard } of handle.staged.parts) shard.release()
        held.give(handle.staged.values)
      })
    },
    dispose: () => {
      live.clear()
      held.close()
    },
  }
}

/** The λ that all of the first `count` runs share, if they do. */
function sharedBy(lambda: Float64Array, count: number): number | undefined {
  for (let run = 1; run < count; run++) if (lambda[run] !== lambda[0]) return undefined
  return count > 0 ? lambda[0] : 0
}

function tickOf(
  { part }: HeldPart,
  gamma: number,
  runs: RunParameters,
  both: boolean,
  one: Shared,
): Tick {
  const { firstRun, endRun } = part
  if (one) return { gamma, lambda: one.lambda, lambdaCritic: both ? one.lambdaCritic : undefined }
  return {
    gamma,
    lambda: runs.lambda.subarray(firstRun, endRun),
    lambdaCritic: both ? runs.lambdaCritic.subarray(firstRun, endRun) : undefined,
  }
}

type Shared = { readonly lambda: number; readonly lambdaCritic: number } | undefined

function sharedLambdas(graph: CreditGraph, runs: RunParameters): Shared {
  const lambda = sharedBy(runs.lambda, graph.runCount)
  const lambdaCritic = sharedBy(runs.lambdaCritic, graph.runCount)
  return lambda === undefined || lambdaCritic === undefined ? undefined : { lambda, lambdaCritic }
}

/** As `tick`, with the results brought together. */
async function scan(
  handle: WasmHandle,
  staged: Staged,
  gamma: number,
  runs: RunParameters,
): Promise<ScanResult> {
  await tick(handle, staged, gamma, runs)
  return gather(handle, staged)
}

/** @param both whether the critic's accumulators are wanted, where they are others */
async function tick(
  handle: WasmHandle,
  staged: Staged,
  gamma: number,
  runs: RunParameters,
  both = !sharesAccumulator(handle.graph, runs),
): Promise<void> {
  const { graph, parts } = staged
  checkRuns(graph, runs)
  rememberRuns(handle.runs, runs)
  const shared = sharedLambdas(graph, runs)
  handle.both = both
  // This thread's part is the last one, so the others are under way before it starts.
  const outgoing = await Promise.all(
    parts.map((held) => held.shard.scan(tickOf(held, gamma, runs, both, shared))),
  )
  const flows: Promise<void>[] = []
  let incoming = NOTHING
  for (let i = parts.length - 2; i >= 0; i--) {
    const { linked } = parts[i].part
    incoming = linked ? handedOn(staged, i + 1, gamma, runs, outgoing[i + 1], incoming) : NOTHING
    if (linked) flows.push(parts[i].shard.flow(incoming))
  }
  await Promise.all(flows)
}

/** What part `index` hands on: its own scan, and what came in from behind and is left at its first node. */
function handedOn(
  { graph, links, parts }: Staged,
  index: number,
  gamma: number,
  runs: RunParameters,
  own: Accumulators,
  incoming: Accumulators,
): Accumulators {
  if (incoming === NOTHING) return own
  const { firstNode, endNode, firstRun, endRun } = parts[index].part
  let advantage = incoming.advantage
  let critic = incoming.critic
  for (let run = endRun - 1; run >= firstRun; run--) {
    if (run < endRun - 1 && links.carry[run] === 0) return own
    const start = Math.max(firstNode, graph.runStart[run])
    const nodes = Math.min(endNode, graph.runStart[run + 1]) - start
    advantage *= (gamma * runs.lambda[run]) ** nodes
    critic *= (gamma * runs.lambdaCritic[run]) ** nodes
  }
  return { advantage: own.advantage + advantage, critic: own.critic + critic }
}

/** Statistics so far off their shift lose digits of the float32 squares. */
const FAR = 16

/**
 * Statistics of the advantages; nothing is written. Of a part that something flows into the nodes that it can
 * change are measured twice: first for what the part hands on itself, then with what comes in.
 */
async function measure(
  handle: WasmHandle,
  staged: Staged,
  gamma: number,
  runs: RunParameters,
): Promise<AdvantageStatistics> {
  const measureAgain = () => measureNear(staged, handle.near, gamma, runs)
  const found = await measureAgain()
  const { near } = handle
  handle.near = isOff(found) ? found.mean : 0
  if (found.count === 0) return found
  const isFar = (found.mean - near) ** 2 > FAR * found.std ** 2
  if (isFar) {
    const again = await measureAgain()
    if (Number.isFinite(again.std)) return again
  } else if (Number.isFinite(found.std)) return found
  // Squares that float32 cannot hold.
  await tick(handle, staged, gamma, runs)
  return statisticsOfParts(await Promise.all(staged.parts.map(({ shard }) => shard.moments())))
}

/** Whether squares about 0 would cost digits. */
const isOff = ({ mean, std }: AdvantageStatistics): boolean =>
  Number.isFinite(mean) && mean ** 2 > std ** 2

async function measureNear(
  staged: Staged,
  near: number,
  gamma: number,
  runs: RunParameters,
): Promise<AdvantageStatistics> {
  const { graph, parts } = staged
  const shared = sharedLambdas(graph, runs)
  const edges = parts.map(({ part }) => edgeOf(staged, part, gamma, runs))
  // This thread's part is the last one, so the others are under way before it starts.
  const measured = await Promise.all(
    parts.map((held, i) =>
      held.shard.measure(tickOf(held, gamma, runs, false, shared), near, edges[i]),
    ),
  )
  const own = measured.map(({ outgoing }) => ({ advantage: outgoing, critic: outgoing }))
  const atEdge = measured.map(({ edge }) => edge)
  const again: Promise<void>[] = []
  let incoming = NOTHING
  for (let i = parts.length - 2; i >= 0; i--) {
    const { linked } = parts[i].part
    incoming = linked ? handedOn(staged, i + 1, gamma, runs, own[i + 1], incoming) : NOTHING
    if (incoming.advantage === 0 || edges[i] === 0) continue
    again.push(
      parts[i].shard.measureEdge(incoming.advantage, near, edges[i]).then((moments) => {
        atEdge[i] = moments
      }),
    )
  }
  await Promise.all(again)
  return statisticsOfParts([...measured.map(({ moments }) => moments), ...atEdge])
}

/** So many times smaller, what flows in is below the last digit of a double: β^k of it after k nodes. */
const FAINT = -Math.log(2 ** -60)

/** The part's last nodes, as far as an accumulator from behind it can be told: seldom more than a few thousand. */
function edgeOf(
  { graph, links }: Staged,
  { linked, firstNode, endNode, firstRun, endRun }: Part,
  gamma: number,
  runs: RunParameters,
): number {
  if (!linked) return 0
  const last = endRun - 1
  const nodes = endNode - Math.max(firstNode, graph.runStart[last])
  const beta = gamma * runs.lambda[last]
  const reach = beta < 1 ? Math.ceil(FAINT / -Math.log(beta)) : Number.POSITIVE_INFINITY
  if (reach <= nodes) return reach
  // Through the next run it may go on under another β.
  return last > firstRun && links.carry[last - 1] === 1 ? endNode - firstNode : nodes
}

/** Advantages of nodes [from, to), in memory that the next call overwrites. */
async function someOf(
  handle: WasmHandle,
  { parts }: Staged,
  from: number,
  to: number,
): Promise<Float32Array> {
  if (handle.some.length < to - from) {
    handle.some = memoryOf(to - from, () => new Float32Array(to - from))
  }
  const into = handle.some.subarray(0, to - from)
  await Promise.all(
    parts.map(async ({ part: { firstNode, endNode }, shard }) => {
      const [first, end] = [Math.max(from, firstNode), Math.min(to, endNode)]
      if (first < end) await shard.copy(first - firstNode, into.subarray(first - from, end - from))
    }),
  )
  return into
}

async function gather(handle: WasmHandle, { graph, parts }: Staged): Promise<ScanResult> {
  const { both } = handle
  const room = () => memoryOf(graph.nodeCount, () => new Float32Array(graph.nodeCount))
  handle.advantage ??= room()
  if (both) handle.critic ??= room()
  const { advantage, critic = advantage } = handle
  await Promise.all(
    parts.map(({ part: { firstNode, endNode }, shard }) =>
      shard.read({
        advantage: advantage.subarray(firstNode, endNode),
        critic: both ? critic.subarray(firstNode, endNode) : undefined,
      }),
    ),
  )
  return { advantage, critic: both ? critic : advantage }
}
