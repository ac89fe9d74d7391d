/** The engine interface: one scan, several implementations, results differing only by rounding. */
import type { CreditGraph, RunParameters } from '../credit/graph.ts'
import { type AdvantageStatistics, weightedStatistics } from '../credit/statistics.ts'
import type { FloatColumn } from '../trace/batch.ts'

export const ENGINE_IDS = ['reference', 'cpu', 'wasm', 'webgpu'] as const
export type EngineId = (typeof ENGINE_IDS)[number]

/** Un-scaled accumulators per node, in scan order. Views into buffers that the next scan overwrites. */
export interface ScanResult {
  readonly advantage: FloatColumn
  /** The same array as `advantage` when λ_critic equals λ on every run. */
  readonly critic: FloatColumn
}

/** One scan among several, see Engine.scanAll. */
export interface ScanRequest {
  readonly handle: EngineHandle
  readonly gamma: number
  readonly runs: RunParameters
}

export interface EngineHandle {
  readonly graph: CreditGraph
  /** The run parameters of the latest scan. */
  readonly runs: RunParameters
}

/**
 * A scan whose results stay where they were computed: a slider tick needs statistics of all nodes, but
 * numbers of those on the screen only. Valid until the handle's next scan.
 */
export interface Ticked {
  /** Settles when the graph is where all its nodes are computed, which is no part of a scan's time. Absent: it is. */
  ready?(): Promise<void>
  /** Of the advantage accumulators of all nodes, one token each. */
  statistics(): Promise<AdvantageStatistics>
  /** Accumulators of nodes [from, to), that of `from` first; valid until the next call for the same nodes. */
  read(from: number, to: number): Promise<ScanResult>
  /**
   * Advantage accumulators of nodes [from, to) as a scan of all nodes has them, for whoever looks at every node and
   * keeps none: they are never brought together. Valid until the next call of any kind.
   */
  advantages(from: number, to: number): Promise<FloatColumn>
}

export interface Engine {
  readonly id: EngineId
  /** e.g. `float64 on one core`, `WebGPU on <adapter description>`. */
  readonly description: string
  /** After it and the first scan every buffer is there: a tick allocates nothing. */
  load(graph: CreditGraph): Promise<EngineHandle>
  /**
   * One backward scan. `runs` was filled with fillRunParameters and must not change until the promise
   * settles; `handle.runs` may be filled and passed. Rejects with EngineLost if the device is gone.
   */
  scan(handle: EngineHandle, gamma: number, runs: RunParameters): Promise<ScanResult>
  /** As `scan`, without bringing the results together. */
  tick(handle: EngineHandle, gamma: number, runs: RunParameters): Promise<Ticked>
  /**
   * Several scans of different handles at once, results in the order of the requests; as `scan` in all
   * else. Absent: nothing is gained over one `scan` after the other.
   */
  scanAll?(requests: readonly ScanRequest[]): Promise<readonly ScanResult[]>
  /**
   * Moves the bytes that a scan with one accumulator moves, from where it reads to where its results are wanted,
   * and computes nothing: what its speed is measured against. The values of the graph, valid until the next scan.
   * Absent: a copy in this thread's memory does.
   */
  copy?(handle: EngineHandle): Promise<FloatColumn>
  release(handle: EngineHandle): void
  dispose(): void
}

/** An engine whose scans bring their results into this thread anyway. */
export const ticksByScans = (engine: Omit<Engine, 'tick'>): Engine => ({
  ...engine,
  tick: async (handle, gamma, runs) => tickedHere(await engine.scan(handle, gamma, runs)),
})

/** Results that are in this thread, as a tick. */
export const tickedHere = ({ advantage, critic }: ScanResult): Ticked => ({
  statistics: async () =>
    weightedStatistics({ numbers: advantage, weight: undefined, without: 0, scaled: undefined }),
  read: async (from, to) => ({
    advantage: advantage.subarray(from, to),
    critic: critic.subarray(from, to),
  }),
  advantages: async (from, to) => advantage.subarray(from, to),
})

/** The device went away; the caller rebuilds once, then falls back (design §4). */
export class EngineLost extends Error {
  override readonly name: string = 'EngineLost'
}

/** The graph holds numbers that the engine's float32 cannot; another device would not help. */
export class BeyondFloat32 extends EngineLost {
  override readonly name = 'BeyondFloat32'
}

/**
 * Tokens per second of every engine that was tried, and the machine they were tried on: another one, or the
 * same with another adapter, is tried anew.
 */
export interface Speeds {
  readonly machine: string
  /** Of a copy of the same bytes where it reads and writes them: no scan is faster. */
  readonly copies?: Partial<Readonly<Record<'cpu' | 'wasm' | 'webgpu', number>>>
  readonly cpu: number
  readonly wasm?: number
  readonly webgpu?: number
}

/** Batches up to here are computed in float64: two scans take less than a tenth of a frame. */
export const EXACT_UP_TO = 500_000

export interface EngineChoice {
  readonly engine: Engine
  /** Shown on the chip: why this one. */
  readonly reason:
    | { readonly code: 'forced' }
    /** So few tokens that float64 is fast enough. */
    | { readonly code: 'exact' }
    | { readonly code: 'fastest'; readonly speeds: Speeds }
    | { readonly code: 'device-lost'; readonly message: string }
    | { readonly code: 'thread-lost'; readonly message: string }
    | { readonly code: 'beyond-float32'; readonly message: string }
    | { readonly code: 'forced-unavailable'; readonly message: string }
}
