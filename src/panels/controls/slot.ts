/** Pure: how a change in a control changes the slot, and what a slot's options say in one line. */
import type { Estimator } from '../../credit/estimator.ts'
import { GAE_OPTIONS } from '../../credit/gae-options.ts'
import {
  isShown,
  type OptionSpec,
  type Options,
  type OptionValue,
  optionOf,
} from '../../credit/options.ts'
import { POST_OPTIONS } from '../../credit/post-registry.ts'
import { optionsOf } from '../../credit/registry.ts'
import type { Slot } from '../../worker/api.ts'

/** Sets one option. A default is left out, so that links stay short and survive a changed default. */
export function withOption(slot: Slot, spec: OptionSpec, value: OptionValue): Slot {
  const { [spec.name]: _, ...others } = slot.options
  return {
    ...slot,
    options: value === spec.default ? others : { ...others, [spec.name]: value },
  }
}

/** Another estimator; options that it shares with the old one keep their values. */
export function withEstimator(slot: Slot, estimator: Estimator): Slot {
  const kept = optionsOf(estimator)
    .filter((spec) => spec.name in slot.options)
    .map((spec) => [spec, optionOf(spec, slot.options)] as const)
    .filter(([spec, value]) => value === slot.options[spec.name] && value !== spec.default)
    .map(([spec, value]) => [spec.name, value] as const)
  return { estimator: estimator.id, options: Object.fromEntries(kept) }
}

const SHARED = new Set([...GAE_OPTIONS, ...POST_OPTIONS].map((spec) => spec.name))

export interface Setting {
  readonly spec: OptionSpec
  readonly value: OptionValue
  readonly changed: boolean
}

/**
 * What a slot's one-line summary says: the options that make the estimator what it is, at their
 * default or not, and every shared option that was changed. Options without an effect are left out.
 */
export function summaryOf(estimator: Estimator, options: Options): readonly Setting[] {
  const specs = optionsOf(estimator)
  return specs
    .map((spec) => {
      const value = optionOf(spec, options)
      return { spec, value, changed: value !== spec.default }
    })
    .filter(({ spec, changed }) => changed || (!SHARED.has(spec.name) && spec.kind === 'choice'))
    .filter(({ spec }) => isShown(spec, specs, options))
}
