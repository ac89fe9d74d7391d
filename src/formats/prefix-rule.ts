/**
 * Where a new segment starts in a trace without markers: at a call whose prompt does not extend the
 * former prompt and response (formats.md §1). Two versions, on token ids and on messages.
 */

import type { Boundary } from '../trace/batch.ts'
import type { CutReason } from './cut-labels.ts'
import type { Message } from './messages.ts'

/** How the context of a call continues the context that the call before it ended with. */
export type Joint =
  /** The next prompt's entries from `from` on are new; all before them were there already. */
  | { readonly kind: 'extends'; readonly from: number }
  /** As `extends`, but `tokens` tokens near a turn's joint were encoded differently. */
  | { readonly kind: 'drift'; readonly from: number; readonly tokens: number; readonly at: number }
  /** A new segment. Entries before `at` are the same; `boundary` is what can be said of the cut. */
  | {
      readonly kind: 'cut'
      readonly reason: CutReason
      readonly boundary: Boundary
      readonly at: number
    }

type Ids = ArrayLike<number>

/** Most tokens that one place of drift replaces, on either side. */
const DRIFT = 4
/** Tokens after a place of drift that must agree again (fewer only where the context ends). */
const AGREE = 6
/** Distance from a turn's joint up to which a mismatch still stands at it. */
const NEAR = 8
/** Length of the run that shows that the end of the former context was kept. */
const TAIL = 12

/**
 * Compares token ids. `joints` are the offsets in `previous` where a turn starts or ends (prompt end,
 * every start and end of a response), ascending. A mismatch never counts as drift if it swallows a
 * whole turn. Linear in both lengths.
 */
export function compareTokens(previous: Ids, next: Ids, joints: readonly number[]): Joint {
  const first = agreement(previous, 0, next, 0)
  if (first === previous.length) return { kind: 'extends', from: first }
  let i = first
  let j = first
  let tokens = 0
  let near = true
  const turns = [0, ...joints, previous.length]
  while (i < previous.length) {
    const skip = realign(previous, i, next, j)
    if (!skip || swallowsTurn(turns, i, i + skip.gone)) return tokenCut(previous, next, first)
    near &&= joints.some((joint) => Math.abs(joint - i) <= NEAR)
    tokens += Math.max(skip.gone, skip.added)
    i += skip.gone
    j += skip.added
    const same = agreement(previous, i, next, j)
    i += same
    j += same
  }
  if (!near) return { kind: 'cut', reason: 'retokenisation', boundary: 'unknown', at: first }
  return { kind: 'drift', from: j, tokens, at: first }
}

/** Number of equal entries from `i` and `j` on. */
function agreement(a: Ids, i: number, b: Ids, j: number): number {
  const length = Math.min(a.length - i, b.length - j)
  let n = 0
  while (n < length && a[i + n] === b[j + n]) n++
  return n
}

/** The smallest replacement after which both agree again. */
function realign(a: Ids, i: number, b: Ids, j: number) {
  for (let total = 1; total <= 2 * DRIFT; total++) {
    for (let gone = Math.max(0, total - DRIFT); gone <= Math.min(DRIFT, total); gone++) {
      const added = total - gone
      const left = a.length - i - gone
      if (left < 0 || j + added > b.length) continue
      // Where the context ends there is nothing left to compare: what follows in `b` is new.
      if (left === 0 && added > 0) continue
      const wanted = Math.min(AGREE, left)
      if (agreement(a, i + gone, b, j + added) >= wanted) return { gone, added }
    }
  }
  return undefined
}

/** Whether [from, to) holds the whole of a turn. */
function swallowsTurn(joints: readonly number[], from: number, to: number): boolean {
  return joints.some((start, k) => start >= from && joints[k + 1] > start && joints[k + 1] <= to)
}

function tokenCut(previous: Ids, next: Ids, at: number): Joint {
  const kept = tailAt(previous, next, at)
  if (kept === undefined) return { kind: 'cut', reason: 'drop', boundary: 'unknown', at }
  // Nothing stands between the common start and the kept end: the middle was only taken out.
  if (kept === at) return { kind: 'cut', reason: 'drop', boundary: 'drop', at }
  return { kind: 'cut', reason: 'rewrite', boundary: 'unknown', at }
}

