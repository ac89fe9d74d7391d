/** What a frame says of all rollouts; it may come after the frame. */
import type { CreditSettings, EngineStatus } from './api.ts'

export interface SlotStatistics {
  readonly count: number
  readonly mean: number
  readonly std: number
  readonly min: number
  readonly max: number
}

/** Over the batch, after whitening and post-processing. */
export interface BatchStatistics {
  /** The values they belong to. */
  readonly settings: CreditSettings
  readonly a: SlotStatistics
  readonly b: SlotStatistics
  readonly engine: EngineStatus
  /** Milliseconds of the scans of both estimators and of the statistics; a view change scans nothing. */
  readonly scanMs: number
}
