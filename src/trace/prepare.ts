/** Document overlays on a loaded batch: where values and outcomes come from when the file has none. */
export type ValueSource =
  /** The file's own values. */
  | { readonly kind: 'file' }
  | { readonly kind: 'zero' }
  | { readonly kind: 'constant'; readonly value: number }
  /** Linear from `from` at the rollout's first action token to the outcome at its last. */
  | { readonly kind: 'ramp'; readonly from: number }
  /** `mean` + `amplitude`·uniform(−1, 1), seeded per position. */
  | {
      readonly kind: 'noise'
      readonly mean: number
      readonly amplitude: number
      readonly seed: number
    }

/** Outcomes that a person typed for rollouts whose file records none. */
export interface Outcomes {
  /** For every rollout without one; undefined = leave absent (counts as 0 in the recursion). */
  readonly all?: number
  /** By rollout id; wins over `all`. */
  readonly byRollout: Readonly<Record<string, number>>
}
