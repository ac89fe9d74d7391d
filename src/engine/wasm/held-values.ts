/** Values that the engine holds in its threads, by the column they come from: graphs on the same nodes share them. */
import type { CreditGraph } from '../../credit/graph.ts'
import type { NodeColumn } from '../../credit/node-column.ts'
import { planBorders } from './columns.ts'
import type { PartColumns } from './part.ts'
import type { ShardLine } from './protocol.ts'
import { holdHere, remoteShard, type Shard, type ShardPart } from './shard.ts'

export interface ThreadOptions {
  /** Threads to use, this one among them. */
  readonly threads: number
  /** Starts a worker that runs serveShard; needed for more than one thread. */
  readonly connect: (() => ShardLine) | undefined
  /** A thread gets at least this many nodes; below, messages cost more than they save. */
  readonly nodesPerThread: number
  /** Nodes that will probably come: their threads start at once, not with them. */
  readonly expects: number
}

export interface HeldValues {
  /** Where they come from: whoever uses them finds each other by it. */
  readonly column: NodeColumn
  /** Nodes at which they are cut into parts, one per thread; this thread's is the last. */
  readonly borders: readonly number[]
  readonly largest: number
  /** Loads a graph's parts, in their order. Rejects with EngineLost where a thread cannot. */
  load(parts: readonly PartColumns[]): Promise<readonly ShardPart[]>
}

interface Shared {
  readonly held: Promise<HeldValues>
  users: number
  readonly release: () => void
}

export interface ValueStore {
  /** The graph's values; each `take` is ended by a `give`. Rejects with EngineLost where there is no memory. */
  take(graph: CreditGraph): Promise<HeldValues>
  give(values: HeldValues): void
  close(): void
}

export function createHeldValues(
  kernel: WebAssembly.Module,
  { threads, connect, nodesPerThread, expects }: ThreadOptions,
): ValueStore {
  const elsewhere: Shard[] = []
  const shared = new Map<NodeColumn, Shared>()

  const shardAt = (index: number): Shard => {
    if (!connect) throw new Error('Several threads need a way to start them.')
    elsewhere[index] ??= remoteShard(kernel, connect())
    return elsewhere[index]
  }

  const threadsFor = (nodes: number): number =>
    connect ? Math.max(1, Math.min(threads, Math.floor(nodes / nodesPerThread))) : 1

  for (let i = 0; i + 1 < threadsFor(expects); i++) shardAt(i)

  const hold = (graph: CreditGraph): Shared => {
    const { value: column, nodeCount } = graph
    const borders = planBorders(graph, threadsFor(nodeCount))
    const range = (i: number) => ({ column, from: borders[i], to: borders[i + 1] })
    const last = borders.length - 2
    // The others first: they copy while this thread does.
    const remote = Array.from({ length: last }, (_, i) => shardAt(i).hold(range(i)))
    const mine = async () => holdHere(kernel, range(last))
    const all = Promise.all([...remote, mine()])
    const held = all.then(
      (shards): HeldValues => ({
        column,
        borders,
        largest: Math.max(...shards.map((values) => values.largest)),
        load: (parts) => Promise.all(shards.map((values, i) => values.load(parts[i]))),
      }),
    )
    const release = (): void => {
      const forget = (values: readonly { readonly release: () => void }[]): void => {
        for (const one of values) one.release()
      }
      all.then(forget).catch(() => {})
    }
    return { held, users: 0, release }
  }

  const leave = (column: NodeColumn): void => {
    const entry = shared.get(column)
    if (!entry || --entry.users > 0) return
    shared.delete(column)
    entry.release()
  }

  return {
    take: async (graph) => {
      const { value } = graph
      const entry = shared.get(value) ?? hold(graph)
      shared.set(value, entry)
      entry.users++
      try {
        return await entry.held
      } catch (error) {
        leave(value)
        throw error
      }
    },
    give: ({ column }) => leave(column),
    close: () => {
      for (const shard of elsewhere) shard.close()
    },
  }
}
