/** How the gradient is shared out under each aggregation mode: a part of `Totals` (totals.ts). */

export interface ModeShares {
  readonly mode: string
  /** Share of each listed rollout in its group; NaN where the whole group has none. */
  readonly rollouts: Float64Array
  /** Share of the group's rollouts that are not listed. */
  readonly others: number
  /** Share of each segment in the selected rollout; NaN where the whole rollout has none. */
  readonly segments: Float64Array
  /** Weight of one action token of each segment. */
  readonly perToken: Float64Array
}

export interface TurnShare {
  /** Segment of the rollout, and the turn's number in the rollout, both from 0. */
  readonly segment: number
  readonly turn: number
  readonly tokens: number
  /** Share in the rollout under the chosen mode. */
  readonly share: number
}

export interface WeightsView {
  /** Ratios are read, and some tokens have none: r counts as 1 there. */
  readonly assumesRatio: boolean
  /** Ratios are read, and some rest on simulated log-probs. */
  readonly simulated: boolean
  /** Rollouts of the selected rollout's group, as many as fit a list; tokens are those that count. */
  readonly rollouts: readonly {
    readonly index: number
    readonly segments: number
    readonly tokens: number
  }[]
  /** Rollouts of the group beyond the listed ones. */
  readonly unlisted: number
  /** Place of the selected rollout in `rollouts`. */
  readonly selected: number
  /** Tokens that count, by segment of the selected rollout. */
  readonly tokens: Uint32Array
  /** Rows of the batch, and how many of them hold no token that counts. */
  readonly rows: number
  readonly emptyRows: number
  readonly modes: readonly ModeShares[]
  /** Turns of the selected rollout, the first ones of very many. */
  readonly turns: readonly TurnShare[]
  readonly turnCount: number
}
