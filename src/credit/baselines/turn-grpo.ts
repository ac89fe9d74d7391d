import { numberOfSpan } from '../../trace/batch.ts'
import type { Estimator } from '../estimator.ts'
import { EPSILON } from '../options.ts'
import { ddof } from '../whiten-options.ts'
import type { GroupNorm } from './group-statistics.ts'
import { turnBroadcastGraph } from './turn-broadcast.ts'

/** MT-GRPO (2505.11821 v2 eq. 7): every turn's own group-normalised reward plus the outcome's. */
export const turnGrpo: Estimator = {
  id: 'turn-grpo',
  label: 'turn-reward GRPO (MT-GRPO)',
  family: 'baseline',
  tex: [
    String.raw`A_{i,k} = c \cdot \operatorname{norm}(r_{i,k};\, \{r_{j,k}\}) + \operatorname{norm}(R_i;\, \{R_j\})`,
    String.raw`\operatorname{norm}(x;\, X) = \frac{x - \operatorname{mean}(X)}{\operatorname{std}(X) + \varepsilon}`,
    String.raw`\operatorname{std}(X) = \sqrt{\frac{1}{|X| - d}\sum (x - \operatorname{mean}(X))^2}`,
  ],
  symbols: ['advantage', 'norm', 'outcome', 'turnReward', 'rolloutOfGroup', 'turnIndex'],
  needs: ['turns', 'turnRewards'],
  source: 'MT-GRPO, arXiv:2505.11821v2, eq. 7',
  pitfalls: [
    'The paper (v2) gives a turn’s own reward to that turn; its repository gives it to all tokens before the first tool result and the outcome alone to later ones: 1.366 against 0.5 in one rollout.',
    'The k-th turns are compared with each other whatever state they are in; a rollout with more turns than the others stands alone there and gets 0.',
  ],
  options: [
    {
      kind: 'number',
      name: 'turnCoefficient',
      symbol: 'c',
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
      symbol: EPSILON,
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
    return turnBroadcastGraph(batch, options, (members, normalise) => {
      const outcome = normalise(
        members.map((member) => member.outcome),
        norm,
      )
      const advantages = members.map((member, i) => member.turns.map(() => outcome[i]))
      const longest = members.reduce((most, member) => Math.max(most, member.turns.length), 0)
      for (let k = 0; k < longest; k++) {
        const present = members.flatMap((member, i) => (member.turns.length > k ? [i] : []))
        const rewards = present.map(
          (i) => numberOfSpan(batch.spans, 'reward', members[i].turns[k].span) || 0,
        )
        normalise(rewards, norm).forEach((a, j) => {
          advantages[present[j]][k] += coefficient * a
        })
      }
      return advantages
    })
  },
}
