/** What a share link holds, as the dialog says it. */
import type { TraceSummary } from '../../worker/api.ts'

export interface Link {
  readonly url: string
  readonly characters: number
  readonly carriesTrace: boolean
  readonly numbers: boolean
  /** Of the numbers only those that advantages depend on. */
  readonly creditOnly?: boolean
}

/** Characters; beyond it chats and mail programs cut links, and a file is offered. */
export const SHARE_LIMIT = 8000

/** What a link is of: a sample, the trace in it, a trace too large for it, or the file that another link waits for. */
export type Of = 'sample' | 'trace' | 'tooLarge' | 'awaited'

export type NumbersPart = 'values' | 'rewards' | 'logProbs' | 'versions' | 'advantages'

export type Part = 'settings' | 'structure' | 'outcomes' | NumbersPart | 'texts' | 'unknown'

type Numbers = Pick<TraceSummary, 'has' | 'unavailable' | 'recordsAdvantages'>

/**
 * The numbers per token that the trace has. Outcomes are always inside; that a trace has rewards per token
 * shows in that none can be placed (`rewardAt` is not available).
 */
function numbersOf({ has, unavailable, recordsAdvantages }: Numbers): readonly NumbersPart[] {
  const there: readonly (readonly [boolean, NumbersPart])[] = [
    [has.values, 'values'],
    [unavailable['per-segment-gae.rewardAt.last-action'] !== undefined, 'rewards'],
    [has.log_probs, 'logProbs'],
    [has.versions, 'versions'],
    [recordsAdvantages, 'advantages'],
  ]
  return there.flatMap(([is, part]) => (is ? [part] : []))
}

const DECIDES_CREDIT: readonly NumbersPart[] = ['values', 'rewards']

export interface Contents {
  readonly inside: readonly Part[]
  readonly outside: readonly Part[]
  /** Whoever opens it sees other numbers. */
  readonly differs: boolean
}

/**
 * What of a trace goes with a link that carries it, and what stays behind (`worker/payload.ts`).
 *
 * @param texts whether texts and token ids were asked for
 */
export function contentsOf(
  { numbers, creditOnly = false }: Link,
  summary: Numbers & Pick<TraceSummary, 'unknownColumns'>,
  texts: boolean,
): Contents {
  const isIn = (part: NumbersPart) => numbers && (!creditOnly || DECIDES_CREDIT.includes(part))
  const there = numbersOf(summary)
  return {
    inside: [
      'settings',
      'structure',
      'outcomes',
      ...there.filter(isIn),
      ...(texts ? (['texts'] as const) : []),
    ],
    outside: [
      ...there.filter((part) => !isIn(part)),
      ...(texts ? [] : (['texts'] as const)),
      ...(summary.unknownColumns.length > 0 ? (['unknown'] as const) : []),
    ],
    differs: !numbers,
  }
}
