/** Which stretches of a decoded verl response the environment wrote, told from chat-template marks. */

export interface Stretch {
  readonly start: number
  readonly end: number
}

/** What opens an observation: a role header (kept or decoded away) or a tag that tools answer in. */
const OPENING =
  /<\|im_start\|>(?:tool|user|system)\n|\n(?:user|tool)\n|<(tool_response|information|observation|interpreter)>/g
const ROLE_BACK = '<|im_start|>assistant\n'
/** Behind a tag that stands outside of any role. */
const HEADER_AFTER_TAG = /\s*<\|im_start\|>assistant\n/y
/** Decoded with special tokens skipped, a Qwen header is the bare role between line ends. */
const BARE_ROLE_BACK = '\nassistant\n'

/**
 * Observation stretches of a response, ascending and disjoint. A kept role header or a tag that never
 * closes runs to the end (the response was cut there); a bare role only counts if the assistant's turn
 * follows, since `\nuser\n` may also be prose.
 */
export function observationStretches(text: string): readonly Stretch[] {
  const stretches: Stretch[] = []
  const find = finder(text)
  OPENING.lastIndex = 0
  for (;;) {
    const found = OPENING.exec(text)
    if (!found) return merge(stretches)
    const [mark, tag] = found
    const closing = tag ? `</${tag}>` : mark.startsWith('<') ? ROLE_BACK : BARE_ROLE_BACK
    // The line end before `assistant` may be the one that ends the role's own header.
    const from = closing === BARE_ROLE_BACK ? OPENING.lastIndex - 1 : OPENING.lastIndex
    const at = find(closing, from)
    if (at < 0 && closing === BARE_ROLE_BACK) continue
    let end = at < 0 ? text.length : at + closing.length
    HEADER_AFTER_TAG.lastIndex = end
    if (tag && HEADER_AFTER_TAG.test(text)) end = HEADER_AFTER_TAG.lastIndex
    stretches.push({ start: found.index, end })
    OPENING.lastIndex = end
  }
}

/** `indexOf` that remembers what was not found, so that hostile texts stay linear. */
function finder(text: string): (needle: string, from: number) => number {
  const gone = new Set<string>()
  return (needle, from) => {
    if (gone.has(needle)) return -1
    const at = text.indexOf(needle, from)
    if (at < 0) gone.add(needle)
    return at
  }
}

/** Joins stretches that touch: a tool answer followed by a role header is one observation. */
function merge(stretches: readonly Stretch[]): readonly Stretch[] {
  const merged: Stretch[] = []
  for (const next of stretches) {
    const last = merged[merged.length - 1]
    if (last && next.start <= last.end) merged[merged.length - 1] = { ...last, end: next.end }
    else merged.push(next)
  }
  return merged
}
