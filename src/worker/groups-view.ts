/** Outcomes by group, as the group panel shows them: a view (views.ts), nothing per token. */

/** The group of the selected rollout is shown; nothing else to choose. */
export type GroupsQuestion = Readonly<Record<string, never>>

export interface GroupMember {
  /** Index of the rollout. */
  readonly rollout: number
  readonly segments: number
  /** NaN = unknown. */
  readonly outcome: number
}

export interface GroupsView {
  /** Index into the rollout table's `groupIds`. */
  readonly group: number
  readonly members: readonly GroupMember[]
}
