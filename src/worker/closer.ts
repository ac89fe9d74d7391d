/** Looking closer: one token's exact numbers, and how far the engine is from float64. */
import type { EngineId } from '../engine/engine.ts'
import type { SpanKind } from '../trace/batch.ts'
import type { TokenFate } from './loss-view.ts'
import type { CreditSettings } from './settings.ts'

export interface TokenRequest {
  readonly settings: CreditSettings
  readonly rollout: number
  readonly segment: number
  readonly position: number
}

export interface TokenView {
  readonly segment: number
  readonly position: number
  /** Index among the rollout's action tokens, undefined = not an action token. */
  readonly action: number | undefined
  readonly kind: SpanKind
  readonly mask: 0 | 1
  readonly text: string | undefined
  readonly tokenId: number | undefined
  readonly value: number | undefined
  readonly reward: number
  readonly advantageA: number
  readonly returnA: number | undefined
  readonly advantageB: number
  readonly returnB: number | undefined
  readonly ratio: number | undefined
  /** Derivative of the objective under the first rule, the advantage is B's. */
  readonly coefficient: number | undefined
  readonly fate: TokenFate | undefined
  /** Slots whose keeping rules take the token out of the loss. */
  readonly removedBy: readonly ('a' | 'b')[]
  /** Its log-probs are simulated. */
  readonly simulatedRatio: boolean
  readonly recordedAdvantage: number | undefined
}

export interface Agreement {
  readonly engine: EngineId
  readonly tokens: number
  readonly maxAbsolute: number
  /** |got − want| over the largest |want| of the series. */
  readonly maxRelative: number
  readonly worst:
    | {
        readonly rollout: number
        readonly segment: number
        readonly position: number
        readonly slot: 'a' | 'b'
        readonly got: number
        readonly want: number
      }
    | undefined
}
