/** The sentence beneath a number box; comes with the first number that was not taken. */
import { useContext } from 'react'
import { formatPlain } from './format.ts'
import { numberWords } from './numberWords.ts'
import type { Bounds, Settled } from './settle.ts'
import { fill, LanguageContext, type LanguageId } from './text.tsx'

/** The sentence about a text that was not taken as it stands. */
export function settledText(
  settled: Settled,
  { min, max }: Bounds,
  label: string,
  before: number | undefined,
  language: LanguageId,
): string | undefined {
  const words = numberWords[language]
  const values = { label, min: formatPlain(min), max: formatPlain(max), value: formatPlain(before) }
  switch (settled.kind) {
    case 'taken':
      return undefined
    case 'fraction':
      return fill(words.whole, values)
    case 'unreadable':
      return fill(before === undefined ? words.noNumber : words.stays, values)
    case 'outside':
      if (min === undefined) return fill(words.atMost, values)
      return fill(max === undefined ? words.atLeast : words.between, values)
  }
}

export interface NumberNoteProps {
  readonly settled: Settled
  readonly bounds: Bounds
  readonly label: string
  /** The number before. */
  readonly before: number | undefined
}

export function NumberNote({ settled, bounds, label, before }: NumberNoteProps) {
  const language = useContext(LanguageContext)
  return settledText(settled, bounds, label, before, language)
}
