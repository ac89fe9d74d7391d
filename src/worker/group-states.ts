/** GiGPO's anchor groups of the selected rollout's group, as a graph of states. */
import { type AnchorGroup, anchorGroups } from '../credit/baselines/anchors.ts'
import { type GigpoSettings, gigpo, gigpoSettings } from '../credit/baselines/gigpo.ts'
import {
  allEqual,
  groupAdvantages,
  mean,
  standardDeviation,
} from '../credit/baselines/group-statistics.ts'
import { leavesStatistics } from '../credit/baselines/samples.ts'
import { type Member, memberOf } from '../credit/baselines/turn-broadcast.ts'
import { type Options, resolveOptions } from '../credit/options.ts'
import { type Batch, nameOfSpan } from '../trace/batch.ts'
import type { AnchorDetail, AnchorVisit, StateEdge, StateNode, StatesView } from './groups-view.ts'
import type { Computed } from './slots.ts'

/** More states than this would be a picture of dots. */
export const MAX_STATES = 40
/** Longer tables would not be read. */
export const MAX_VISITS = 64

/** A state with what decides whether it is shown. */
interface State {
  readonly anchor: AnchorGroup
  readonly node: StateNode
}

/** Undefined where no turn of the group has a `state_key`. */
export function statesView(
  computed: Computed,
  rollout: number,
  chosen: string | undefined,
): StatesView | undefined {
  const slot = (['b', 'a'] as const).find((one) => computed[one].evaluation.estimator === gigpo)
  const { shaped: batch, options } = slot
    ? computed[slot].evaluation
    : { shaped: computed.batch, options: resolveOptions(gigpo.options, {}) }
  const members = membersOf(batch, rollout, options)
  if (!members) return undefined
  const settings = gigpoSettings(options)
  const own = members.findIndex((member) => member.rollout === rollout)
  const anchors = anchorGroups(batch, members, settings.gamma, settings.norm)
  const states = anchors
    .map((anchor) => ({ anchor, node: nodeOf(batch, anchor, own) }))
    .sort(byRank)
  const shown = states.slice(0, MAX_STATES)
  const steps = members.reduce((sum, { turns }) => sum + turns.length, 0)
  const keyed = anchors.reduce((sum, { visits }) => sum + visits.length, 0)
  const at = shown.findIndex(({ node }) => node.key === chosen)
  return {
    slot,
    gamma: settings.gamma,
    omega: settings.omega,
    std: settings.norm.std,
    states: shown.map(({ node }) => node),
    edges: edgesOf(batch, members, own, shown),
    unlisted: states.length - shown.length,
    repeated: anchors.reduce((n, { visits }) => n + (visits.length > 1 ? 1 : 0), 0),
    steps,
    withoutKey: steps - keyed,
    withoutOutcome: members.reduce(
      (n, member) => n + (Number.isNaN(batch.rollout.outcome[member.rollout]) ? 1 : 0),
      0,
    ),
    anchor: anchorDetail(members, settings, shown, Math.max(0, at)),
  }
}

/** The group's members that count, with their turns; undefined if none of their spans has a state. */
function membersOf(batch: Batch, rollout: number, options: Options): readonly Member[] | undefined {
  const leaves = leavesStatistics(batch, options)
  const { group, firstSegment } = batch.rollout
  const { firstOfSegment } = batch.spans
  const hasState = (span: number): boolean => nameOfSpan(batch.spans, 'stateKey', span) >= 0
  const rollouts: number[] = []
  let hasKey = false
  for (let r = 0; r < batch.rolloutCount; r++) {
    if (group[r] !== group[rollout] || leaves(r)) continue
    rollouts.push(r)
    const end = firstOfSegment[firstSegment[r + 1]]
    for (let span = firstOfSegment[firstSegment[r]]; span < end && !hasKey; span++) {
      hasKey = hasState(span)
    }
  }
  if (!hasKey) return undefined
  const members = rollouts.map((r) => memberOf(batch, r))
  const isStep = ({ turns }: Member): boolean => turns.some(({ span }) => hasState(span))
  return members.some(isStep) ? members : undefined
}

function nodeOf(batch: Batch, { key, visits }: AnchorGroup, own: number): StateNode {
  const returns = visits.map(({ stepReturn }) => stepReturn)
  return {
    key: batch.strings[key],
    visits: visits.length,
    meanStep: mean(visits.map(({ step }) => step)),
    mean: mean(returns),
    std: standardDeviation(returns, 0),
    hasSignal: !allEqual(returns),
    isOwn: visits.some(({ member }) => member === own),
  }
}

/** Most visited first, then the selected rollout's way; file order decides nothing. */
const byRank = ({ node: x }: State, { node: y }: State): number =>
  y.visits - x.visits ||
  Number(y.isOwn) - Number(x.isOwn) ||
  x.meanStep - y.meanStep ||
  (x.key < y.key ? -1 : 1)

/** Transitions between consecutive steps, both of a state shown; in order of states. */
function edgesOf(
  batch: Batch,
  members: readonly Member[],
  own: number,
  shown: readonly State[],
): readonly StateEdge[] {
  const placeOf = new Map(shown.map(({ anchor }, place) => [anchor.key, place]))
  const edges = new Map<number, { from: number; to: number; count: number; isOwn: boolean }>()
  members.forEach(({ turns }, member) => {
    let from: number | undefined
    for (const { span } of turns) {
      const to = placeOf.get(nameOfSpan(batch.spans, 'stateKey', span))
      if (from !== undefined && to !== undefined) {
        const id = from * shown.length + to
        const edge = edges.get(id) ?? { from, to, count: 0, isOwn: false }
        edge.count++
        edge.isOwn ||= member === own
        edges.set(id, edge)
      }
      from = to
    }
  })
  return [...edges.values()].sort((x, y) => x.from - y.from || x.to - y.to)
}

function anchorDetail(
  members: readonly Member[],
  { omega, norm }: GigpoSettings,
  shown: readonly State[],
  state: number,
): AnchorDetail {
  const episode = groupAdvantages(
    members.map((member) => member.outcome),
    norm,
  )
  const { visits } = shown[state].anchor
  const listed = visits.slice(0, MAX_VISITS).map(
    ({ member, step, stepReturn, advantage }): AnchorVisit => ({
      rollout: members[member].rollout,
      step,
      stepReturn,
      stepAdvantage: advantage,
      advantage: episode[member] + omega * advantage,
    }),
  )
  return { state, visits: listed, unlisted: visits.length - listed.length }
}
