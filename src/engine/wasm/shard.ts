/** Where parts live: in this thread, or in a worker at the other end of a line. The engine sees no difference. */

import type { NodeColumn } from '../../credit/node-column.ts'
import type { Moments } from '../../credit/statistics.ts'
import { EngineLost } from '../engine.ts'
import type { Accumulators, Measured, PartColumns, PartResults, Tick } from './part.ts'
import {
  type Buffers,
  type FromShard,
  resultBuffers,
  type ShardLine,
  type ToShard,
  tickBuffers,
} from './protocol.ts'
import { createValues } from './values.ts'

export interface ShardPart {
  /** Starts at once; what the part's first node hands on when nothing flows in. */
  scan(tick: Tick): Promise<Accumulators>
  flow(incoming: Accumulators): Promise<void>
  /** As LocalPart.measure. */
  measure(tick: Tick, near: number, edge: number): Promise<Measured>
  /** As LocalPart.measureEdge. */
  measureEdge(incoming: number, near: number, edge: number): Promise<Moments>
  /** Of the latest scan's advantages. */
  moments(): Promise<Moments>
  /** Copies the results of the latest scan; `critic` only where that scan had one of its own. */
  read(into: PartResults): Promise<void>
  /** Fills `into` with the latest scan's advantages from node `at` of the part on. */
  copy(at: number, into: Float32Array): Promise<void>
  release(): void
}

/** Values of a part, and the parts of graphs that read them. */
export interface ShardValues {
  /** Their largest magnitude. */
  readonly largest: number
  load(columns: PartColumns): Promise<ShardPart>
  release(): void
}

/** Nodes [from, to) of a column. */
export interface ValueRange {
  readonly column: NodeColumn
  readonly from: number
  readonly to: number
}

/** Every method rejects with EngineLost when the shard is gone or has no memory left. */
export interface Shard {
  hold(values: ValueRange): Promise<ShardValues>
  close(): void
}

/** Whether all are 0, without a look at each. */
const isZero = ({ column }: ValueRange): boolean => column.listed?.node.length === 0

/**
 * Holds values in the calling thread.
 *
 * @throws EngineLost if there is no memory for them
 */
export function holdHere(kernel: WebAssembly.Module, values: ValueRange): ShardValues {
  const { column, from, to } = values
  const nodes = to - from
  const held = memoryOf(nodes, () => createValues(kernel, nodes))
  if (!isZero(values)) column.copy(from, to, held.column())
  const load = async (columns: PartColumns): Promise<ShardPart> => {
    const part = memoryOf(nodes, () => held.createPart(columns))
    return {
      measure: async (tick, near, edge) => part.measure(tick, near, edge),
      measureEdge: async (incoming, near, edge) => part.measureEdge(incoming, near, edge),
      scan: async (tick) => memoryOf(nodes, () => part.scan(tick)),
      flow: async (incoming) => part.flow(incoming),
      moments: async () => part.moments(),
      read: async (into) => {
        const { advantage, critic } = part.read()
        into.advantage.set(advantage)
        if (critic) into.critic?.set(critic)
      },
      copy: async (at, into) => into.set(part.read().advantage.subarray(at, at + into.length)),
      release: () => part.release(),
    }
  }
  return { largest: isZero(values) ? 0 : held.largest(), load, release: () => {} }
}

/** @throws EngineLost where the browser has no memory for what `allocates` */
export function memoryOf<T>(nodes: number, allocates: () => T): T {
  try {
    return allocates()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new EngineLost(`There is no memory for ${nodes} nodes.`, { cause: error })
  }
}

/** Sends requests and settles them in order; all reject once the shard is gone. */
function createCalls(line: ShardLine) {
  const pending: { resolve: (reply: FromShard) => void; reject: (reason: EngineLost) => void }[] =
    []
  let lost: EngineLost | undefined

  const lose = (message: string): void => {
    lost ??= new EngineLost(message)
    for (const { reject } of pending.splice(0)) reject(lost)
  }
  line.onDeath(lose)
  line.receive((reply) => {
    const call = pending.shift()
    if (reply.type === 'failed') call?.reject(new EngineLost(reply.message))
    else call?.resolve(reply)
  })
  return {
    ask: (message: ToShard, transfer: readonly ArrayBufferLike[] = []): Promise<FromShard> =>
      new Promise((resolve, reject) => {
        if (lost) return reject(lost)
        pending.push({ resolve, reject })
        line.send(message, transfer)
      }),
    lose,
  }
}

function buffersOf({ reward, runStart, ahead, carry }: PartColumns): ArrayBufferLike[] {
  const columns = reward.kind === 'dense' ? [reward.column] : [reward.node, reward.reward]
  return [...columns, runStart, ahead, carry].map(({ buffer }) => buffer)
}

/** Fills a buffer that came back from the shard, or a new one. */
function travelling(
  lambda: number | Float64Array,
  buffer: number | Float64Array | undefined,
): number | Float64Array {
  if (typeof lambda === 'number') return lambda
  if (typeof buffer !== 'object') return lambda.slice()
  buffer.set(lambda)
  return buffer
}

