/** All groups at a glance: one page of them in the order asked for, and counts over all. */
import { allEqual } from '../credit/baselines/equal.ts'
import { mean, standardDeviation } from '../credit/baselines/group-statistics.ts'
import type { Sample } from '../credit/baselines/samples.ts'
import { droppedGroups } from '../credit/postprocess.ts'
import type { Batch } from '../trace/batch.ts'
import type {
  GroupFilter,
  GroupList,
  GroupOrder,
  GroupRow,
  GroupsQuestion,
  Signal,
} from './groups-view.ts'

/** More rows than this are turned as pages. */
export const GROUPS_PER_PAGE = 20
/** Dots of one strip; a larger group shows as many of its quantiles. */
export const MAX_DOTS = 16

const FILTERS: readonly GroupFilter[] = ['dynamic-sampling', 'tb']

/** What is known of every group, as columns: there may be 100,000 of them. */
interface Tallies {
  readonly counted: Uint32Array
  readonly mean: Float64Array
  readonly std: Float64Array
  readonly right: Uint32Array
  readonly signal: readonly Signal[]
}

export function signalOf(outcomes: readonly number[]): Signal {
  if (outcomes.length === 0) return 'unknown'
  if (outcomes.length === 1) return 'single'
  if (!allEqual(outcomes)) return 'signal'
  return outcomes[0] > 0 ? 'right' : 'wrong'
}

function tally(samples: readonly (readonly Sample[])[]): Tallies {
  const n = samples.length
  const [counted, right] = [new Uint32Array(n), new Uint32Array(n)]
  const [means, stds] = [new Float64Array(n), new Float64Array(n)]
  const signal = samples.map((group, g): Signal => {
    const outcomes = countedOutcomes(group)
    counted[g] = outcomes.length
    means[g] = outcomes.length === 0 ? Number.NaN : mean(outcomes)
    stds[g] = outcomes.length === 0 ? Number.NaN : standardDeviation(outcomes, 0)
    for (const outcome of outcomes) if (outcome > 0) right[g]++
    return signalOf(outcomes)
  })
  return { counted, mean: means, std: stds, right, signal }
}

function countedOutcomes(samples: readonly Sample[]): readonly number[] {
  const outcomes: number[] = []
  for (const { counted, outcome } of samples) if (counted) outcomes.push(outcome)
  return outcomes
}

/** Low ones come first. */
const RANK: Readonly<Record<GroupOrder, (tallies: Tallies, group: number) => number>> = {
  file: () => 0,
  spread: ({ std }, g) => -(std[g] || 0),
  quiet: ({ signal }, g) => (signal[g] === 'signal' ? 1 : 0),
  hardest: ({ right, counted }, g) => (counted[g] === 0 ? 2 : right[g] / counted[g]),
}

/** @param samples rollouts by group; none of the groups is empty */
export function groupList(
  batch: Batch,
  samples: readonly (readonly Sample[])[],
  own: number,
  { order, page: asked }: Pick<GroupsQuestion, 'order' | 'page'>,
): GroupList {
  const tallies = tally(samples)
  const signals = { signal: 0, right: 0, wrong: 0, single: 0, unknown: 0 }
  for (const signal of tallies.signal) signals[signal]++
  const drops = new Map(FILTERS.map((filter) => [filter, droppedGroups(batch, filter)]))
  const pages = Math.max(1, Math.ceil(samples.length / GROUPS_PER_PAGE))
  const sorted = sortedGroups(tallies, RANK[order])
  const page = Math.min(pages - 1, asked ?? Math.floor(sorted.indexOf(own) / GROUPS_PER_PAGE))
  const shown = sorted.subarray(page * GROUPS_PER_PAGE, (page + 1) * GROUPS_PER_PAGE)
  return {
    page,
    pages,
    rows: Array.from(shown, (group) =>
      rowOf(
        tallies,
        group,
        samples[group],
        FILTERS.filter((filter) => drops.get(filter)?.has(group)),
      ),
    ),
    groups: samples.length,
    signals,
    dropped: {
      'dynamic-sampling': drops.get('dynamic-sampling')?.size ?? 0,
      tb: drops.get('tb')?.size ?? 0,
    },
    range: rangeOf(samples),
  }
}

/** Groups of equal rank stay in file order. */
function sortedGroups(
  tallies: Tallies,
  rank: (tallies: Tallies, group: number) => number,
): Uint32Array {
  const ranks = Float64Array.from(tallies.signal, (_, group) => rank(tallies, group))
  return Uint32Array.from(ranks, (_, group) => group).sort((x, y) => ranks[x] - ranks[y] || x - y)
}

const rowOf = (
  tallies: Tallies,
  group: number,
  samples: readonly Sample[],
  dropped: readonly GroupFilter[],
): GroupRow => ({
  group,
  firstRollout: samples[0].rollout,
  rollouts: samples.length,
  counted: tallies.counted[group],
  mean: tallies.mean[group],
  std: tallies.std[group],
  right: tallies.right[group],
  signal: tallies.signal[group],
  dropped,
  dots: dotsOf(countedOutcomes(samples), samples.length - tallies.counted[group]),
})

/** From high to low, those that do not count last; quantiles where there are more than fit. */
export function dotsOf(outcomes: readonly number[], uncounted: number): readonly number[] {
  const all = [...outcomes].sort((x, y) => y - x)
  const size = all.length + uncounted
  return Array.from({ length: Math.min(size, MAX_DOTS) }, (_, dot) => {
    const at = size <= MAX_DOTS ? dot : Math.floor(((dot + 0.5) * size) / MAX_DOTS)
    return all[at] ?? Number.NaN
  })
}

function rangeOf(samples: readonly (readonly Sample[])[]): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const group of samples) {
    for (const { counted, outcome } of group) {
      if (!counted) continue
      if (outcome < low) low = outcome
      if (outcome > high) high = outcome
    }
  }
  return low <= high ? [low, high] : [0, 0]
}
