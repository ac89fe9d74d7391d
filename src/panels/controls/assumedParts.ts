/** Assumptions in words. */
import { formatNumber, formatPlain } from '../../ui/format.ts'
import { fill, type LanguageId } from '../../ui/text.tsx'
import type { Assumptions } from './assumed.ts'
import { assumedWords } from './assumedText.ts'
import { fitFaultWords } from './fitFaultText.ts'

/** One short text for each assumption, values first; empty where everything is the file's. */
export function assumedParts(
  { values, fit, outcome, drift }: Assumptions,
  language: LanguageId,
): readonly string[] {
  const words = assumedWords[language]
  const parts: string[] = []
  if (values?.kind === 'fitted') {
    const ridge = formatPlain(values.ridge)
    if (fit && !fit.ok)
      parts.push(fill(words.unfitted, { why: fitFaultWords[language][fit.error] }))
    else if (fit) parts.push(fill(words.fittedWith, { ridge, r2: formatNumber(fit.value.r2) }))
    else parts.push(fill(words.fitted, { ridge }))
  } else if (values?.kind === 'absent') {
    parts.push(words.valuesAbsent)
  } else if (values) {
    const numbers = Object.entries(values).filter(([, value]) => typeof value === 'number')
    const shown = numbers.map(([name, value]) => [name, formatPlain(Number(value))])
    parts.push(fill(words.values, { source: fill(words[values.kind], Object.fromEntries(shown)) }))
  }
  if (outcome?.kind === 'typed') {
    parts.push(fill(words.outcome, { value: formatPlain(outcome.value) }))
  }
  if (outcome?.kind === 'absent') parts.push(words.absent)
  if (drift) {
    const shown = { size: formatPlain(drift.size), seed: String(drift.seed) }
    parts.push(fill(words.drift, shown))
  }
  return parts
}

/** For a saved picture: `values: zero (synthetic) · outcome 1 (assumed)`; empty: nothing is assumed. */
export const assumedSentence = (assumptions: Assumptions, language: LanguageId): string =>
  assumedParts(assumptions, language).join(' · ')
