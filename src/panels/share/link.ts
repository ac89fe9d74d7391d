/** What a share link holds, as the dialog says it. */
import type { TraceSummary } from '../../worker/api.ts'

export interface Link {
  readonly url: string
  readonly characters: number
  readonly carriesTrace: boolean
  readonly numbers: boolean
  /** Of the numbers only values and rewards. */
  readonly creditOnly?: boolean
}

/** Characters; beyond it chats and mail programs cut links, and a file is offered. */
export const SHARE_LIMIT = 8000

export type Missing = 'missingValues' | 'missingRewards' | 'missingLogProbs' | 'missingVersions'

/**
 * The numbers per token that the trace has: what a whole link carries, and one without numbers leaves out. Outcomes are always inside; that a trace
 * has rewards per token shows in that none can be placed (`rewardAt` is not available).
 */
export function numbersOf({
  has,
  unavailable,
}: Pick<TraceSummary, 'has' | 'unavailable'>): readonly Missing[] {
  const there: readonly (readonly [boolean, Missing])[] = [
    [has.values, 'missingValues'],
    [unavailable['per-segment-gae.rewardAt.last-action'] !== undefined, 'missingRewards'],
    [has.log_probs, 'missingLogProbs'],
    [has.versions, 'missingVersions'],
  ]
  return there.flatMap(([is, key]) => (is ? [key] : []))
}

export function insideKey(
  link: Link,
  isSample: boolean,
): 'sampleInside' | 'traceInside' | 'structureInside' | 'notInside' {
  if (isSample) return 'sampleInside'
  if (!link.carriesTrace) return 'notInside'
  return link.numbers ? 'traceInside' : 'structureInside'
}

/** The numbers that a whole link carries. */
export const carriedBy = (
  { creditOnly }: Link,
  summary: Pick<TraceSummary, 'has' | 'unavailable'>,
): readonly Missing[] =>
  numbersOf(summary).filter(
    (one) => !creditOnly || one === 'missingValues' || one === 'missingRewards',
  )
