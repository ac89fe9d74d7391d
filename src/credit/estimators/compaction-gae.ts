import { buildChain } from '../chain.ts'
import type { Estimator } from '../estimator.ts'
import { GAE_OPTIONS, rewardCopies } from '../gae-options.ts'

/** CompactionRL (arXiv 2607.05378, eq. 13-15): local GAE × (γλ)^(action tokens of later segments). */
export const compactionGae: Estimator = {
  id: 'compaction-gae',
  label: 'CompactionRL GAE',
  family: 'chain',
  formula:
    'Â_{s,t} = (γλ)^{N_{>s}} · A^local_{s,t};  R at every segment’s end, no bootstrap across the cut',
  source: 'CompactionRL, arXiv:2607.05378, eq. 13–15',
  options: [rewardCopies('copied'), ...GAE_OPTIONS],
  graph: (batch, options) =>
    buildChain(batch, options, {
      order: 'time',
      copied: options.reward === 'copied',
      joined: false,
      link: () => ({ next: 'zero', carry: false }),
      tails: true,
    }),
}
