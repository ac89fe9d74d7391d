/** The settings of one slot as the generators read them: resolved, with a name for everything that may be said. */
import type { Outcomes, ValueSource } from '../../trace/prepare.ts'
import { type AggregateMode, aggregateModeOf } from '../aggregate/aggregate.ts'
import { type Estimator, readsQuantity } from '../estimator.ts'
import { isShown, type Options, type OptionValue, resolveOptions } from '../options.ts'
import { ratioRuleOf, resolveRule } from '../ratio/registry.ts'
import type { RatioRule } from '../ratio/rule.ts'
import { estimatorOf, optionsOf } from '../registry.ts'

interface Chosen {
  readonly estimator: string
  readonly options: Options
}

/** The part of the document that is copied (`CreditSettings` of the worker's interface has it all). */
export interface PageSettings {
  readonly a: Chosen
  readonly b: Chosen
  readonly gamma: number
  readonly lambda: number
  /** undefined = λ of the policy. */
  readonly lambdaCritic: number | undefined
  readonly epsLow: number
  readonly epsHigh: number
  readonly ratio: { readonly rule: string; readonly options: Options }
  readonly aggregate: {
    readonly mode: string
    readonly lMax: number
    readonly denominator: 'before' | 'after'
    readonly emptyRows: 'skip' | 'count'
  }
  readonly values: ValueSource
  readonly outcomes: Outcomes
}

export interface Settings {
  readonly slot: 'a' | 'b'
  readonly estimator: Estimator
  /** The estimator's formula as plain text, one line each; the page derives it. Absent: left out. */
  readonly formula?: readonly string[]
  /** Resolved: every option has a value. */
  readonly options: Options
  readonly gamma: number
  readonly lambda: number
  /** Resolved; undefined = the policy's λ, adaptive or not. */
  readonly lambdaCritic: number | undefined
  readonly ratio: RatioRule
  readonly ratioOptions: Options
  readonly mode: AggregateMode
  readonly lMax: number
  readonly denominator: 'before' | 'after'
  /** Acts in means over rows. */
  readonly emptyRows: 'skip' | 'count'
  readonly values: ValueSource
  readonly outcomes: Outcomes
}

/** Throws on an id that no registry has: the document holds only known ones. */
export function settingsOf(page: PageSettings, slot: 'a' | 'b'): Settings {
  const chosen = page[slot]
  const { lMax, denominator, emptyRows } = page.aggregate
  const ratio = known(ratioRuleOf(page.ratio.rule), page.ratio.rule)
  const estimator = known(estimatorOf(chosen.estimator), chosen.estimator)
  return {
    slot,
    estimator,
    options: resolveOptions(optionsOf(estimator), chosen.options),
    gamma: page.gamma,
    lambda: page.lambda,
    lambdaCritic: page.lambdaCritic,
    ratio,
    ratioOptions: resolveRule(ratio, page.ratio.options, page),
    mode: known(aggregateModeOf(page.aggregate.mode), page.aggregate.mode),
    lMax,
    denominator,
    emptyRows,
    values: page.values,
    outcomes: page.outcomes,
  }
}

function known<T>(entry: T | undefined, id: string): T {
  if (entry === undefined) throw new Error(`no registry has ${id}`)
  return entry
}

/** Something that a fragment has to say, or to admit that it does not. */
export interface Sayable {
  /** `estimator`, `gamma`, an option's name, `ratio`, `ratio.NAME`, `aggregate`, `aggregate.NAME`. */
  readonly name: string
  readonly value: OptionValue
  readonly isDefault: boolean
}

/** Everything that acts under the settings, in the order of the page. Options without an effect are left out. */
export function sayables(settings: Settings): readonly Sayable[] {
  const { estimator, options, ratio, ratioOptions, mode } = settings
  const specs = optionsOf(estimator)
  const adaptive = options.lambdaRule === 'length-adaptive'
  const always = (name: string, value: OptionValue): Sayable => ({ name, value, isDefault: false })
  return [
    always('estimator', estimator.id),
    ...(readsQuantity(estimator, 'gamma') ? [always('gamma', settings.gamma)] : []),
    ...(readsQuantity(estimator, 'lambda')
      ? [
          ...(adaptive ? [] : [always('lambda', settings.lambda)]),
          ...(settings.lambdaCritic === undefined
            ? []
            : [always('lambdaCritic', settings.lambdaCritic)]),
        ]
      : []),
    ...specs
      .filter((spec) => isShown(spec, specs, options))
      .map(({ name, default: usual }) => ({
        name,
        value: options[name],
        isDefault: options[name] === usual,
      })),
    always('ratio', ratio.id),
    ...ratio.options.map(({ name, default: usual }) => ({
      name: `ratio.${name}`,
      value: ratioOptions[name],
      isDefault: ratioOptions[name] === usual,
    })),
    always('aggregate', mode.id),
    ...(mode.id === 'seq-mean-token-sum-norm' ? [always('aggregate.lMax', settings.lMax)] : []),
    {
      name: 'aggregate.denominator',
      value: settings.denominator,
      isDefault: settings.denominator === 'before',
    },
    ...(mode.overRows
      ? [
          {
            name: 'aggregate.emptyRows',
            value: settings.emptyRows,
            isDefault: settings.emptyRows === 'skip',
          },
        ]
      : []),
  ]
}
