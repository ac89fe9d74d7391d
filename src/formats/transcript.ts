/**
 * A rollout as agent harnesses record it: sampling calls, what is read between them, and the points
 * where the context was condensed. `transcript-rows.ts` makes rows of it.
 */
import type { Boundary, Ended } from '../trace/batch.ts'
import type { CanonicalRow, PromptPartRow } from '../trace/rows.ts'

/** Token ids as the inference engine counted them. */
export interface SampledTokens {
  readonly prompt: readonly number[]
  readonly completion: readonly number[]
  /** One per completion token. */
  readonly logProbs?: readonly number[]
}

export interface Call {
  readonly kind: 'call'
  readonly text: string
  readonly line: number
  readonly tool?: string
  readonly status?: string
  readonly sampled?: SampledTokens
}

/** Text the policy did not write: prompt before the segment's first call, else an observation. */
export interface Read {
  readonly kind: 'read'
  readonly text: string
  readonly line: number
  /** Name of the prompt part. */
  readonly label: string
  readonly tool?: string
}

export interface Cut {
  readonly kind: 'cut'
  readonly boundary: Boundary
  readonly line: number
  /** What the next context begins with; `repeat` = the former context, by length only. */
  readonly context: readonly Part[] | 'repeat'
}

export interface Part {
  readonly label: string
  readonly text: string
}

export type Item = Call | Read | Cut

export interface TranscriptSegment {
  readonly line: number
  /** How its context was made; undefined for the first. */
  readonly opening: Boundary | undefined
  readonly prompt: readonly Part[]
  /** Positions of the former context that is repeated; 0 = none. */
  readonly repeated: number
  /** From the first call on. */
  readonly items: readonly (Call | Read)[]
}

export interface RolloutIdentity {
  readonly rollout: string
  readonly group?: string
  readonly reward?: number
  readonly ended?: Ended
}

/** What the strongest of several condensations without a call between them did. */
const STRENGTH: readonly Boundary[] = ['unknown', 'trim', 'drop', 'subagent', 'summary']

/** Cuts a transcript; a segment without a sampling call is no training sample and leaves no cut. */
export function segmentsOf(items: readonly Item[]): TranscriptSegment[] {
  const segments: TranscriptSegment[] = []
  let opening: Boundary | undefined
  let line = items[0]?.line ?? 0
  let prompt: Part[] = []
  let own: (Call | Read)[] = []
  let repeated = 0
  const close = () => {
    if (own.length > 0) segments.push({ line, opening, prompt, repeated, items: own })
  }
  for (const item of items) {
    if (item.kind === 'cut') {
      const merged = own.length === 0 && opening !== undefined && segments.length > 0
      close()
      const stronger = STRENGTH.indexOf(item.boundary) > STRENGTH.indexOf(opening ?? 'unknown')
      if (!merged || stronger) opening = segments.length > 0 ? item.boundary : undefined
      if (item.context === 'repeat') {
        if (own.length > 0) repeated = 1
        if (own.length > 0) prompt = []
      } else {
        repeated = 0
        prompt = [...item.context]
      }
      line = item.line
      own = []
    } else if (item.kind === 'call' || own.length > 0) own.push(item)
    else if (item.text !== '') prompt.push({ label: item.label, text: item.text })
  }
  close()
  return segments
}

export type SegmentColumns = Omit<CanonicalRow, 'rollout_id' | 'prompt_parts'> & {
  readonly prompt_parts: readonly PromptPartRow[]
}

/** The turn of a row that an item fills. */
export function turnOf(item: Call | Read, start: number, end: number) {
  const kind = item.kind === 'call' ? ('action' as const) : ('observation' as const)
  const status = item.kind === 'call' ? item.status : undefined
  return { start, end, kind, ...(item.tool && { tool: item.tool }), ...(status && { status }) }
}
