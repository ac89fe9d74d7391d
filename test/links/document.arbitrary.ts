/** Arbitrary valid documents: what a person can reach with the controls. */
import fc from 'fast-check'
import { AGGREGATE_MODES } from '../../src/credit/aggregate/aggregate.ts'
import { PRESETS } from '../../src/credit/conventions/registry.ts'
import type { OptionSpec } from '../../src/credit/options.ts'
import { ownOptions, RATIO_RULES } from '../../src/credit/ratio/registry.ts'
import { ESTIMATORS, optionsOf } from '../../src/credit/registry.ts'
import { DEFAULT_DOCUMENT, type DocumentState } from '../../src/store/document.ts'
import { ROLES } from '../../src/trace/mapping.ts'
import type { RatioChoice, Slot } from '../../src/worker/api.ts'

/** A finite number without −0, which no control can produce. */
const number = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true }).map((x) => x + 0)

/** What differs from the defaults; controls drop the rest. */
const optionsFor = (specs: readonly OptionSpec[]) => {
  const options = specs.map((spec) => {
    const value: fc.Arbitrary<string | number> =
      spec.kind === 'choice'
        ? fc.constantFrom(...spec.choices.map((choice) => choice.value))
        : spec.integer
          ? fc.integer({ min: spec.min, max: spec.max })
          : number(spec.min, spec.max)
    return fc.option(value, { nil: undefined }).map((chosen) => ({ spec, chosen }))
  })
  return fc
    .tuple(...options)
    .map((entries) =>
      Object.fromEntries(
        entries.flatMap(({ spec, chosen }) =>
          chosen === undefined || chosen === spec.default ? [] : [[spec.name, chosen]],
        ),
      ),
    )
}

const slot: fc.Arbitrary<Slot> = fc
  .constantFrom(...ESTIMATORS)
  .chain((estimator) =>
    optionsFor(optionsOf(estimator)).map((options) => ({ estimator: estimator.id, options })),
  )

const ratio: fc.Arbitrary<RatioChoice> = fc
  .constantFrom(...RATIO_RULES)
  .chain((rule) => optionsFor(ownOptions(rule)).map((options) => ({ rule: rule.id, options })))

/** Any text, with the characters that have a meaning in links well represented. */
export const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('&', '=', '%', '+', '#', ' ', '.', '/', '会', '😀', 'a') }),
  fc.constantFrom('__proto__', 'constructor', 'toString', ''),
)

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const source = fc.oneof(
  fc.record({ kind: fc.constant('sample' as const), id: text }),
  fc.record({ kind: fc.constant('file' as const), name: text }),
  fc.record({
    kind: fc.constant('payload' as const),
    payload: fc.stringMatching(/^[A-Za-z0-9_-]{1,80}$/),
  }),
)

const any = number(-1e300, 1e300)
const values: fc.Arbitrary<DocumentState['values']> = fc.oneof(
  fc.constant({ kind: 'file' as const }),
  fc.constant({ kind: 'zero' as const }),
  fc.record({ kind: fc.constant('constant' as const), value: any }),
  fc.record({ kind: fc.constant('ramp' as const), from: any }),
  fc.record({ kind: fc.constant('noise' as const), mean: any, amplitude: any, seed: fc.nat() }),
  fc.record({ kind: fc.constant('fitted' as const), ridge: number(0, 1e300) }),
)

const outcomes: fc.Arbitrary<DocumentState['outcomes']> = fc
  .record({ all: optional(any), single: fc.array(fc.tuple(text, any), { maxLength: 4 }) })
  .map(({ all, single }) => {
    const byRollout = Object.fromEntries(single)
    return all === undefined ? { byRollout } : { all, byRollout }
  })

const range = fc
  .tuple(fc.nat(1e6), fc.integer({ min: 1, max: 1e6 }))
  .map(([from, width]) => ({ from, to: from + width }))

const map: fc.Arbitrary<DocumentState['map']> = optional(
  fc.record({
    columns: fc
      .array(fc.tuple(fc.constantFrom(...ROLES), text), { maxLength: 6 })
      .map((entries) => Object.fromEntries(entries)),
    rows: fc.constantFrom('segment' as const, 'token' as const),
    order: fc.constantFrom('up' as const, 'down' as const),
    reward: fc.constantFrom('copied' as const, 'summed' as const),
  }),
)

export const anyDocument: fc.Arbitrary<DocumentState> = fc.record({
  source,
  map,
  a: slot,
  b: slot,
  gamma: number(0, 1),
  lambda: number(0, 1),
  lambdaCritic: optional(number(0, 1)),
  epsLow: number(0, 1),
  epsHigh: number(0, 10),
  ratio,
  against: optional(ratio),
  drift: optional(
    fc.record({ size: number(0, 2), seed: fc.integer({ min: 0, max: 0xffff_ffff }) }),
  ),
  aggregate: fc.record({
    mode: fc.constantFrom(...AGGREGATE_MODES.map(({ id }) => id)),
    lMax: fc.integer({ min: 1, max: 1e9 }),
    denominator: fc.constantFrom('before' as const, 'after' as const),
    emptyRows: fc.constantFrom('skip' as const, 'count' as const),
    measure: fc.constantFrom('weight' as const, 'gradient' as const),
  }),
  values,
  outcomes,
  step: optional(number(-1e300, 1e300)),
  rollout: optional(text),
  range: optional(range),
  token: optional(fc.record({ segment: fc.nat(), position: fc.nat() })),
  order: fc.constantFrom('time' as const, 'processing' as const),
  strip: fc.constantFrom('none' as const, 'coefficient' as const),
  conventions: optional(
    fc.record({
      a: fc.constantFrom(...PRESETS.map(({ id }) => id)),
      b: fc.constantFrom(...PRESETS.map(({ id }) => id)),
      estimator: optional(fc.constantFrom(...ESTIMATORS.map(({ id }) => id))),
      whiten: optional(fc.constantFrom('none' as const, 'batch' as const)),
    }),
  ),
  language: fc.constantFrom('en' as const, 'zh' as const, undefined),
  theme: fc.constantFrom('system' as const, 'light' as const, 'dark' as const),
})

/** Changes one property at a time: shows that each is carried by itself. */
export const oneChange: fc.Arbitrary<DocumentState> = fc
  .tuple(anyDocument, fc.constantFrom(...Object.keys(DEFAULT_DOCUMENT)))
  .map(([document, key]) => ({
    ...DEFAULT_DOCUMENT,
    ...Object.fromEntries(Object.entries(document).filter(([name]) => name === key)),
  }))
