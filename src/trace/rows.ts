/** Canonical rows (trace-schema §2) after validation: what readers hand to the builder, one per segment. */
import type { Boundary, Ended, FloatColumnName, TurnKind } from './batch.ts'

/** A list of numbers that was checked to be finite. */
export type Numbers = readonly number[] | Float32Array | Float64Array | Int32Array | Uint8Array

/** A text cut into pieces, without a string for each: a trace has millions. */
export interface SplitText {
  readonly text: string
  /** Where each piece ends (UTF-16 units). */
  readonly end: Uint32Array
}

export interface TurnRow {
  readonly start: number
  readonly end: number
  readonly kind: TurnKind
  readonly tool?: string
  readonly state_key?: string
  readonly reward?: number
  readonly value?: number
  readonly latency_ms?: number
  readonly status?: string
}

export interface PromptPartRow {
  readonly label?: string
  readonly length: number
  readonly text?: string
}

export interface CanonicalRow extends Partial<Record<FloatColumnName, Numbers>> {
  readonly rollout_id: string
  readonly response_mask: Numbers
  readonly group_id?: string
  readonly segment_index?: number
  readonly response_ids?: Numbers
  /** Token pieces, one per position; concatenated they are the response text. */
  readonly response_tokens?: readonly string[]
  /** The same in one text, where there is no other list of pieces. */
  readonly response_pieces?: SplitText
  /** Sum of the parts' lengths; without `prompt_parts` one unlabelled part. */
  readonly prompt_length?: number
  readonly prompt_parts?: readonly PromptPartRow[]
  readonly values_per_critic?: readonly Numbers[]
  readonly reward?: number
  readonly policy_versions?: Numbers
  readonly bootstrap_value?: number
  readonly ended?: Ended
  readonly boundary?: Boundary
  readonly turns?: readonly TurnRow[]
  readonly flags?: readonly string[]
  /** Typed arrays were checked where they were read: a mask of 0 and 1, finite floats, integers of 32 bits. */
  readonly checked?: boolean
}
