/** Declarative options: one list drives defaults, controls, validation, link and documentation. */
import type { Batch } from '../trace/batch.ts'

export type OptionValue = number | string
/** Options of one estimator, flat, by public name (trace-schema §3). A missing one has its default. */
export type Options = Readonly<Record<string, OptionValue>>

interface SpecBase {
  readonly name: string
  /** One plain English sentence; the page may translate it. */
  readonly help: string
  /** Show only while another option has one of these values. */
  readonly when?: { readonly option: string; readonly is: readonly OptionValue[] }
}
export interface ChoiceSpec extends SpecBase {
  readonly kind: 'choice'
  readonly default: string
  readonly choices: readonly {
    readonly value: string
    readonly label: string
    /** What the choice changes, in TeX, one entry per line; absent where words say it all. */
    readonly tex?: readonly string[]
    /** Who does it so: names and ids alone, so that it serves every language; absent: it needs none. */
    readonly source?: string
    /** Reason why this trace cannot serve the choice, or undefined. */
    readonly unavailable?: (batch: Batch) => string | undefined
  }[]
}
export interface NumberSpec extends SpecBase {
  readonly kind: 'number'
  /** In formulas, TeX; absent = it stands in none. */
  readonly symbol?: string
  readonly default: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly integer?: boolean
}
export type OptionSpec = ChoiceSpec | NumberSpec

/** Symbol of the small number in standard deviations and variances. */
export const EPSILON = String.raw`\varepsilon`

/** The option's value if it is valid for the spec, else the default. */
export function optionOf(spec: OptionSpec, options: Options): OptionValue {
  const given = options[spec.name]
  if (spec.kind === 'choice') {
    return typeof given === 'string' && spec.choices.some((c) => c.value === given)
      ? given
      : spec.default
  }
  return typeof given === 'number' && Number.isFinite(given) ? given : spec.default
}

/** Every spec's value, defaults filled in. */
export function resolveOptions(specs: readonly OptionSpec[], options: Options): Options {
  return Object.fromEntries(specs.map((spec) => [spec.name, optionOf(spec, options)]))
}

/** Whether the option does anything: the one it depends on has one of the wanted values. */
export function isShown(spec: OptionSpec, specs: readonly OptionSpec[], options: Options): boolean {
  const { when } = spec
  if (!when) return true
  const master = specs.find((other) => other.name === when.option)
  if (!master) return false
  return isShown(master, specs, options) && when.is.includes(optionOf(master, options))
}
