/** The ratio rules. Adding one: one file, one line here. */

import { type OptionSpec, type Options, resolveOptions } from '../options.ts'
import { chunkIs } from './chunk-is.ts'
import { cispo } from './cispo.ts'
import { dis } from './dis.ts'
import { gspo } from './gspo.ts'
import { icepop } from './icepop.ts'
import { noRatio } from './none.ts'
import { ppoClip } from './ppo.ts'
import type { RatioRule } from './rule.ts'
import { tis } from './tis.ts'

export const RATIO_RULES: readonly RatioRule[] = [
  ppoClip,
  dis,
  icepop,
  tis,
  cispo,
  gspo,
  chunkIs,
  noRatio,
]

export const ratioRuleOf = (id: string): RatioRule | undefined =>
  RATIO_RULES.find((rule) => rule.id === id)

/** Options that a person sets for the rule itself: without those that are sliders of the page. */
export const ownOptions = (rule: RatioRule): readonly OptionSpec[] =>
  rule.usesSliders
    ? rule.options.filter(({ name }) => name !== 'epsLow' && name !== 'epsHigh')
    : rule.options

/** Every option's value: the sliders' where the rule goes by them, else its own or the default. */
export const resolveRule = (
  rule: RatioRule,
  options: Options,
  sliders: { readonly epsLow: number; readonly epsHigh: number },
): Options => {
  const { epsLow, epsHigh } = sliders
  return resolveOptions(rule.options, rule.usesSliders ? { ...options, epsLow, epsHigh } : options)
}
