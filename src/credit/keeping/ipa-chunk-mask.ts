import type { Batch } from '../../trace/batch.ts'
import { eachChunk, meanDifference } from '../chunks.ts'
import type { TokenRule } from '../post-rule.ts'
import type { Stretch } from './removal.ts'

/** IPA's mask of chunks on which the two engines disagree. */
export const ipaChunkMask: TokenRule = {
  kind: 'keeping',
  unit: 'tokens',
  id: 'ipa',
  label: 'IPA chunk mask',
  tex: [
    String.raw`m_c = \exp\Big( \frac{1}{|c|}\sum_{t \in c} \log \frac{\pi_{\mathrm{old}}(t)}{\pi_{\mathrm{rollout}}(t)} \Big)`,
    String.raw`m_t \leftarrow m_t \cdot \mathbf{1}[m_c \le H]`,
  ],
  symbols: ['lossMask', 'chunk', 'mismatch', 'old', 'rollout'],
  source: 'IPA in ROME, arXiv:2512.24873, §3.2.4, eq 9',
  pitfalls: [
    'The mask is one-sided: at H = 1.5 a chunk at 1.6 is dropped, one at 0.01 is kept.',
    'The mean hides a single token: one at a ratio of 100 among ten, the others at 1, makes 1.58 and is kept at H = 2.',
    'It compares the two engines on the same weights, not how far the policy has moved since. Turns without an observation between them are one chunk.',
  ],
  needs: ['oldLogProbs', 'rolloutLogProbs'],
  options: [
    {
      kind: 'number',
      name: 'maskAbove',
      symbol: 'H',
      help: 'H: a chunk whose mismatch ratio is larger is dropped.',
      default: 2,
      min: 0,
      max: 10,
      step: 0.01,
    },
  ],
  masks: (batch, { maskAbove }) => maskedChunks(batch, Number(maskAbove)),
}

/** Every chunk that is masked; rows without both log-probs lose none. */
function maskedChunks(batch: Batch, maskAbove: number): readonly Stretch[] {
  const { old_log_probs: old, rollout_log_probs: rollout } = batch.columns
  if (!old || !rollout) return []
  const masked: Stretch[] = []
  for (let s = 0; s < batch.segmentCount; s++) {
    eachChunk(batch.mask, batch.segment.start[s], batch.segment.start[s + 1], (start, end) => {
      // NaN, where the row lacks a column, is above nothing.
      if (Math.exp(meanDifference(old, rollout, start, end)) > maskAbove) {
        masked.push([start, end, batch.segment.rollout[s]])
      }
    })
  }
  return masked
}
