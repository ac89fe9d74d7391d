/** Sentences about keys of a link that nothing reads: misspelt, of a later version, or without their master. */
import { clipMiddle } from '../trace/clip.ts'
import { LINK_KEYS } from './codecs.ts'
import { type LinkEntries, masterOf } from './entries.ts'

/** They stay without effect, so that links of later versions open; but nobody should miss it. */
export function nameUnread(entries: LinkEntries): void {
  const known = new Set(LINK_KEYS)
  for (const key of entries.unread()) {
    entries.say(() => (known.has(key) ? withoutEffect(entries, key) : unknownSentence(key)))
  }
}

/** Only parts are known and yet unread. */
function withoutEffect(entries: LinkEntries, key: string): string {
  const master = masterOf(key) ?? ''
  const value = entries.get(master)
  return value === undefined
    ? `${key} has no effect without ${master} and was left out.`
    : `${key} is no option of ${master}=${clipMiddle(value, 40)} and was left out.`
}

function unknownSentence(key: string): string {
  const meant = nearestOf(key)
  const shown = clipMiddle(key, 40)
  return meant === undefined
    ? `Not known in this version: ${shown}.`
    : `Not known in this version: ${shown} — did you mean ${meant}?`
}

/** Longer keys are no slip of the hand. */
const LONGEST = 40
/** So many letters may differ. */
const SLIPS = 2

function nearestOf(key: string): string | undefined {
  if (key.length > LONGEST) return undefined
  let [nearest, least]: [string | undefined, number] = [undefined, SLIPS + 1]
  for (const known of LINK_KEYS) {
    const slips = isLengthened(key, known) ? SLIPS : editDistance(key, known)
    // A key of two letters is two slips away from everything.
    if (slips < least && slips < known.length / 2) [nearest, least] = [known, slips]
  }
  return nearest
}

/** `b.whitening` for `b.whiten`. */
const isLengthened = (key: string, known: string): boolean =>
  known.length > 4 && (key.startsWith(known) || known.startsWith(key)) && key.length > 4

/** Letters to insert, remove or replace (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let k = 1; k <= other.length; k++) {
      const replaced = row[k - 1] + (one[i - 1] === other[k - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[k] + 1, next[k - 1] + 1))
    }
    row = next
  }
  return row[other.length]
}
