/** What a person says about a table that no format knows: which column is what. Plain data. */

/** Roles a column can play. Each is one entry here, and one in the reader (formats/mapped). */
export const ROLES = [
  'rollout',
  'order',
  'group',
  'mask',
  'reward',
  'values',
  'log_probs',
  'old_log_probs',
  'rollout_log_probs',
  'advantages',
  'ids',
  'text',
  'cuts',
] as const
export type Role = (typeof ROLES)[number]

export interface Mapping {
  readonly columns: Readonly<Partial<Record<Role, string>>>
  /** `token`: every row is one token, neighbours with the same rollout and order are a segment. */
  readonly rows: 'segment' | 'token'
  /** `down`: the largest `order` of a rollout is its first segment, as with `inv_iter`. */
  readonly order: 'up' | 'down'
  /** A reward on several rows of a rollout: copies of one outcome, or parts of it. */
  readonly reward: 'copied' | 'summed'
}

/** `bits`: lists of 0 and 1. `other`: nothing that a role could take. */
export type ColumnKind = 'number' | 'text' | 'numbers' | 'bits' | 'texts' | 'other'

export interface ColumnOutline {
  readonly name: string
  readonly kind: ColumnKind
}

/** The beginning of a table, enough to choose its columns by. */
export interface TableOutline {
  readonly container: 'JSON' | 'CSV' | 'parquet' | 'npz'
  readonly columns: readonly ColumnOutline[]
  /** First rows as short texts, one cell per column; an npz has one, the beginning of every array. */
  readonly rows: readonly (readonly string[])[]
}

/** What a mapping makes of the beginning of the files. */
export interface MappingPreview {
  readonly rollouts: number
  readonly segments: number
  readonly actionTokens: number
  readonly groups: number
  /** No mask was given, so every token counts as an action. */
  readonly maskDerived: boolean
  readonly approximate: boolean
  /** Rollouts that have an outcome. */
  readonly outcomes: number
  /** The files go on: only so many rows were looked at. */
  readonly limit: number | undefined
  readonly problems: number
  /** Sentence about the first of them. */
  readonly firstProblem: string | undefined
}
