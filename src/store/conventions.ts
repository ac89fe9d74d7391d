/** Two trainers side by side in a link: `conventions=trl-f2cd5771.areal-4aef98d8&conventions.whiten=batch`. */
import { PRESET_IDS } from '../credit/conventions/ids.ts'
import { estimatorOf } from '../credit/registry.ts'
import type { ConventionsChoice } from './document.ts'
import type { Entries, Entry } from './entries.ts'

const WHITEN = ['none', 'batch'] as const

export function writeConventions(choice: ConventionsChoice): readonly Entry[] {
  const { a, b, estimator, whiten } = choice
  return [
    ['conventions', `${a}.${b}`],
    ...(estimator === undefined ? [] : [['conventions.estimator', estimator] as const]),
    ...(whiten === undefined ? [] : [['conventions.whiten', whiten] as const]),
  ]
}

/** Undefined where the pair is absent or not two presets of this version. */
export function readConventions(entries: Entries): ConventionsChoice | undefined {
  const pair = entries.get('conventions')
  if (pair === undefined) return undefined
  const estimator = entries.get('conventions.estimator')
  const whiten = entries.get('conventions.whiten')
  const [a, b, ...rest] = pair.split('.').map((id) => PRESET_IDS.find((one) => one === id))
  if (!a || !b || rest.length > 0) {
    entries.wrong('conventions', 'two trainers of this version with a point between them')
    return undefined
  }
  const known = estimator === undefined || estimatorOf(estimator) !== undefined
  if (!known) entries.wrong('conventions.estimator', 'an estimator of this version')
  const form = WHITEN.find((one) => one === whiten)
  if (whiten !== undefined && !form) entries.wrong('conventions.whiten', WHITEN.join(' or '))
  return { a, b, estimator: known ? estimator : undefined, whiten: form }
}
