/**
 * Numbers that are summed over all tokens of the batch. They come with the frame where it is small or nothing has to
 * be summed, else the page asks for them when the picture is painted.
 */
import type { AdvantageStatistics } from '../credit/statistics.ts'
import type { EngineChoice, EngineId } from '../engine/engine.ts'
import type { LossTallies } from './loss-view.ts'
import type { CreditSettings } from './settings.ts'
import type { WeightsView } from './weights-view.ts'

export interface EngineStatus {
  readonly id: EngineId
  readonly description: string
  readonly reason: EngineChoice['reason']
}

/** Over the batch, after whitening and post-processing. */
export interface BatchStatistics {
  readonly a: AdvantageStatistics
  readonly b: AdvantageStatistics
  readonly engine: EngineStatus
  /** Milliseconds of the scans of both estimators and of the statistics; a view change scans nothing. */
  readonly scanMs: number
}

export interface TotalsRequest {
  readonly settings: CreditSettings
  /** Whose group and segments the weights are of. */
  readonly rollout: number
  /** Whether the weights under every aggregation mode are wanted. */
  readonly weights?: boolean
}

export interface Totals {
  readonly statistics: BatchStatistics | undefined
  /** What the ratio rules do; undefined, too: the trace serves none. */
  readonly tallies: LossTallies | undefined
  /** Undefined, too: they were not wanted. */
  readonly weights: WeightsView | undefined
  /** Else some of them are still to be summed. */
  readonly areAll: boolean
}
