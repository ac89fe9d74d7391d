/**
 * Messages that compactions kept word for word. They stay where they were written, before the boundary; what is said
 * next may name the last of them as its parent, so that no parent leads from there to the boundary. Claude Code
 * links them anew when it loads a session, as `above` does.
 */
import type { Entry } from './claude-entry.ts'

/** Steps from the end of kept segments to their beginning, over all boundaries: a hostile file has many. */
const MOST_STEPS = 1_000_000

export class KeptMessages {
  readonly #find: (uuid: string | undefined) => Entry | undefined
  readonly #keptBy = new Map<Entry, readonly Entry[]>()
  /** Boundaries that kept a message, in the order of the file. */
  readonly #cutsOf = new Map<Entry, Entry[]>()
  #steps = 0

  constructor(entries: readonly Entry[], find: (uuid: string | undefined) => Entry | undefined) {
    this.#find = find
    for (const cut of entries) {
      if (cut.kind !== 'cut') continue
      const kept = this.#resolve(cut)
      this.#keptBy.set(cut, kept)
      for (const entry of kept) {
        const cuts = this.#cutsOf.get(entry)
        if (cuts) cuts.push(cut)
        else this.#cutsOf.set(entry, [cut])
      }
    }
  }

  /** What the context after a boundary repeats, oldest first. */
  of(cut: Entry): readonly Entry[] {
    return this.#keptBy.get(cut) ?? this.#resolve(cut)
  }

  /** What comes before an entry in its context: its parent, or the summary above the kept messages. */
  above(entry: Entry): Entry | undefined {
    const parent = this.#find(entry.parent)
    if (!parent) return undefined
    const cut = lastBefore(this.#cutsOf.get(parent) ?? [], entry)
    if (!cut || isAfter(parent, cut)) return parent
    const anchor = this.#find(cut.anchor)
    return anchor && anchor.order > cut.order && anchor.order < entry.order ? anchor : cut
  }

  #resolve({ preserved, preservedTail }: Entry): readonly Entry[] {
    const named = preserved.map(this.#find).filter((e) => e !== undefined)
    const [head] = named
    const tail = this.#find(preservedTail)
    if (!head || !tail) return named
    const chain: Entry[] = []
    for (let e: Entry | undefined = tail; e && this.#steps < MOST_STEPS; e = this.#find(e.parent)) {
      this.#steps++
      chain.push(e)
      if (e === head) return chain.reverse()
    }
    return head === tail ? named : [head, tail]
  }
}

/** Whether an entry stands behind a boundary in one file. */
export const isAfter = (entry: Entry, cut: Entry): boolean =>
  entry.session === cut.session && entry.order > cut.order

/** The last of boundaries, given in the order of the file, that stands before an entry. */
function lastBefore(cuts: readonly Entry[], entry: Entry): Entry | undefined {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAfter(entry, cuts[middle])) low = middle + 1
    else high = middle
  }
  return cuts[low - 1]
}
