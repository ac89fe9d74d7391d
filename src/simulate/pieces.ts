/** Text of the samples as token-like pieces: words with their leading space, punctuation, line ends. */
export const pieces = (text: string): readonly string[] =>
  text.match(/ ?[A-Za-z]+|\d{1,3}|\s+|[^\sA-Za-z\d]/g) ?? []

/** Exactly `length` pieces of a text, repeated or cut. */
export function piecesOfLength(text: string, length: number): readonly string[] {
  const all = pieces(text)
  return Array.from({ length }, (_, i) => all[i % all.length])
}
