/** What the page is told of a trace that was opened: nothing per token, and nothing that changes with the settings. */

import type { NeedId } from '../credit/needs.ts'
import type { LogProbColumn } from '../credit/ratio/rule.ts'
import type { LoadedFile, TraceInput } from '../formats/types.ts'
import type { Has } from '../trace/batch.ts'
import type { Diagnostic, Refusal } from '../trace/diagnostics.ts'
import type { Estimates } from '../trace/estimates.ts'
import type { Mapping } from '../trace/mapping.ts'
import type { Result } from '../trace/result.ts'
import type { Holdings } from './holdings.ts'

export type { Progress, TraceInput as OpenInput } from '../formats/types.ts'

/** What does not change with the settings. Small: nothing per token. */
export interface TraceSummary {
  readonly files: readonly LoadedFile[]
  readonly rolloutCount: number
  readonly groupCount: number
  readonly segmentCount: number
  readonly has: Has
  readonly holds: Holdings
  readonly approximate: boolean
  readonly maskDerived: boolean
  readonly estimates?: Estimates | undefined
  /** An action token has a recorded advantage. */
  readonly recordsAdvantages: boolean
  readonly unknownColumns: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
  /** Rollouts whose file records no outcome. */
  readonly withoutOutcome: number
  /** Rollouts without values. */
  readonly withoutValues: number
  /** Option choices and estimators this trace cannot serve: `estimator` or `estimator.option.choice` → reason. */
  readonly unavailable: Readonly<Record<string, string>>
  /** What estimators need and nothing in this trace serves. */
  readonly lacks: readonly NeedId[]
  readonly logProbs: readonly LogProbColumn[]
}

/** Per-rollout columns for the list (transferred once per load; outcomes include typed ones). */
export interface RolloutTable {
  readonly id: readonly string[]
  readonly groupOf: Uint32Array
  readonly groupIds: readonly string[]
  readonly segments: Uint32Array
  readonly positions: Uint32Array
  readonly actionTokens: Uint32Array
  /** NaN = unknown. */
  readonly outcome: Float64Array
  /** How the last segment ended, index into ENDED. */
  readonly ended: Uint8Array
  /** Positions of the rollout's longest segment: the right end of the unzoomed view. */
  readonly longest: Uint32Array
  /** Training step, NaN = not recorded; absent where no file says any. */
  readonly steps?: Float64Array
  /** What the file records of it, bits by place in HOLDINGS. */
  readonly holds: Uint16Array
  /** 1: its tokens are estimated; absent where all are alike. */
  readonly estimated?: Uint8Array | undefined
}

export type OpenSource =
  | {
      readonly kind: 'files'
      readonly inputs: readonly TraceInput[]
      /** For tables that no format knows. */
      readonly mapping?: Mapping
    }
  | { readonly kind: 'sample'; readonly id: string }
  /** Structure payload of a share link, base64url. */
  | { readonly kind: 'payload'; readonly payload: string }

/** A trace that was opened. */
export interface Opened {
  readonly summary: TraceSummary
  readonly table: RolloutTable
  /** Files of the same load that could not be read; the others were. */
  readonly refusals: readonly Refusal[]
  /** Link of a Segue share file, `#v=1&…`: the document that was saved with the trace. */
  readonly link: string | undefined
  /** The trace came without the numbers its sender saw (a structure-only link). */
  readonly structureOnly: boolean
}

export type OpenOutcome = Result<Opened, { readonly refusals: readonly Refusal[] }>
