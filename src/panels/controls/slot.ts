/** Pure: how a change in a control changes the slot, and what a slot's options say in one line. */
import type { Estimator } from '../../credit/estimator.ts'
import { type OptionSpec, type Options, type OptionValue, optionOf } from '../../credit/options.ts'
import type { Slot } from '../../worker/api.ts'

/** Own options first, then post-processing. */
export const specsOf = (
  estimator: Estimator | undefined,
  postOptions: readonly OptionSpec[],
): readonly OptionSpec[] => [...(estimator?.options ?? []), ...postOptions]

/** Shown while the option it depends on has one of the wanted values. */
export function isShown(
  spec: OptionSpec,
  specs: readonly OptionSpec[],
  options: Options,
): boolean {
  const { when } = spec
  if (!when) return true
  const master = specs.find((other) => other.name === when.option)
  if (!master) return false
  return isShown(master, specs, options) && when.is.includes(optionOf(master, options))
}

/** Sets one option. A default is left out, so that links stay short and survive a changed default. */
export function withOption(slot: Slot, spec: OptionSpec, value: OptionValue): Slot {
  const { [spec.name]: _, ...others } = slot.options
  return {
    ...slot,
    options: value === spec.default ? others : { ...others, [spec.name]: value },
  }
}

/** Another estimator; options that it shares with the old one keep their values. */
export function withEstimator(
  slot: Slot,
  estimator: Estimator,
  postOptions: readonly OptionSpec[],
): Slot {
  const kept = specsOf(estimator, postOptions)
    .filter((spec) => spec.name in slot.options)
    .map((spec) => [spec, optionOf(spec, slot.options)] as const)
    .filter(([spec, value]) => value === slot.options[spec.name] && value !== spec.default)
    .map(([spec, value]) => [spec.name, value] as const)
  return { estimator: estimator.id, options: Object.fromEntries(kept) }
}

/** Options that are not at their default and have an effect, in the order of the specs. */
export function changedOptions(
  specs: readonly OptionSpec[],
  options: Options,
): readonly { readonly spec: OptionSpec; readonly value: OptionValue }[] {
  return specs
    .map((spec) => ({ spec, value: optionOf(spec, options) }))
    .filter(({ spec, value }) => value !== spec.default && isShown(spec, specs, options))
}
