/** Options of the page for an estimator that may be none of its two. */
import { type Options, optionOf } from '../credit/options.ts'
import { estimatorOf, optionsOf } from '../credit/registry.ts'
import type { CreditSettings, Slot } from './api.ts'

/** The options of the slot that has it, B first, else those of a slot of its family. Resolved. */
export function pageOptions({ a, b }: Pick<CreditSettings, 'a' | 'b'>, id: string): Options {
  const estimator = estimatorOf(id)
  if (!estimator) return {}
  const specs = optionsOf(estimator)
  const isGae = (slot: Slot): boolean => {
    const own = estimatorOf(slot.estimator)
    // `truncation` is what only the GAE family has; elsewhere equal names mean other things.
    return own !== undefined && optionsOf(own).some(({ name }) => name === 'truncation')
  }
  const gae = specs.some(({ name }) => name === 'truncation')
  const slot = [b, a].find((one) => one.estimator === id) ?? (gae ? [b, a].find(isGae) : undefined)
  return Object.fromEntries(specs.map((spec) => [spec.name, optionOf(spec, slot?.options ?? {})]))
}
