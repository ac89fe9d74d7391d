/** Ids and names come from files and links and may be as long as these; what is said about them may not. */
const LONGEST = 80

/** Marks that turn the direction of the text around them: a name with one would rewrite what stands beside it. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * At most `most` characters of `text`, for display: its beginning and its end, which often tells two names
 * apart, without marks of direction.
 */
export const clipMiddle = (text: string, most = LONGEST): string =>
  cut(text, most).replace(DIRECTION, '')

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const head = Math.ceil((most - 1) / 2)
  const tail = most - 1 - head
  // Half a surrogate pair would show as a replacement character.
  const start = text.slice(0, head).replace(/[\uD800-\uDBFF]$/, '')
  const end = text.slice(text.length - tail).replace(/^[\uDC00-\uDFFF]/, '')
  return `${start}…${end}`
}
