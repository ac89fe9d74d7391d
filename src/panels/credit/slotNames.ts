/** What A and B are called in the picture: the estimator and what was changed in it. Pure. */
import { optionOf } from '../../credit/options.ts'
import { estimatorOf, optionsOf } from '../../credit/registry.ts'
import type { CreditSettings, Slot } from '../../worker/api.ts'
import { summaryOf } from '../controls/slot.ts'
import type { SpecText } from '../controls/specText.ts'

export interface SlotNames {
  /** With every option that is not at its default. */
  readonly a: string
  readonly b: string
}

/** Names of one slot, longest first; the last may be empty: then the letter alone has to do. */
export type NameVariants = readonly string[]

/** `std none`: options that are not at their default, those in which the slots differ first. */
function changes(slot: Slot, other: Slot, text: SpecText): readonly string[] {
  const estimator = estimatorOf(slot.estimator)
  if (!estimator) return []
  const others = estimatorOf(other.estimator)
  const theirs = new Map(
    (others ? optionsOf(others) : []).map((spec) => [spec.name, optionOf(spec, other.options)]),
  )
  return summaryOf(estimator, slot.options)
    .filter(({ changed }) => changed)
    .sort(
      (one, two) =>
        Number(theirs.get(one.spec.name) === one.value) -
        Number(theirs.get(two.spec.name) === two.value),
    )
    .map(({ spec, value }) => {
      const shown = typeof value === 'number' ? String(value) : text.choice(spec, value)
      return `${text.option(spec)} ${shown}`
    })
}

function variants(slot: Slot, other: Slot, text: SpecText): NameVariants {
  const estimator = estimatorOf(slot.estimator)
  const name = estimator ? text.estimator(estimator) : slot.estimator
  const parts = changes(slot, other, text)
  const long = parts.map((_, i) => {
    const kept = parts.slice(0, parts.length - i)
    return [name, ...kept, ...(i > 0 ? ['…'] : [])].join(', ')
  })
  // Two slots with one estimator must not end up with one name.
  const distinct = slot.estimator !== other.estimator || parts.length === 0
  return [...long, ...(distinct ? [name] : []), '']
}

export const nameVariants = (
  { a, b }: Pick<CreditSettings, 'a' | 'b'>,
  text: SpecText,
): { readonly a: NameVariants; readonly b: NameVariants } => ({
  a: variants(a, b, text),
  b: variants(b, a, text),
})

/** Whether both advantages are in units of the reward: neither is divided by a standard deviation. */
export const inRewards = ({ a, b }: Pick<CreditSettings, 'a' | 'b'>): boolean =>
  [a, b].every(isInRewards)

function isInRewards({ estimator: id, options }: Slot): boolean {
  const estimator = estimatorOf(id)
  if (!estimator || estimator.alwaysWhitens) return false
  const value = (name: string): unknown => {
    const spec = optionsOf(estimator).find((one) => one.name === name)
    return spec && optionOf(spec, options)
  }
  if (value('whiten') === 'batch') return false
  // Group baselines divide unless they say that they do not.
  return estimator.family === 'chain' || value('std') === 'none'
}
