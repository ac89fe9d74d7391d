import type { Estimator } from '../estimator.ts'
import type { Options } from '../options.ts'
import { anchorGroups } from './anchors.ts'
import type { GroupNorm } from './group-statistics.ts'
import { turnBroadcastGraph } from './turn-broadcast.ts'

const STDS = ['population', 'sample', 'none'] as const

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
  formula:
    'A = A_E + ω·A_S;  A_S normalises Σ γ^{k′−k}·r_{k′} among steps with the same state_key in the group',
  source: 'GiGPO, arXiv:2505.10978, eq. 3, 5–8; verl-agent’s default is std none',
  options: [
    {
      kind: 'number',
      name: 'gamma',
      help: 'Discount of step returns from turn to turn (the slider γ is not used).',
      default: 0.95,
      min: 0,
      max: 1,
      step: 0.01,
    },
    {
      kind: 'number',
      name: 'omega',
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
      choices: STDS.map((value) => ({ value, label: value })),
    },
    {
      kind: 'number',
      name: 'eps',
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
