/**
 * The active path of a Claude Code session, cut at compactions. A session file is a tree: rewinds leave
 * abandoned branches, and a message that a compaction preserved may be written after the boundary though
 * it was sampled before it. So the path is followed by uuid, never by file order.
 */
import type { Entry } from './claude-entry.ts'
import { isAfter, KeptMessages } from './claude-kept.ts'

export interface SessionGraph {
  readonly id: string
  /** Main-line entries in file order. */
  readonly entries: readonly Entry[]
  readonly byUuid: ReadonlyMap<string, Entry>
}

export interface PathSegment {
  /** What opened it; undefined for the beginning of the session. */
  readonly opening: Entry | undefined
  /** Entries of this segment, oldest first. */
  readonly entries: readonly Entry[]
  /** Entries of the former segment that its context repeats. */
  readonly carried: readonly Entry[]
}

export interface ActivePath {
  readonly segments: readonly PathSegment[]
  /** uuids that a line names as its parent but that no line has. */
  readonly unresolved: readonly string[]
  /** The boundary that begins this session and condenses one that no open file holds. */
  readonly continues: Entry | undefined
}

/** `lookup` finds entries of other sessions, for a session that continues another file's. */
export function activePath(
  session: SessionGraph,
  lookup: (uuid: string) => Entry | undefined,
): ActivePath {
  const find = (uuid: string | undefined) =>
    uuid === undefined ? undefined : (session.byUuid.get(uuid) ?? lookup(uuid))
  const kept = new KeptMessages(session.entries, find)
  const segments: PathSegment[] = []
  const unresolved: string[] = []
  const seen = new Set<Entry>()
  let tail: readonly Entry[] = []
  let from = session.entries.findLast((e) => e.kind !== 'other')
  while (from) {
    const path: Entry[] = []
    for (let e: Entry | undefined = from; e && !seen.has(e); e = kept.above(e)) {
      seen.add(e)
      path.push(e)
      if (e.kind === 'cut') break
      if (e.parent !== undefined && !find(e.parent)) unresolved.push(e.parent)
    }
    path.reverse()
    const cut = path[0]?.kind === 'cut' ? path[0] : undefined
    const carried = cut ? kept.of(cut) : []
    const repeated = new Set(carried)
    const own = path.filter((e) => e !== cut && !repeated.has(e))
    const here = new Set(path)
    const late = tail.filter((e) => !here.has(e))
    segments.unshift(...splitAtTrims({ opening: cut, entries: [...own, ...late], carried }))
    if (!cut) break
    tail = carried
    from = before(cut, session, [find(cut.logicalParent), carried[0], find(cut.parent)], seen)
  }
  const { opening } = segments[0] ?? {}
  const continues = opening?.kind === 'cut' && opening.logicalParent ? opening : undefined
  return { segments, unresolved, continues }
}

/** Last entry of the context that `cut` condensed; kept messages are appended by the caller. */
function before(
  cut: Entry,
  session: SessionGraph,
  candidates: readonly (Entry | undefined)[],
  seen: ReadonlySet<Entry>,
): Entry | undefined {
  // A kept message may be written again behind the boundary.
  const known = candidates.find((e) => e && !seen.has(e) && !isAfter(e, cut))
  // No pointer, or one to a line that was never written: what stands before it in the file.
  return (
    known ??
    session.entries.findLast((e) => e.order < cut.order && e.kind !== 'other' && !seen.has(e))
  )
}

/** A micro-compaction keeps the conversation and drops tool results: a cut with everything carried. */
function splitAtTrims(segment: PathSegment): PathSegment[] {
  const result: PathSegment[] = []
  let opening = segment.opening
  let carried = segment.carried
  let from = 0
  for (let i = 0; i <= segment.entries.length; i++) {
    const end = i === segment.entries.length
    if (!end && segment.entries[i].kind !== 'trim') continue
    result.push({ opening, entries: segment.entries.slice(from, i), carried })
    if (end) break
    opening = segment.entries[i]
    carried = []
    from = i + 1
  }
  return result
}
