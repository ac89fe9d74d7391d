import { bothSigns, bound, EPS_HIGH, EPS_LOW, perToken, type RatioRule, ratioOf } from './rule.ts'

/** CISPO (MiniMax-M1): the weight is clipped, the gradient never dropped. */
export const cispo: RatioRule = {
  id: 'cispo',
  label: 'CISPO',
  tex: [
    String.raw`r_t = \frac{\pi_\theta(t)}{\pi_{\mathrm{old}}(t)}`,
    String.raw`g_t = \operatorname{clip}(r_t,\, 1 - \varepsilon_{\mathrm{low}},\, 1 + \varepsilon_{\mathrm{high}})\, A_t`,
  ],
  symbols: ['coefficient', 'ratio', 'advantage', 'current', 'old'],
  source: 'CISPO, MiniMax-M1 arXiv:2506.13585',
  pitfalls: [
    'It clips the weight, not the gradient: at A > 0 and r = 5 a token still gets 1.2·A (ε high 0.2), where PPO’s clip gives 0.',
    'The weight is a constant (stop-gradient) times ∇ log π; differentiating through it would be another method.',
  ],
  needs: ['log_probs', 'old_log_probs'],
  options: [
    bound('epsLow', EPS_LOW, 0.2, 'Lower clip distance.'),
    bound('epsHigh', EPS_HIGH, 0.2, 'Upper clip distance.'),
  ],
  region: (options) =>
    bothSigns(1 - Number(options.epsLow), 1 + Number(options.epsHigh), 'changed'),
  apply: (inputs, options) => {
    const [low, high] = [1 - Number(options.epsLow), 1 + Number(options.epsHigh)]
    return perToken(
      inputs,
      ratioOf(inputs, 'log_probs', 'old_log_probs'),
      (r, a) => Math.min(high, Math.max(low, r)) * a,
    )
  },
}
