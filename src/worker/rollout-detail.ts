/** The static picture of one rollout: segments, spans and the links between them. */
import type { Boundary, Ended, SpanKind } from '../trace/batch.ts'

export interface SegmentView {
  readonly segmentIndex: number
  readonly invIter: number
  readonly promptLength: number
  readonly promptParts: readonly {
    readonly label: string | undefined
    readonly length: number
    /** The beginning of the text, 240 characters at most. */
    readonly text: string | undefined
  }[]
  readonly length: number
  readonly actionTokens: number
  readonly ended: Ended
  readonly boundary: Boundary
  readonly bootstrap: number | undefined
  /** Spans partition 0..length; bounds are positions inside the response. */
  readonly spans: readonly {
    readonly start: number
    readonly end: number
    readonly kind: SpanKind
    readonly tool: string | undefined
    readonly turn: number | undefined
  }[]
  /** Maximal mask-1 runs, [start, end) pairs, flat. */
  readonly maskRuns: Uint32Array
}

/** A link between segments as the credit graph has it, in the direction credit flows (later → earlier). */
export interface CreditLink {
  readonly fromSegment: number
  readonly toSegment: number
  /** Accumulators flow. */
  readonly carry: boolean
  /** What the receiving segment's last node looks ahead to. */
  readonly next: 'following' | 'zero' | 'explicit'
}

/** A place where an estimator writes the terminal reward. */
export interface RewardPlace {
  readonly segment: number
  /** Response position inside the segment. */
  readonly position: number
  /** The outcome, or the last entry of the file's `rewards`. */
  readonly value: number
}

/** Static picture of one rollout; changes with the rollout, the estimators' structure or the overlays. */
export interface RolloutDetail {
  readonly index: number
  readonly id: string
  readonly groupId: string
  readonly outcome: number | undefined
  readonly segments: readonly SegmentView[]
  readonly linksA: readonly CreditLink[]
  readonly linksB: readonly CreditLink[]
  /** Where the terminal reward stands under A and B, and what is written there. */
  readonly rewardAtA: readonly RewardPlace[]
  readonly rewardAtB: readonly RewardPlace[]
  /** Segment indices in B's processing order (first processed first). */
  readonly processingOrder: readonly number[]
}
