/** Where two trainers' conventions differ, one sentence each. */
import type { OptionValue } from '../options.ts'
import { ASPECTS, type Aspect, type Choice, type Preset } from './preset.ts'
import { describeOption } from './sentences.ts'

export interface Difference {
  readonly aspect: Aspect
  /** Option that differs; `id` = another estimator, rule or mode. */
  readonly option: string
  readonly a: OptionValue
  readonly b: OptionValue
  readonly sentence: string
}

/**
 * Only what is known of both: an aspect or option that one of them leaves open is no difference (see
 * `unknownIn`). In the order of ASPECTS; pure.
 */
export function differences(a: Preset, b: Preset): readonly Difference[] {
  return ASPECTS.flatMap((aspect) => {
    const [one, other] = [a.aspects[aspect], b.aspects[aspect]]
    if (!one || !other) return []
    const [left, right] = [settingsOf(one), settingsOf(other)]
    // Options of two different estimators do not compare.
    const names = left.id !== right.id && left.id && right.id ? ['id'] : Object.keys(left)
    return names.flatMap((option) => {
      const [x, y] = [left[option], right[option]]
      if (x === undefined || y === undefined || x === y) return []
      return [differenceOf(a, b, aspect, option, x, y)]
    })
  })
}

/** One difference with its sentence. */
export function differenceOf(
  a: Preset,
  b: Preset,
  aspect: Aspect,
  option: string,
  x: OptionValue,
  y: OptionValue,
): Difference {
  const say = (label: string, value: OptionValue): string =>
    `${label} ${describeOption(aspect, option, value)}`
  return { aspect, option, a: x, b: y, sentence: `${say(a.label, x)}; ${say(b.label, y)}.` }
}

/** Aspects that are known of exactly one of the two, and of which one. */
export function unknownIn(
  a: Preset,
  b: Preset,
): readonly { readonly aspect: Aspect; readonly knownIn: string }[] {
  return ASPECTS.flatMap((aspect) => {
    const [one, other] = [a.aspects[aspect], b.aspects[aspect]]
    return (one === undefined) === (other === undefined)
      ? []
      : [{ aspect, knownIn: one ? a.id : b.id }]
  })
}

const settingsOf = ({ id, options }: Choice): Readonly<Record<string, OptionValue>> => ({
  ...(id === undefined ? {} : { id }),
  ...options,
})
