/** Outcomes by group, as the group panel shows them: a view (views.ts), nothing per token. */
import type { GroupConvention } from '../credit/baselines/group-conventions.ts'

/** `spread`: largest std first; `quiet`: groups without signal first; `hardest`: fewest right first. */
export const GROUP_ORDERS = ['file', 'spread', 'quiet', 'hardest'] as const
export type GroupOrder = (typeof GROUP_ORDERS)[number]

export interface GroupsQuestion {
  readonly order: GroupOrder
  /** Page of the list; undefined: the one with the selected rollout's group. */
  readonly page: number | undefined
  /** State whose anchor group is shown; undefined: the one with most visits. */
  readonly state: string | undefined
}

/**
 * What a group's outcomes teach. All equal: `right` where they are above 0 (as dynamic sampling counts),
 * else `wrong`. `single`: only one counts; `unknown`: none does.
 */
export type Signal = 'signal' | 'right' | 'wrong' | 'single' | 'unknown'

export type GroupFilter = 'dynamic-sampling' | 'tb'

export interface GroupRow {
  /** Index into the rollout table's `groupIds`. */
  readonly group: number
  readonly firstRollout: number
  readonly rollouts: number
  /** Rollouts whose outcome is in the statistics. */
  readonly counted: number
  /** Of the counted; NaN where none is. */
  readonly mean: number
  /** Population. */
  readonly std: number
  /** Counted outcomes above 0. */
  readonly right: number
  readonly signal: Signal
  /** Filters that would drop the group. */
  readonly dropped: readonly GroupFilter[]
  /** Outcomes from high to low, NaN = not counted; in a large group evenly spaced ones of them. */
  readonly dots: readonly number[]
}

export interface GroupList {
  readonly page: number
  readonly pages: number
  readonly rows: readonly GroupRow[]
  readonly groups: number
  readonly signals: Readonly<Record<Signal, number>>
  readonly dropped: Readonly<Record<GroupFilter, number>>
  /** Smallest and largest outcome that counts, of all groups. */
  readonly range: readonly [number, number]
}

export interface GroupMember {
  /** Index of the rollout. */
  readonly rollout: number
  readonly segments: number
  /** NaN = unknown. */
  readonly outcome: number
  /** In the statistics; not without an outcome, nor where a slot's options mask it and leave it out. */
  readonly counted: boolean
}

/** One convention on the outcomes of one group. */
export interface Level {
  /** Undefined: another one for every member, from the others. */
  readonly baseline: number | undefined
  readonly divisor: number | undefined
  /** Of every listed member; 0 where it is not counted. */
  readonly advantages: readonly number[]
}

export interface ConventionView {
  readonly convention: GroupConvention
  /** Every rollout is one sample. */
  readonly byRollout: Level
  /** Every segment is one; undefined for Lite PPO, which knows no such choice. */
  readonly bySegment: Level | undefined
  /** What a group of one gets where `singleton` is `raw`; undefined: the group has more, or no such option. */
  readonly raw: number | undefined
  /** Slots that follow it now. */
  readonly slots: readonly ('a' | 'b')[]
}

/** Mean and population std of the samples of the group. */
export interface Moments {
  readonly samples: number
  readonly mean: number
  readonly std: number
}

export interface GroupDetail {
  readonly group: number
  readonly rollouts: number
  readonly signal: Signal
  readonly counted: number
  /** In file order, the selected rollout always among them; large groups are cut. */
  readonly members: readonly GroupMember[]
  readonly selected: number
  readonly byRollout: Moments
  readonly bySegment: Moments
  readonly conventions: readonly ConventionView[]
  /**
   * Advantages as they are now, of slots that compare within groups: mean over the member's action
   * tokens (NaN without any), all options applied.
   */
  readonly now: readonly { readonly slot: 'a' | 'b'; readonly advantages: readonly number[] }[]
  /** Slot by whose options outcomes are penalised and rollouts leave the statistics. */
  readonly countedAs: 'a' | 'b' | undefined
}

export interface StateNode {
  readonly key: string
  readonly visits: number
  /** Mean index of the steps that begin here, from 0. */
  readonly meanStep: number
  /** Of the discounted returns. */
  readonly mean: number
  /** Population. */
  readonly std: number
  /** Returns differ, so that A_S is not 0. */
  readonly hasSignal: boolean
  /** The selected rollout comes by. */
  readonly isOwn: boolean
}

export interface StateEdge {
  /** Indices into the states shown; the same for a step that stays. */
  readonly from: number
  readonly to: number
  readonly count: number
  readonly isOwn: boolean
}

export interface AnchorVisit {
  readonly rollout: number
  /** From 0. */
  readonly step: number
  readonly stepReturn: number
  /** A_S, not yet times ω. */
  readonly stepAdvantage: number
  /** A_E + ω·A_S. */
  readonly advantage: number
}

export interface AnchorDetail {
  /** Index into the states shown. */
  readonly state: number
  readonly visits: readonly AnchorVisit[]
  /** Visits beyond those listed. */
  readonly unlisted: number
}

export interface StatesView {
  /** Slot whose options are used; undefined: none runs GiGPO, so the defaults. */
  readonly slot: 'a' | 'b' | undefined
  readonly gamma: number
  readonly omega: number
  readonly std: string
  readonly states: readonly StateNode[]
  readonly edges: readonly StateEdge[]
  /** States beyond those shown. */
  readonly unlisted: number
  /** States with several visits, shown or not: the anchor groups that can say something. */
  readonly repeated: number
  readonly steps: number
  /** Steps without a `state_key`. */
  readonly withoutKey: number
  /** Members whose outcome is unknown and counts as 0 here. */
  readonly withoutOutcome: number
  readonly anchor: AnchorDetail
}

export interface GroupsView {
  readonly list: GroupList
  readonly detail: GroupDetail
  /** Undefined: no turn of the group has a `state_key`. */
  readonly states: StatesView | undefined
}
