/** What one step of γ goes over, under the estimators that read it. Pure. */
import { type Estimator, type GammaCount, readsQuantity } from '../../credit/estimator.ts'
import { estimatorOf } from '../../credit/registry.ts'
import type { Slot } from '../../worker/api.ts'
import type { words } from './text.ts'

type Words = (typeof words)['en']
export type GammaHelpKey = 'gammaHelp' | 'gammaInTurn' | 'gammaTurn' | 'gammaChunk'

const KEYS: Readonly<Record<GammaCount, GammaHelpKey>> = {
  token: 'gammaHelp',
  'token-of-turn': 'gammaInTurn',
  turn: 'gammaTurn',
  chunk: 'gammaChunk',
}

export const gammaKey = ({ gammaCounts = 'token' }: Estimator): GammaHelpKey => KEYS[gammaCounts]

/** One sentence where A and B count the same, else one for each that reads γ. */
export function gammaHelp(
  a: Slot,
  b: Slot,
  t: (key: GammaHelpKey & keyof Words) => string,
): string {
  const keys = [a, b].map((slot) => {
    const estimator = estimatorOf(slot.estimator)
    return estimator && readsQuantity(estimator, 'gamma') ? gammaKey(estimator) : undefined
  })
  const [one, other] = keys
  if (one === undefined || other === undefined || one === other) {
    return t(one ?? other ?? 'gammaHelp')
  }
  return `A: ${t(one)} B: ${t(other)}`
}
