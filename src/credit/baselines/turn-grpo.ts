import type { Estimator } from '../estimator.ts'
import { ddof } from '../gae-options.ts'
import { type GroupNorm, groupAdvantages } from './group-statistics.ts'
import { turnBroadcastGraph } from './turn-broadcast.ts'

/** MT-GRPO (2505.11821 v2 eq. 7): every turn's own group-normalised reward plus the outcome's. */
export const turnGrpo: Estimator = {
  id: 'turn-grpo',
  label: 'turn-reward GRPO (MT-GRPO)',
  family: 'baseline',
  formula:
    'A of turn k = c · norm(r_k among the k-th turns of the group) + norm(R among the group)',
  source: 'MT-GRPO, arXiv:2505.11821v2, eq. 7',
  options: [
    {
      kind: 'number',
      name: 'turnCoefficient',
      help: 'Weight c of the turn’s own reward.',
      default: 1,
      min: 0,
      max: 10,
      step: 0.1,
    },
    ddof(1),
    {
      kind: 'number',
      name: 'eps',
      help: 'Added to the standard deviation.',
      default: 1e-4,
      min: 0,
      max: 1,
      step: 1e-5,
    },
  ],
  graph: (batch, options) => {
    const norm: GroupNorm = {
      std: options.ddof === 1 ? 'sample' : 'population',
      eps: Number(options.eps),
      singleton: 'zero',
    }
    const coefficient = Number(options.turnCoefficient)
    return turnBroadcastGraph(batch, options, (members) => {
      const outcome = groupAdvantages(
        members.map((member) => member.outcome),
        norm,
      )
      const advantages = members.map((member, i) => member.turns.map(() => outcome[i]))
      const longest = members.reduce((most, member) => Math.max(most, member.turns.length), 0)
      for (let k = 0; k < longest; k++) {
        const present = members.flatMap((member, i) => (member.turns.length > k ? [i] : []))
        const rewards = present.map((i) => batch.spans.reward[members[i].turns[k].span] || 0)
        groupAdvantages(rewards, norm).forEach((a, j) => {
          advantages[present[j]][k] += coefficient * a
        })
      }
      return advantages
    })
  },
}
