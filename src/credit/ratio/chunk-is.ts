import { eachChunk, meanDifference } from '../chunks.ts'
import { bound, columnOf, type RatioRule, resultsFor } from './rule.ts'

/** IPA: one ratio per chunk; positives go without it, negatives with at most 1 (ROME 2512.24873 eq. 8-10). */
export const chunkIs: RatioRule = {
  id: 'chunk-is',
  label: 'chunk IS (IPA)',
  tex: [
    String.raw`\rho_c = \exp\Big( \frac{1}{|c|}\sum_{t \in c} \log \frac{\pi_\theta(t)}{\pi_{\mathrm{old}}(t)} \Big)`,
    String.raw`m_c = \exp\Big( \frac{1}{|c|}\sum_{t \in c} \log \frac{\pi_{\mathrm{old}}(t)}{\pi_{\mathrm{rollout}}(t)} \Big)`,
    String.raw`g_t = \begin{cases} 0 & m_c > H \\ A_t & A_t \ge 0 \\ \min(\rho_c, 1)\, A_t & A_t < 0 \end{cases}`,
  ],
  symbols: [
    'coefficient',
    'chunk',
    'chunkRatio',
    'mismatch',
    'advantage',
    'current',
    'old',
    'rollout',
  ],
  source: 'IPA in ROME, arXiv:2512.24873, eq. 8–10',
  pitfalls: [
    'The mask is one-sided: at H = 1.5 a chunk with mismatch 1.6 is dropped, one with 0.01 is kept.',
    'The exponent is 1/|c|, the chunk’s own length; dividing by the rollout’s turns 0.37 into 0.85 in a chunk of 1 token out of 6.',
    'Successes go without importance sampling however old they are.',
  ],
  needs: ['log_probs', 'old_log_probs', 'rollout_log_probs'],
  options: [bound('maskAbove', 'H', 2, 'H: a chunk whose mismatch ratio is larger is dropped.')],
  rejectsByRatio: true,
  unit: () => 'chunk-mean',
  // Positives keep their gradient with weight 1, whatever r is: nothing is taken from them.
  region: () => ({ positive: [0, Number.POSITIVE_INFINITY], negative: [0, 1], outside: 'changed' }),
  apply: (inputs, options) => {
    const current = columnOf(inputs, 'log_probs')
    const old = columnOf(inputs, 'old_log_probs')
    const rollout = columnOf(inputs, 'rollout_log_probs')
    const { ratio, coefficient } = resultsFor(inputs)
    eachChunk(inputs.mask, 0, ratio.length, (start, end) => {
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
