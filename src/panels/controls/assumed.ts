/** What is on the screen but not in the file: made-up values, and outcomes that a person typed. */
import type { Outcomes, Prepared, ValueSource } from '../../trace/prepare.ts'
import { formatNumber, formatPlain } from '../../ui/format.ts'
import { fill, type LanguageId } from '../../ui/text.tsx'
import type { DriftChoice, RolloutTable } from '../../worker/api.ts'
import { assumedWords } from './assumedText.ts'

export interface Assumptions {
  /** Where V comes from; undefined = the file. */
  readonly values: Exclude<ValueSource, { kind: 'file' }> | undefined
  /** What became of values that are fitted; undefined: none are, or it is not known yet. */
  readonly fit?: Prepared['fit']
  /** Outcome of the rollout on the screen where the file has none; undefined = the file's own. */
  readonly outcome:
    | { readonly kind: 'typed'; readonly value: number }
    | { readonly kind: 'absent' }
    | undefined
  /** The strip of the loss coefficient rests on simulated log-probs. */
  readonly drift?: DriftChoice
}

/** @param recorded the table as loaded; undefined: no trace, then nothing is said about outcomes */
export function assumptionsOf(
  settings: { readonly values: ValueSource; readonly outcomes: Outcomes },
  recorded: RolloutTable | undefined,
  rollout: number,
): Assumptions {
  const values = settings.values.kind === 'file' ? undefined : settings.values
  const isOpen = recorded !== undefined && Number.isNaN(recorded.outcome[rollout])
  if (!isOpen) return { values, outcome: undefined }
  const { all, byRollout } = settings.outcomes
  const id = recorded.id[rollout]
  const value = Object.hasOwn(byRollout, id) ? byRollout[id] : all
  return { values, outcome: value === undefined ? { kind: 'absent' } : { kind: 'typed', value } }
}

/** One short text for each assumption, values first; empty where everything is the file's. */
export function assumedParts(
  { values, fit, outcome, drift }: Assumptions,
  language: LanguageId,
): readonly string[] {
  const words = assumedWords[language]
  const parts: string[] = []
  if (values?.kind === 'fitted') {
    const ridge = formatPlain(values.ridge)
    if (fit && !fit.ok) parts.push(fill(words.unfitted, { why: words[fit.error] }))
    else if (fit) parts.push(fill(words.fittedWith, { ridge, r2: formatNumber(fit.value.r2) }))
    else parts.push(fill(words.fitted, { ridge }))
  } else if (values) {
    const numbers = Object.entries(values).filter(([name]) => name !== 'kind')
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
