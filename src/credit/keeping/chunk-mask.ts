/** IPA's mask of chunks on which the two engines disagree (ROME 2512.24873; methods.md §6). */
import type { Batch } from '../../trace/batch.ts'
import { eachChunk, meanDifference } from '../chunks.ts'
import type { OptionSpec } from '../options.ts'
import { needsColumns } from '../unavailable.ts'
import type { Stretch } from './removal.ts'

export const CHUNK_OPTIONS: readonly OptionSpec[] = [
  {
    kind: 'choice',
    name: 'chunkMask',
    help: 'IPA: mask a chunk where exp(mean(log π_old − log π_rollout)) is above H, one-sided. A chunk is a run of action tokens, as in the ratio rule “chunk IS”.',
    default: 'off',
    choices: [
      { value: 'off', label: 'off' },
      {
        value: 'ipa',
        label: 'IPA chunk mask',
        tex: [
          String.raw`m_c = \exp\Big( \frac{1}{|c|}\sum_{t \in c} \log \frac{\pi_{\mathrm{old}}(t)}{\pi_{\mathrm{rollout}}(t)} \Big)`,
          String.raw`A_t \leftarrow A_t \cdot \mathbf{1}[m_c \le H]`,
        ],
        unavailable: needsColumns('old_log_probs', 'rollout_log_probs'),
      },
    ],
  },
  {
    kind: 'number',
    name: 'maskAbove',
    symbol: 'H',
    help: 'H: a chunk whose mismatch ratio is larger is dropped.',
    default: 2,
    min: 0,
    max: 10,
    step: 0.01,
    when: { option: 'chunkMask', is: ['ipa'] },
  },
]

/** Every chunk that is masked; rows without both log-probs lose none. */
export function maskedChunks(batch: Batch, maskAbove: number): readonly Stretch[] {
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
