/** Where the outcome of a rollout enters its chain (trace-schema §3, rules 2, 4 and 8). */
import { type Batch, ENDED_CODE } from '../trace/batch.ts'
import type { Options } from './options.ts'
import type { NodeMap } from './position-nodes.ts'

/** Rewards by node, while a chain is built. */
export interface RewardWriter {
  add(node: number, reward: number): void
  set(node: number, reward: number): void
}

export interface PlacementSite {
  readonly copied: boolean
  readonly options: Options
  readonly nodes: NodeMap
  readonly reward: RewardWriter
  /** The rollout's last node in time. */
  readonly lastNode: number
  readonly zeroed: boolean
  readonly ending: RolloutEnd
  /** Position of the rollout's last node in time. */
  readonly lastPosition: number
  /** Receives the nodes on which R stands, and their positions. */
  readonly terminal: { readonly node: number; readonly position: number }[]
}

/** Whether the file gives per-position rewards for the rollout: they are then used as given. */
export function hasPositionRewards(batch: Batch, rollout: number): boolean {
  const rewards = batch.columns.rewards
  if (!rewards) return false
  const { firstSegment } = batch.rollout
  for (let s = firstSegment[rollout]; s < firstSegment[rollout + 1]; s++) {
    const p = batch.segment.start[s]
    if (p < batch.segment.start[s + 1] && !Number.isNaN(rewards[p])) return true
  }
  return false
}

/** Writes the outcome onto its node(s); a place that is no node loses it. */
export function placeOutcome(batch: Batch, rollout: number, site: PlacementSite): void {
  const { reward, ending, terminal } = site
  if (hasPositionRewards(batch, rollout)) {
    if (ending.replaced !== undefined) reward.set(site.lastNode, ending.replaced)
    else terminal.push({ node: site.lastNode, position: site.lastPosition })
    return
  }
  const outcome = ending.replaced ?? (batch.rollout.outcome[rollout] || 0)
  const { firstSegment } = batch.rollout
  const last = firstSegment[rollout + 1] - 1
  const lastAction = site.options.rewardAt !== 'last-position'

  for (let s = last; s >= firstSegment[rollout]; s--) {
    const position = lastAction ? lastActionOf(batch, s) : lastPositionOf(batch, s)
    if (position !== undefined) {
      const node = site.nodes.at(position)
      const lost = node < 0 || (site.zeroed && batch.mask[position] === 0)
      if (!lost) {
        reward.add(node, outcome)
        if (ending.replaced === undefined) terminal.push({ node, position })
      }
    }
    // `last-action` looks further back for an action token; `last-position` never leaves its segment.
    if (!site.copied && (position !== undefined || !lastAction)) return
  }
}

/** Position that `rewardAt` names for a rollout's one outcome; undefined = there is none. */
export function outcomePosition(
  batch: Batch,
  rollout: number,
  options: Options,
): number | undefined {
  const { firstSegment } = batch.rollout
  if (options.rewardAt === 'last-position')
    return lastPositionOf(batch, firstSegment[rollout + 1] - 1)
  for (let s = firstSegment[rollout + 1] - 1; s >= firstSegment[rollout]; s--) {
    const position = lastActionOf(batch, s)
    if (position !== undefined) return position
  }
  return undefined
}

function lastActionOf(batch: Batch, segment: number): number | undefined {
  const { start } = batch.segment
  for (let p = start[segment + 1] - 1; p >= start[segment]; p--) {
    if (batch.mask[p] === 1) return p
  }
  return undefined
}

function lastPositionOf(batch: Batch, segment: number): number | undefined {
  const { start } = batch.segment
  return start[segment + 1] > start[segment] ? start[segment + 1] - 1 : undefined
}

/** What `truncation` makes of the rollout's end (trace-schema §3, rules 3 and 8). */
export interface RolloutEnd {
  /** Value that the last node looks ahead to; undefined = 0. */
  readonly ahead: number | undefined
  /** Replaces the terminal reward; undefined = it stays. */
  readonly replaced: number | undefined
}

export function endOfRollout(
  batch: Batch,
  rollout: number,
  options: Options,
  ownLast: number,
): RolloutEnd {
  const last = batch.rollout.firstSegment[rollout + 1] - 1
  if (batch.segment.ended[last] !== ENDED_CODE.truncated) {
    return { ahead: undefined, replaced: undefined }
  }
  const bootstrap = batch.segment.bootstrap[last] || 0
  switch (options.truncation) {
    case 'terminal':
      return { ahead: undefined, replaced: undefined }
    case 'egae':
      return { ahead: ownLast, replaced: 0 }
    case 'value-as-reward':
      return { ahead: undefined, replaced: bootstrap }
    default:
      return { ahead: bootstrap, replaced: undefined }
  }
}
