/** The selected rollout's group under every convention, by rollout and by segment. */
import {
  conventionOf,
  conventionResult,
  GROUP_CONVENTIONS,
  type GroupConvention,
} from '../credit/baselines/group-conventions.ts'
import { litePpoDivisor, mean, standardDeviation } from '../credit/baselines/group-statistics.ts'
import type { Sample } from '../credit/baselines/samples.ts'
import type { Batch } from '../trace/batch.ts'
import { signalOf } from './group-list.ts'
import type { ConventionView, GroupDetail, Level, Moments } from './groups-view.ts'
import type { Computed, SlotResult } from './slots.ts'

/** Longer tables would not be read. */
export const MAX_MEMBERS = 64

const segmentsOf = ({ firstSegment, endSegment }: Sample): number => endSegment - firstSegment

/** @param samples rollouts by group */
export function groupDetail(
  computed: Computed,
  samples: readonly (readonly Sample[])[],
  rollout: number,
  countedAs: 'a' | 'b' | undefined,
): GroupDetail {
  const { batch } = computed
  const group = batch.rollout.group[rollout]
  const members = samples[group]
  const listed = listedOf(members, rollout)
  const counted = members.filter((member) => member.counted)
  const outcomes = counted.map((member) => member.outcome)
  // Every row is a sample with its rollout's outcome (trace-schema §3, rule 18).
  const isUncut = counted.every((member) => segmentsOf(member) === 1)
  const bySegment = isUncut
    ? outcomes
    : counted.flatMap((member) => Array<number>(segmentsOf(member)).fill(member.outcome))
  const divisor = outcomeDivisor(samples)
  const places = placesOf(counted, new Set(listed))
  const level = (convention: GroupConvention, unit: 'rollout' | 'segment'): Level => {
    const of = unit === 'rollout' ? outcomes : bySegment
    return levelOf(convention, of, divisor, (advantages) =>
      listed.map((member) => {
        const place = places.get(member)
        return place ? advantages[place[unit]] : 0
      }),
    )
  }
  return {
    group,
    rollouts: members.length,
    signal: signalOf(outcomes),
    counted: counted.length,
    members: listed.map((member) => ({
      rollout: member.rollout,
      segments: segmentsOf(member),
      outcome: member.outcome,
      counted: member.counted,
    })),
    selected: listed.findIndex((member) => member.rollout === rollout),
    byRollout: momentsOf(outcomes),
    bySegment: momentsOf(bySegment),
    conventions: GROUP_CONVENTIONS.map((convention): ConventionView => {
      const byRollout = level(convention, 'rollout')
      const hasUnit = convention !== 'lite-ppo'
      return {
        convention,
        byRollout,
        bySegment: hasUnit ? (isUncut ? byRollout : level(convention, 'segment')) : undefined,
        raw:
          hasUnit && outcomes.length === 1
            ? conventionResult(convention, outcomes, divisor, 'raw').advantages[0]
            : undefined,
        slots: (['a', 'b'] as const).filter((slot) => {
          const { estimator, options } = computed[slot].evaluation
          return conventionOf(estimator.id, options) === convention
        }),
      }
    }),
    now: (['a', 'b'] as const)
      .filter((slot) => comparesGroups(computed[slot]))
      .map((slot) => ({
        slot,
        advantages: listed.map((member) => meanAdvantage(batch, computed[slot], member)),
      })),
    countedAs,
  }
}

/** The first members, with the selected rollout always among them. */
export function listedOf(members: readonly Sample[], rollout: number): readonly Sample[] {
  const head = members.slice(0, MAX_MEMBERS)
  if (head.some((member) => member.rollout === rollout)) return head
  return [...head.slice(0, -1), ...members.filter((member) => member.rollout === rollout)]
}

/** Lite PPO's divisor: over the counted outcomes of the whole batch. */
function outcomeDivisor(samples: readonly (readonly Sample[])[]): number {
  const all: number[] = []
  for (const group of samples) {
    for (const { counted, outcome } of group) if (counted) all.push(outcome)
  }
  return litePpoDivisor(all, 0, 0)
}

/** Where each listed member stands among the samples of either unit; its segments follow each other. */
function placesOf(
  counted: readonly Sample[],
  listed: ReadonlySet<Sample>,
): ReadonlyMap<Sample, { readonly rollout: number; readonly segment: number }> {
  const places = new Map<Sample, { rollout: number; segment: number }>()
  let segment = 0
  counted.forEach((member, rollout) => {
    if (listed.has(member)) places.set(member, { rollout, segment })
    segment += segmentsOf(member)
  })
  return places
}

function levelOf(
  convention: GroupConvention,
  outcomes: readonly number[],
  batchDivisor: number,
  ofListed: (advantages: readonly number[]) => readonly number[],
): Level {
  if (outcomes.length === 0) {
    return { baseline: undefined, divisor: undefined, advantages: ofListed([]) }
  }
  const { advantages, ...rest } = conventionResult(convention, outcomes, batchDivisor)
  return { ...rest, advantages: ofListed(advantages) }
}

const momentsOf = (outcomes: readonly number[]): Moments => ({
  samples: outcomes.length,
  mean: outcomes.length === 0 ? Number.NaN : mean(outcomes),
  std: outcomes.length === 0 ? Number.NaN : standardDeviation(outcomes, 0),
})

/** Whether the slot's estimator compares outcomes within groups. */
export const comparesGroups = ({ evaluation: { estimator } }: SlotResult): boolean =>
  estimator.family === 'baseline' || estimator.id === 'reinforce-pp-baseline'

function meanAdvantage(batch: Batch, { evaluation }: SlotResult, member: Sample): number {
  const { advantages } = evaluation.ofRollout(member.rollout)
  let sum = 0
  let count = 0
  const end = batch.segment.start[member.endSegment]
  for (let p = batch.segment.start[member.firstSegment]; p < end; p++) {
    if (batch.mask[p] === 0) continue
    sum += advantages[p]
    count++
  }
  return sum / count
}
