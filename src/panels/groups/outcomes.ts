/** Where the dots of the outcome plot stand, and which rollout the comparison speaks of. Pure. */
import type { GroupConvention } from '../../credit/baselines/group-conventions.ts'
import type { GroupDetail, GroupMember, Moments } from '../../worker/groups-view.ts'

export interface OutcomeDot {
  /** Index into the members. */
  readonly member: number
  readonly x: number
  /** Place in its stack, from 0. */
  readonly level: number
}

/** Outcomes nearer than this (pixels) stand on each other. */
const BIN = 8

/** The axis: a domain without extent gets some, so that its dots stand in the middle. */
export function outcomeX(
  [low, high]: readonly [number, number],
  width: number,
): (outcome: number) => number {
  // Relative to `low`: from 2^53 on ± 0.5 is lost in the number itself.
  if (low === high) return (outcome) => width * (outcome - low + 0.5)
  if (Number.isFinite(high - low)) return (outcome) => width * ((outcome - low) / (high - low))
  return (outcome) => width * ((outcome / 2 - low / 2) / (high / 2 - low / 2))
}

/** Dots in stacks of equal outcomes (NaN: none); the order of the members decides who stands on whom. */
export function stackDots(
  outcomes: readonly number[],
  x: (outcome: number) => number,
): readonly OutcomeDot[] {
  const tall = new Map<number, number>()
  return outcomes.flatMap((outcome, member) => {
    if (Number.isNaN(outcome)) return []
    const bin = Math.round(x(outcome) / BIN)
    const level = tall.get(bin) ?? 0
    tall.set(bin, level + 1)
    return [{ member, x: x(outcome), level }]
  })
}

/** The rollout that the sentence is about: the selected one if it was cut, else the most cut. */
export function cutExample({ members, selected }: GroupDetail): GroupMember | undefined {
  const cut = members.filter(({ segments, counted }) => counted && segments > 1)
  const own = cut.find((member) => member === members[selected])
  return (
    own ??
    cut.reduce<GroupMember | undefined>(
      (most, one) => (most && most.segments >= one.segments ? most : one),
      undefined,
    )
  )
}

/** Both ends and the middle of the axis; ends without a number between them have no middle. */
export function outcomeTicks([low, high]: readonly [number, number]): readonly number[] {
  return [...new Set([low, low / 2 + high / 2, high])]
}

/** The std that belongs to a convention: the sample's, over n − 1, where it divides by that, else the population's. */
export const stdFor = ({ std, samples }: Moments, convention: GroupConvention): number =>
  convention === 'sample' && samples > 1 ? std * Math.sqrt(samples / (samples - 1)) : std
