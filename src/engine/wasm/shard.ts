/** Where parts live: in this thread, or in a worker at the other end of a line. The engine sees no difference. */
import type { Moments } from '../../credit/statistics.ts'
import { EngineLost } from '../engine.ts'
import type { PartColumns } from './columns.ts'
import {
  type Accumulators,
  createPart,
  type LocalPart,
  type Measured,
  type PartResults,
  type Tick,
} from './part.ts'
import {
  type Buffers,
  type FromShard,
  resultBuffers,
  type ShardLine,
  type ToShard,
  tickBuffers,
} from './protocol.ts'

export interface ShardPart {
  /** Starts at once; what the part's first node hands on when nothing flows in. */
  scan(tick: Tick): Promise<Accumulators>
  flow(incoming: Accumulators): Promise<void>
  /** As LocalPart.measure. */
  measure(tick: Tick, incoming: number, near: number): Promise<Measured>
  /** Of the latest scan's advantages. */
  moments(): Promise<Moments>
  /**
   * Results of the latest scan: views or reused buffers, valid until the next call.
   * @param both whether that scan had a critic of its own
   */
  read(both: boolean): Promise<PartResults>
  release(): void
}

/** Every method rejects with EngineLost when the shard is gone or has no memory left. */
export interface Shard {
  load(columns: PartColumns): Promise<ShardPart>
  close(): void
}

/** Part of this thread: its results stand where those of the earlier parts join them. */
export interface OwnPart extends ShardPart, Pick<LocalPart, 'whole'> {}

/**
 * Loads a part into the calling thread; `before` nodes belong to earlier parts.
 *
 * @throws EngineLost if there is no memory for it
 */
export function loadHere(
  kernel: WebAssembly.Module,
  columns: PartColumns,
  before: number,
): OwnPart {
  const part = memoryOf(columns, () => createPart(kernel, columns, before))
  return {
    whole: () => memoryOf(columns, () => part.whole()),
    measure: async (tick, incoming, near) => part.measure(tick, incoming, near),
    scan: async (tick) => memoryOf(columns, () => part.scan(tick)),
    flow: async (incoming) => part.flow(incoming),
    moments: async () => part.moments(),
    read: async () => part.read(),
    release: () => {},
  }
}

/** @throws EngineLost where the browser has no memory for what `allocates` */
function memoryOf<T>(columns: PartColumns, allocates: () => T): T {
  try {
    return allocates()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new EngineLost(`There is no memory for ${columns.value.length} nodes.`, { cause: error })
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

/** As many bytes of its own as the columns have; float32 where they are float64. */
function packed(columns: PartColumns): PartColumns {
  const { value, reward } = columns
  return {
    ...columns,
    value: Float32Array.from(value),
    reward:
      reward.kind === 'dense'
        ? { kind: 'dense', column: Float32Array.from(reward.column) }
        : reward,
  }
}

function buffersOf({ value, reward, runStart, ahead, carry }: PartColumns): ArrayBufferLike[] {
  const columns = reward.kind === 'dense' ? [reward.column] : [reward.node, reward.reward]
  return [value, ...columns, runStart, ahead, carry].map(({ buffer }) => buffer)
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

/** A shard behind a line: static columns travel once, results only when they are asked for. */
export function remoteShard(kernel: WebAssembly.Module, line: ShardLine): Shard {
  const { ask, lose } = createCalls(line)
  let count = 0
  // A death before the first load is told by that load.
  const started = ask({ type: 'start', kernel }).catch(() => undefined)

  const load = async (columns: PartColumns): Promise<ShardPart> => {
    await started
    const part = count++
    const nodes = columns.value.length
    const own = packed(columns)
    await ask({ type: 'load', part, columns: own }, buffersOf(own))
    let spare: Tick | undefined
    let advantage = new Float32Array(0)
    let critic: Float32Array<ArrayBuffer> | undefined
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
    return {
      moments: async () => {
        const reply = await ask({ type: 'moments', part })
        if (reply.type !== 'moments') throw new Error(`A shard answered ${reply.type}.`)
        return reply.moments
      },
      measure: async (given, incoming, near) => {
        const tick = packedTick(given)
        const message = { type: 'measure', part, tick, incoming, near } as const
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
      read: async (both) => {
        // Whoever never asks for all of them never pays for these.
        if (advantage.length < nodes) advantage = new Float32Array(nodes)
        if (both) critic ??= new Float32Array(nodes)
        const into: Buffers = { advantage, critic: both ? critic : undefined }
        const reply = await ask({ type: 'read', part, into }, resultBuffers(into))
        if (reply.type !== 'read') throw new Error(`A shard answered ${reply.type} to a read.`)
        advantage = reply.results.advantage
        if (both) critic = reply.results.critic
        return reply.results
      },
      release: () => {
        ask({ type: 'release', part }).catch(() => {})
      },
    }
  }

  return {
    load,
    close: () => {
      lose('The engine was disposed of.')
      line.close()
    },
  }
}
