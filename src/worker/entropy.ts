/** Which tokens AsyPPO leaves out of the entropy bonus, as the page sees it. */
import { actionsOf } from '../credit/chain.ts'
import { entropyFiltered } from '../credit/reweight/critic-spread.ts'
import type { Batch } from '../trace/batch.ts'
import type { EntropyTally, EntropyView } from './loss-view.ts'
import type { Computed } from './slots.ts'

/** Kept while zooming and choosing rollouts: the selection sorts every action token of the batch. */
export class Entropy {
  #held:
    | {
        readonly critics: Batch['valuesPerCritic']
        readonly share: number
        readonly bySegment: readonly EntropyTally[]
      }
    | undefined

  view({ batch, b }: Computed, rollout: number): EntropyView | undefined {
    const { options } = b.evaluation
    const critics = batch.valuesPerCritic
    if (options.reweight !== 'asyppo' || !critics || critics.length < 2) return undefined
    const share = Number(options.h)
    if (this.#held?.critics !== critics || this.#held.share !== share) {
      this.#held = { critics, share, bySegment: tallies(batch, share) }
    }
    const all = this.#held.bySegment
    const { firstSegment } = batch.rollout
    const own = all.slice(firstSegment[rollout], firstSegment[rollout + 1])
    return { share, batch: sumOf(all), rollout: sumOf(own), bySegment: own }
  }
}

function tallies(batch: Batch, share: number): readonly EntropyTally[] {
  const marked = new Uint8Array(batch.positionCount)
  for (const p of entropyFiltered(batch, share)) marked[p] = 1
  return Array.from(actionsOf(batch), (tokens, s) => ({
    tokens,
    filtered: marked
      .subarray(batch.segment.start[s], batch.segment.start[s + 1])
      .reduce((sum, one) => sum + one, 0),
  }))
}

const sumOf = (list: readonly EntropyTally[]): EntropyTally => ({
  tokens: list.reduce((sum, one) => sum + one.tokens, 0),
  filtered: list.reduce((sum, one) => sum + one.filtered, 0),
})
