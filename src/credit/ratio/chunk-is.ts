import { eachChunk, meanDifference } from '../chunks.ts'
import { bound, columnOf, type RatioRule } from './rule.ts'

/** IPA: one ratio per chunk; positives go without it, negatives with at most 1 (ROME 2512.24873 eq. 8-10). */
export const chunkIs: RatioRule = {
  id: 'chunk-is',
  label: 'chunk IS (IPA)',
  formula:
    'per chunk c: 0 if exp(mean(log π_old − log π_rollout)) > H; else A > 0: A, A < 0: min(ρ_c, 1)·A',
  source: 'IPA in ROME, arXiv:2512.24873, eq. 8–10',
  needs: ['log_probs', 'old_log_probs', 'rollout_log_probs'],
  options: [bound('maskAbove', 2, 'H: a chunk whose mismatch ratio is larger is dropped.')],
  // Positives keep their gradient with weight 1, whatever r is: nothing is taken from them.
  region: () => ({ positive: [0, Number.POSITIVE_INFINITY], negative: [0, 1], outside: 'changed' }),
  apply: (inputs, options) => {
    const current = columnOf(inputs, 'log_probs')
    const old = columnOf(inputs, 'old_log_probs')
    const rollout = columnOf(inputs, 'rollout_log_probs')
    const length = inputs.mask.length
    const ratio = new Float64Array(length)
    const coefficient = new Float64Array(length)
    eachChunk(inputs.mask, 0, length, (start, end) => {
      const r = Math.exp(meanDifference(current, old, start, end))
      const mismatch = Math.exp(meanDifference(old, rollout, start, end))
      const dropped = mismatch > Number(options.maskAbove)
      for (let t = start; t < end; t++) {
        const a = inputs.advantages[t]
        ratio[t] = r
        coefficient[t] = dropped ? 0 : a < 0 ? Math.min(r, 1) * a : a
      }
    })
    return { ratio, coefficient }
  },
}
