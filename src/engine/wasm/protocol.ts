/** What the engine and a shard in another worker say to each other. A shard answers in the order it is asked. */
import type { Moments } from '../../credit/statistics.ts'
import type { Accumulators, Measured, PartColumns, PartResults, Tick } from './part.ts'

/** Buffers travel and come back, so that a tick allocates nothing. */
export interface Buffers extends PartResults {
  readonly advantage: Float32Array<ArrayBuffer>
  readonly critic: Float32Array<ArrayBuffer> | undefined
}

export type ToShard =
  | { readonly type: 'start'; readonly kernel: WebAssembly.Module }
  /** All of them 0. */
  | { readonly type: 'values'; readonly values: number; readonly nodes: number }
  /** Writes some of them from node `at` on; the column comes back. */
  | {
      readonly type: 'fill'
      readonly values: number
      readonly at: number
      readonly column: Float32Array<ArrayBuffer>
    }
  /** Asked when all are written. */
  | { readonly type: 'weigh'; readonly values: number }
  | {
      readonly type: 'load'
      readonly part: number
      readonly values: number
      readonly columns: PartColumns
    }
  | { readonly type: 'scan'; readonly part: number; readonly tick: Tick }
  | { readonly type: 'flow'; readonly part: number; readonly incoming: Accumulators }
  | {
      readonly type: 'measure'
      readonly part: number
      readonly tick: Tick
      readonly near: number
      readonly edge: number
    }
  | {
      readonly type: 'measure edge'
      readonly part: number
      readonly incoming: number
      readonly near: number
      readonly edge: number
    }
  | { readonly type: 'moments'; readonly part: number }
  | { readonly type: 'read'; readonly part: number; readonly into: Buffers }
  /** Fills the column with the latest scan's advantages from node `at` on; it comes back. */
  | {
      readonly type: 'copy'
      readonly part: number
      readonly at: number
      readonly column: Float32Array<ArrayBuffer>
    }
  | { readonly type: 'release'; readonly part: number }
  | { readonly type: 'forget'; readonly values: number }

export type FromShard =
  /** To `start`, `values`, `load`, `flow`, `release` and `forget`. */
  | { readonly type: 'done' }
  | { readonly type: 'filled'; readonly column: Float32Array<ArrayBuffer> }
  | { readonly type: 'weighed'; readonly largest: number }
  | { readonly type: 'scanned'; readonly outgoing: Accumulators; readonly tick: Tick }
  | { readonly type: 'measured'; readonly measured: Measured; readonly tick: Tick }
  | { readonly type: 'moments'; readonly moments: Moments }
  | { readonly type: 'read'; readonly results: Buffers }
  | { readonly type: 'copied'; readonly column: Float32Array<ArrayBuffer> }
  /** To any: the shard cannot go on, e.g. for want of memory. */
  | { readonly type: 'failed'; readonly message: string }

/** One end of the line: a worker, its global scope, or a MessagePort. */
export interface Line<Out, In> {
  send(message: Out, transfer: readonly ArrayBufferLike[]): void
  /** Called once, before anything is sent. */
  receive(listener: (message: In) => void): void
}

/** The engine's end. */
export interface ShardLine extends Line<ToShard, FromShard> {
  /** Called once, with a message, if the shard dies. */
  onDeath(listener: (message: string) => void): void
  close(): void
}

/** The buffers of a tick that travel: λ by run. */
export const tickBuffers = ({ lambda, lambdaCritic }: Tick): ArrayBufferLike[] =>
  [lambda, lambdaCritic].filter((x) => typeof x === 'object').map(({ buffer }) => buffer)

export const resultBuffers = ({ advantage, critic }: Buffers): ArrayBufferLike[] =>
  critic ? [advantage.buffer, critic.buffer] : [advantage.buffer]
