/** Ids and names come from files and links and may be as long as these; what is said about them may not. */
const LONGEST = 80

/** At most `most` characters of `text`: its beginning and its end, which often tells two names apart. */
export function clipMiddle(text: string, most = LONGEST): string {
  if (text.length <= most) return text
  const head = Math.ceil((most - 1) / 2)
  const tail = most - 1 - head
  // Half a surrogate pair would show as a replacement character.
  const start = text.slice(0, head).replace(/[\uD800-\uDBFF]$/, '')
  const end = text.slice(text.length - tail).replace(/^[\uDC00-\uDFFF]/, '')
  return `${start}…${end}`
}