/** Where in `next`, from `from` on, what was kept of the end of `previous` begins; undefined: nowhere. */
function tailAt(previous: Ids, next: Ids, from: number): number | undefined {
  const length = Math.min(TAIL, previous.length - from)
  if (length < 2) return undefined
  const start = previous.length - length
  const found = indexOfRun(next, from, previous, start, length)
  if (found < 0) return undefined
  let back = 0
  while (found - back > from && start - back > from) {
    if (next[found - back - 1] !== previous[start - back - 1]) break
    back++
  }
  return found - back
}

/** First index at which `run[start, start + length)` stands in `text` (Knuth, Morris, Pratt); -1: nowhere. */
function indexOfRun(text: Ids, from: number, run: Ids, start: number, length: number): number {
  const fallback = new Uint32Array(length)
  for (let k = 1, n = 0; k < length; k++) {
    while (n > 0 && run[start + k] !== run[start + n]) n = fallback[n - 1]
    if (run[start + k] === run[start + n]) n++
    fallback[k] = n
  }
  for (let k = from, n = 0; k < text.length; k++) {
    while (n > 0 && text[k] !== run[start + n]) n = fallback[n - 1]
    if (text[k] === run[start + n]) n++
    if (n === length) return k - length + 1
  }
  return -1
}

/** Compares normalised messages (`messages.ts`): `previous` is the former prompt and its answer. */
export function compareMessages(previous: readonly Message[], next: readonly Message[]): Joint {
  const equal = (i: number, j: number) => sameMessage(previous[i], next[j])
  const shorter = Math.min(previous.length, next.length)
  let at = 0
  while (at < shorter && equal(at, at)) at++
  if (at === previous.length) return { kind: 'extends', from: at }
  const { from, kept } = keptTail(previous, next, at)
  if (kept === 0) {
    // Same roles all along: the texts were changed in place, the last one included.
    const inPlace = previous.slice(at).every((m, k) => m.role === next[at + k]?.role)
    const changed = inPlace && previous.length - at > 1
    if (changed) return { kind: 'cut', reason: 'rewrite', boundary: 'trim', at }
    return { kind: 'cut', reason: 'drop', boundary: 'unknown', at }
  }
  const gone = previous.length - kept - at
  const added = from - at
  if (added === 0) return { kind: 'cut', reason: 'drop', boundary: 'drop', at }
  const inPlace =
    gone === added && previous.slice(at, at + gone).every((m, k) => m.role === next[at + k].role)
  return { kind: 'cut', reason: 'rewrite', boundary: inPlace ? 'trim' : 'unknown', at }
}

const sameMessage = (a: Message, b: Message) =>
  a.role === b.role &&
  a.text === b.text &&
  a.calls.length === b.calls.length &&
  a.calls.every((call, k) => call === b.calls[k])

/** How many of the last messages of `previous` stand together in `next`, and where. */
function keptTail(previous: readonly Message[], next: readonly Message[], at: number) {
  let best = { from: -1, kept: 0 }
  for (let end = next.length; end > at; end--) {
    let kept = 0
    const room = Math.min(end - at, previous.length - at)
    while (kept < room) {
      if (!sameMessage(previous[previous.length - 1 - kept], next[end - 1 - kept])) break
      kept++
    }
    if (kept > best.kept) best = { from: end - kept, kept }
  }
  return best
}

/** One sampling call with the joint that its context makes with the call before it. */
export interface JoinedCall<C> {
  readonly call: C
  /** Undefined for the first call of the trace. */
  readonly joint: Joint | undefined
}

/** Cuts calls, in order, into segments; the first call of every later segment carries the cut. */
export function segmentsOf<C>(
  calls: readonly C[],
  compare: (previous: C, next: C) => Joint,
): readonly (readonly JoinedCall<C>[])[] {
  const segments: JoinedCall<C>[][] = []
  for (const [k, call] of calls.entries()) {
    const joint = k === 0 ? undefined : compare(calls[k - 1], call)
    const open = segments.at(-1)
    if (open && joint?.kind !== 'cut') open.push({ call, joint })
    else segments.push([{ call, joint }])
  }
  return segments
}

/** The cut that starts a segment, undefined for the first one. */
export function cutOf<C>(
  segment: readonly JoinedCall<C>[],
): Extract<Joint, { kind: 'cut' }> | undefined {
  const joint = segment[0]?.joint
  return joint?.kind === 'cut' ? joint : undefined
}
