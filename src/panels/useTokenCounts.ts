/** Counts of tokens in words, with ≈ where they were estimated from text. */
import { formatCount } from '../ui/format.ts'
import { useIsApproximate, useIsBatchApproximate, useStore } from './useStore.ts'

export interface TokenCounts {
  /** Of the rollout on the screen. */
  readonly inRollout: (n: number) => string
  /** Of the batch. */
  readonly inBatch: (n: number) => string
  /** Of any rollout of the batch. */
  readonly of: (rollout: number, n: number) => string
}

export function useTokenCounts(): TokenCounts {
  const [ofRollout, ofBatch] = [useIsApproximate(), useIsBatchApproximate()]
  const estimated = useStore(({ data }) => data.table?.estimated)
  return {
    inRollout: (n) => formatCount(n, ofRollout),
    inBatch: (n) => formatCount(n, ofBatch),
    of: (rollout, n) => formatCount(n, ofBatch && estimated?.[rollout] !== 0),
  }
}