/** Values per message: a megabyte. */
const FILL = 2 ** 18

/** A shard behind a line: static columns travel once, results only when they are asked for. */
export function remoteShard(kernel: WebAssembly.Module, line: ShardLine): Shard {
  const { ask, lose } = createCalls(line)
  let partCount = 0
  let valuesCount = 0
  // A death before the first load is told by that load.
  const started = ask({ type: 'start', kernel }).catch(() => undefined)

  const hold = async (range: ValueRange): Promise<ShardValues> => {
    await started
    const { from, to } = range
    const values = valuesCount++
    const nodes = to - from
    await ask({ type: 'values', values, nodes })
    let largest = 0
    if (!isZero(range)) {
      await fill(values, range)
      const reply = await ask({ type: 'weigh', values })
      if (reply.type !== 'weighed') throw new Error(`A shard answered ${reply.type} to values.`)
      largest = reply.largest
    }
    return {
      largest,
      load: (columns) => load(values, nodes, columns),
      release: () => {
        ask({ type: 'forget', values }).catch(() => {})
      },
    }
  }

  /** Through two buffers that go to and fro: a copy of all values would be new memory, which costs more than they. */
  const fill = async (values: number, { column, from, to }: ValueRange): Promise<void> => {
    let next = from
    const sendAll = async (): Promise<void> => {
      let buffer = new Float32Array(Math.min(FILL, to - from))
      while (next < to) {
        const first = next
        const end = Math.min(to, first + FILL)
        next = end
        const part = buffer.subarray(0, end - first)
        column.copy(first, end, part)
        const message = { type: 'fill', values, at: first - from, column: part } as const
        const reply = await ask(message, [part.buffer])
        if (reply.type !== 'filled') throw new Error(`A shard answered ${reply.type} to values.`)
        buffer = new Float32Array(reply.column.buffer)
      }
    }
    await Promise.all([sendAll(), sendAll()])
  }

  const load = async (values: number, nodes: number, columns: PartColumns): Promise<ShardPart> => {
    const part = partCount++
    await ask({ type: 'load', part, values, columns }, buffersOf(columns))
    let spare: Tick | undefined
    let advantage = new Float32Array(0)
    let critic: Float32Array<ArrayBuffer> | undefined
    let copied = new Float32Array(0)
    /** In buffers that came back, where they did. */
    const packedTick = ({ gamma, lambda, lambdaCritic }: Tick): Tick => {
      const tick: Tick = {
        gamma,
        lambda: travelling(lambda, spare?.lambda),
        lambdaCritic:
          lambdaCritic === undefined ? undefined : travelling(lambdaCritic, spare?.lambdaCritic),
      }
      spare = undefined
      return tick
    }
    const askMoments = async (message: ToShard): Promise<Moments> => {
      const reply = await ask(message)
      if (reply.type !== 'moments') throw new Error(`A shard answered ${reply.type}.`)
      return reply.moments
    }
    return {
      moments: () => askMoments({ type: 'moments', part }),
      measureEdge: (incoming, near, edge) =>
        askMoments({ type: 'measure edge', part, incoming, near, edge }),
      measure: async (given, near, edge) => {
        const tick = packedTick(given)
        const message = { type: 'measure', part, tick, near, edge } as const
        const reply = await ask(message, tickBuffers(tick))
        if (reply.type !== 'measured') throw new Error(`A shard answered ${reply.type}.`)
        spare = reply.tick
        return reply.measured
      },
      scan: async (given) => {
        const tick = packedTick(given)
        const reply = await ask({ type: 'scan', part, tick }, tickBuffers(tick))
        if (reply.type !== 'scanned') throw new Error(`A shard answered ${reply.type} to a scan.`)
        spare = reply.tick
        return reply.outgoing
      },
      flow: async (incoming) => {
        await ask({ type: 'flow', part, incoming })
      },
      read: async (wanted) => {
        const both = wanted.critic !== undefined
        // Whoever never asks for all of them never pays for these.
        if (advantage.length < nodes) advantage = new Float32Array(nodes)
        if (both) critic ??= new Float32Array(nodes)
        const into: Buffers = { advantage, critic: both ? critic : undefined }
        const reply = await ask({ type: 'read', part, into }, resultBuffers(into))
        if (reply.type !== 'read') throw new Error(`A shard answered ${reply.type} to a read.`)
        advantage = reply.results.advantage
        if (both) critic = reply.results.critic
        wanted.advantage.set(advantage)
        if (critic) wanted.critic?.set(critic)
      },
      copy: async (at, into) => {
        if (copied.length < into.length) copied = new Float32Array(into.length)
        const column = copied.subarray(0, into.length)
        const reply = await ask({ type: 'copy', part, at, column }, [column.buffer])
        if (reply.type !== 'copied') throw new Error(`A shard answered ${reply.type} to a copy.`)
        into.set(reply.column)
        copied = new Float32Array(reply.column.buffer)
      },
      release: () => {
        ask({ type: 'release', part }).catch(() => {})
      },
    }
  }

  return {
    hold,
    close: () => {
      lose('The engine was disposed of.')
      line.close()
    },
  }
}
