/** What the About dialog shows of a method, in the page's language; each registry's panel makes its own. */
import type { AggregateMode } from '../../credit/aggregate/aggregate.ts'
import type { Estimator } from '../../credit/estimator.ts'
import type { ChoiceSpec, OptionSpec } from '../../credit/options.ts'
import type { PostStage } from '../../credit/post-registry.ts'
import type { PostRule } from '../../credit/post-rule.ts'
import type { RatioRule } from '../../credit/ratio/rule.ts'
import type { SymbolId } from '../../credit/symbols.ts'
import { textOf } from '../../ui/books.ts'
import { formatPlain } from '../../ui/format.ts'
import type { SpecText } from '../controls/specText.ts'

/** What the dialog is about. */
export type AboutSubject =
  | { readonly kind: 'estimator'; readonly method: Estimator }
  | { readonly kind: 'rule'; readonly method: RatioRule }
  | { readonly kind: 'mode'; readonly method: AggregateMode }
  | { readonly kind: 'post'; readonly method: PostRule; readonly stage: PostStage }
  /** No rule is on: all that could be. */
  | { readonly kind: 'stage'; readonly stage: PostStage }

export interface AboutProps {
  readonly subject: AboutSubject
  readonly title: string
}

export interface Parameter {
  /** TeX of its symbol; undefined = it stands in no formula. */
  readonly symbol: string | undefined
  readonly name: string
  readonly usual: string
  /** `0 … 1`, or the choices. */
  readonly range: string
  readonly help: string
  /** Who uses which choice. */
  readonly sources?: string
}

export interface NeedLine {
  readonly text: string
  /** `replaced`: made up, typed or read from another column. */
  readonly state: 'present' | 'replaced' | 'missing'
  /** What happens without it, or what stands for it. */
  readonly note?: string
}

export interface AboutMethod {
  readonly title: string
  readonly tex: readonly string[]
  readonly symbols: readonly SymbolId[]
  readonly parameters: readonly Parameter[]
  /** Empty: nothing beyond the loss mask. */
  readonly needs: readonly NeedLine[]
  readonly pitfalls: readonly string[]
  readonly source: string
}

/** An option as a row of the table. */
export function parameterOf(spec: OptionSpec, text: SpecText, help = text.help(spec)): Parameter {
  const name = text.option(spec)
  if (spec.kind === 'choice') {
    return {
      symbol: undefined,
      name,
      usual: text.choice(spec, spec.default),
      range: spec.choices.map(({ value }) => text.choice(spec, value)).join(' · '),
      help,
      sources: sourcesOf(spec, text),
    }
  }
  return {
    symbol: spec.symbol,
    name,
    usual: formatPlain(spec.default),
    range: `${formatPlain(spec.min)} … ${formatPlain(spec.max)}`,
    help,
  }
}

function sourcesOf(spec: ChoiceSpec, text: SpecText): string | undefined {
  const known = spec.choices.filter(({ source }) => source !== undefined)
  if (known.length === 0) return undefined
  return known
    .map(({ value, source }) => `${text.choice(spec, value)}: ${textOf(source ?? '')}`)
    .join(' · ')
}
