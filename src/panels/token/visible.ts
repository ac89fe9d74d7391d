/** Token texts are often spaces and line ends; these make them visible without changing the letters. */
const SIGNS: Readonly<Record<string, string>> = { '\n': '⏎', '\r': '␍', '\t': '⇥', ' ': '␣' }

/** Longer texts are cut: a "token" of a text-only trace can be a whole tool result. */
const LONGEST = 120

/** Only leading and trailing spaces become signs; control characters become U+FFFD. */
export function visibleText(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return cut
    .replace(/[\n\r\t]/g, (sign) => SIGNS[sign])
    .replace(/^ +| +$/g, (spaces) => SIGNS[' '].repeat(spaces.length))
    .replace(/\p{Cc}/gu, '\ufffd')
}
