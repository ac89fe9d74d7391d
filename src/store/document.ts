/**
 * The document: everything a link carries and undo restores. One list of properties (`PROPERTIES`,
 * properties.ts) drives undo and controls, one (`CODECS`, codecs.ts) links and their validation.
 */
import type { Mapping } from '../trace/mapping.ts'
import type { AggregateChoice, CreditSettings, RatioChoice, Slot } from '../worker/api.ts'

/** Opened from disk; a link can only carry its structure. */
export interface FileSource {
  readonly kind: 'file'
  readonly name: string
}

export type TraceSource =
  /** `standsFor`: what a link says of the trace in a file that is still to come (stand-in.ts). */
  | { readonly kind: 'sample'; readonly id: string; readonly standsFor?: Awaited }
  | FileSource
  /** Structure that came in a link. */
  | { readonly kind: 'payload'; readonly payload: string }

export type Language = 'en' | 'zh'
export type Theme = 'system' | 'light' | 'dark'

/** Two trainers' presets side by side, and how they are compared. */
export interface ConventionsChoice {
  /** Ids of presets. */
  readonly a: string
  readonly b: string
  /** Undefined: the page's B, else one that both know. */
  readonly estimator: string | undefined
  /** Undefined: as on the page. */
  readonly whiten: 'none' | 'batch' | undefined
}

export interface DocumentState extends CreditSettings {
  readonly source: TraceSource
  /** How the columns of the source were mapped; undefined: a format knew it. */
  readonly map: Mapping | undefined
  /** Selected rollout by id; undefined = the first. */
  readonly rollout: string | undefined
  /** Visible response positions; undefined = all. */
  readonly range: { readonly from: number; readonly to: number } | undefined
  /** Pinned token. */
  readonly token: { readonly segment: number; readonly position: number } | undefined
  readonly order: 'time' | 'processing'
  /** A strip of the segments picture beside those of A and B: the loss coefficient. */
  readonly strip: 'none' | 'coefficient'
  /** Undefined: none chosen. */
  readonly conventions: ConventionsChoice | undefined
  /** Undefined: the reader's own, which no link says. */
  readonly language: Language | undefined
  readonly theme: Theme
}

type PointsIntoTrace = 'values' | 'outcomes' | 'step' | 'rollout' | 'range' | 'token'

export interface Awaited extends Pick<DocumentState, PointsIntoTrace> {
  readonly source: FileSource
}

export const DEFAULT_A: Slot = { estimator: 'per-segment-gae', options: {} }
export const DEFAULT_B: Slot = { estimator: 'cross-segment-gae', options: {} }

/** PPO's clip, whose ε are the sliders. */
export const DEFAULT_RATIO: RatioChoice = { rule: 'ppo-clip', options: {} }

export const DEFAULT_AGGREGATE: AggregateChoice = {
  mode: 'token-mean',
  lMax: 4096,
  denominator: 'before',
  emptyRows: 'skip',
  measure: 'weight',
}

export const DEFAULT_DOCUMENT = {
  source: { kind: 'sample', id: 'search' },
  map: undefined,
  a: DEFAULT_A,
  b: DEFAULT_B,
  gamma: 1,
  lambda: 0.99,
  lambdaCritic: 1,
  epsLow: 0.2,
  epsHigh: 0.28,
  ratio: DEFAULT_RATIO,
  against: undefined,
  drift: undefined,
  aggregate: DEFAULT_AGGREGATE,
  values: { kind: 'file' },
  outcomes: { byRollout: {} },
  step: undefined,
  rollout: undefined,
  range: undefined,
  token: undefined,
  order: 'time',
  strip: 'none',
  conventions: undefined,
  language: undefined,
  theme: 'system',
} as const satisfies DocumentState
