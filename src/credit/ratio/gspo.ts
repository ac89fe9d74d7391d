import type { NumberSpec } from '../options.ts'
import { isClipped } from './ppo-clip.ts'
import { bound, EPS_HIGH, EPS_LOW, meanLogRatio, perToken, type RatioRule } from './rule.ts'

/** A geometric mean moves by ten-thousandths. */
const fine = (spec: NumberSpec): NumberSpec => ({ ...spec, step: 1e-4 })

/** GSPO: one ratio per row, the exponential of the mean log-ratio over its action tokens. */
export const gspo: RatioRule = {
  id: 'gspo',
  label: 'GSPO',
  tex: [
    String.raw`r = \exp\Big( \frac{1}{n}\sum_{t=1}^{n} \log \frac{\pi_\theta(t)}{\pi_{\mathrm{old}}(t)} \Big)`,
    String.raw`g_t = \begin{cases} 0 & A_t > 0,\  r > 1 + \varepsilon_{\mathrm{high}} \\ 0 & A_t < 0,\  r < 1 - \varepsilon_{\mathrm{low}} \\ r A_t & \text{else} \end{cases}`,
  ],
  symbols: ['coefficient', 'rowRatio', 'advantage', 'current', 'old', 'rowTokens'],
  source: 'GSPO, arXiv:2507.18071',
  pitfalls: [
    'A mean over many tokens hardly moves: PPO’s ε of 0.2 clips next to nothing. The paper’s 3e-4 and 4e-4 are the default here.',
    'A clipped row loses all its tokens at once. A row here is a segment, so a rollout cut in three has three ratios.',
  ],
  needs: ['log_probs', 'old_log_probs'],
  options: [
    fine(bound('epsLow', EPS_LOW, 3e-4, 'Lower clip distance; the paper uses 3e-4.')),
    fine(bound('epsHigh', EPS_HIGH, 4e-4, 'Upper clip distance; the paper uses 4e-4.')),
  ],
  unit: () => 'row-mean',
  region: (options) => ({
    positive: [0, 1 + Number(options.epsHigh)],
    negative: [1 - Number(options.epsLow), Number.POSITIVE_INFINITY],
    outside: 'dropped',
  }),
  apply: (inputs, options) => {
    const ratio = Math.exp(meanLogRatio(inputs, 'log_probs', 'old_log_probs').mean)
    const [low, high] = [Number(options.epsLow), Number(options.epsHigh)]
    return perToken(
      inputs,
      () => ratio,
      (r, a) => (isClipped(r, a, low, high) ? 0 : r * a),
    )
  },
}
