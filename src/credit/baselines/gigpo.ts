import type { Estimator } from '../estimator.ts'
import { EPSILON, type Options } from '../options.ts'
import { anchorGroups } from './anchors.ts'
import type { GroupNorm } from './group-statistics.ts'
import { turnBroadcastGraph } from './turn-broadcast.ts'

const STDS = ['population', 'sample', 'none'] as const

const STD_TEX = {
  population: [
    String.raw`\operatorname{std}(X) = \sqrt{\operatorname{mean}\big((x - \operatorname{mean}(X))^2\big)}`,
  ],
  sample: [
    String.raw`\operatorname{std}(X) = \sqrt{\frac{1}{|X| - 1}\sum (x - \operatorname{mean}(X))^2}`,
  ],
  none: [String.raw`\operatorname{norm}(x;\, X) = x - \operatorname{mean}(X)`],
} as const

export interface GigpoSettings {
  /** Discount of step returns from turn to turn. */
  readonly gamma: number
  /** Weight of the step advantage. */
  readonly omega: number
  /** Of both levels. */
  readonly norm: GroupNorm
}

/** @param options resolved */
export const gigpoSettings = (options: Options): GigpoSettings => ({
  gamma: Number(options.gamma),
  omega: Number(options.omega),
  norm: {
    std: STDS.find((s) => s === options.std) ?? 'population',
    eps: Number(options.eps),
    singleton: 'zero',
  },
})

/** GiGPO (2505.10978 eq. 3, 5-8): episode advantage + ω · advantage among visits of the same state. */
export const gigpo: Estimator = {
  id: 'gigpo',
  label: 'GiGPO',
  family: 'baseline',
  tex: [
    String.raw`A_{i,k} = A^{\mathrm{E}}_i + \omega\, A^{\mathrm{S}}_{i,k}`,
    String.raw`A^{\mathrm{E}}_i = \operatorname{norm}(R_i;\, \{R_j\})`,
    String.raw`A^{\mathrm{S}}_{i,k} = \operatorname{norm}(G_{i,k};\, \{G_{j,l} : s_{j,l} = s_{i,k}\})`,
    String.raw`G_{i,k} = \sum_{l \ge k} \gamma_{\mathrm{step}}^{\,l-k}\, r_{i,l}`,
    String.raw`\operatorname{norm}(x;\, X) = \frac{x - \operatorname{mean}(X)}{\operatorname{std}(X) + \varepsilon}`,
  ],
  symbols: [
    'advantage',
    'episode',
    'step',
    'norm',
    'outcome',
    'turnReward',
    'discounted',
    'stateKey',
    'rolloutOfGroup',
    'turnIndex',
  ],
  needs: ['turns', 'turnRewards', 'stateKeys'],
  source: 'GiGPO, arXiv:2505.10978, eq. 3, 5–8; verl-agent’s default is std none',
  pitfalls: [
    'Two visits of one state with returns 0.95 and 0 have step advantages of ±1 with the population std, ±0.71 with the sample’s, ±0.475 without one, which is verl-agent’s default.',
    'A rollout that visits a state twice competes with itself: returns 0.25 and 1 on the loop a→b→a give the earlier visit −1.',
    'Without repeated states the step advantage is 0 and only GRPO remains.',
  ],
  options: [
    {
      kind: 'number',
      name: 'gamma',
      symbol: String.raw`\gamma_{\mathrm{step}}`,
      help: 'Discount of step returns from turn to turn (the slider γ is not used).',
      default: 0.95,
      min: 0,
      max: 1,
      step: 0.01,
    },
    {
      kind: 'number',
      name: 'omega',
      symbol: String.raw`\omega`,
      help: 'Weight of the step advantage.',
      default: 1,
      min: 0,
      max: 10,
      step: 0.1,
    },
    {
      kind: 'choice',
      name: 'std',
      help: 'Standard deviation in both levels: of the group (ddof 0 or 1), or none.',
      default: 'population',
      choices: STDS.map((value) => ({ value, label: value, tex: STD_TEX[value] })),
    },
    {
      kind: 'number',
      name: 'eps',
      symbol: EPSILON,
      help: 'Added to the standard deviation.',
      default: 0,
      min: 0,
      max: 1,
      step: 1e-6,
      when: { option: 'std', is: ['population', 'sample'] },
    },
  ],
  graph: (batch, options) => {
    const { gamma, omega, norm } = gigpoSettings(options)
    return turnBroadcastGraph(batch, options, (members, normalise) => {
      const episode = normalise(
        members.map((member) => member.outcome),
        norm,
      )
      const advantages = members.map((member, i) => member.turns.map(() => episode[i]))
      for (const { visits } of anchorGroups(batch, members, gamma, norm, normalise)) {
        for (const { member, step, advantage } of visits) {
          advantages[member][step] += omega * advantage
        }
      }
      return advantages
    })
  },
}
