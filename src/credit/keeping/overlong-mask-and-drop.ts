import type { RolloutRule } from '../post-rule.ts'
import { overlongRollouts } from './overlong.ts'

/** Overlong filtering; the outcomes leave the statistics too. */
export const overlongMaskAndDrop: RolloutRule = {
  kind: 'keeping',
  unit: 'rollouts',
  id: 'mask-and-drop-from-statistics',
  label: 'mask and drop from statistics',
  tex: [
    String.raw`m_t \leftarrow m_t \cdot \mathbf{1}[i \notin O]`,
    String.raw`\mu = \frac{1}{|g \setminus O|} \sum_{j \in g \setminus O} R_j`,
  ],
  symbols: ['lossMask', 'rolloutOfToken', 'overlongSet', 'groupMean', 'group', 'outcome'],
  source:
    'Overlong filtering, DAPO, arXiv:2503.14476, with the statistics read the other way; DeepSWE does not say which it does',
  pitfalls: [
    'It changes the others: 1, 0, 1, 0 with the last one overlong gives 0.707, −1.414, 0.707, 0; with its outcome counted 1, −1, 1, 0.',
    'A group shrinks: of two rollouts, one of them overlong, the other is a group of one and gets 0 as well.',
  ],
  needs: ['overlongFlag'],
  options: [],
  masks: overlongRollouts,
  leavesStatistics: () => true,
}
