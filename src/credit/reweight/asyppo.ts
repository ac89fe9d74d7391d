import type { NumberSpec } from '../options.ts'
import type { ReweightRule } from '../post-rule.ts'
import { agreedPositions } from './critic-spread.ts'

const share = (name: string, help: string): NumberSpec => ({
  kind: 'number',
  name,
  symbol: name,
  help,
  default: 0.2,
  min: 0,
  max: 1,
  step: 0.05,
})

/** AsyPPO: no gradient where the critics agree. Its entropy filter (h) is counted in `worker/entropy.ts`. */
export const asyppo: ReweightRule = {
  kind: 'reweight',
  id: 'asyppo',
  label: 'AsyPPO σ mask',
  tex: [
    String.raw`\sigma_t = \operatorname{std}_c(V_t^{(c)})`,
    String.raw`A_t \leftarrow A_t \cdot \mathbf{1}[\operatorname{rank}(\sigma_t) > \lfloor k N \rfloor]`,
    String.raw`E = \{t : \operatorname{rank}(\sigma_t) \le N - \lfloor h N \rfloor\}`,
  ],
  symbols: ['advantage', 'criticValue', 'spread', 'spreadRank', 'entropyTokens', 'tokenCount'],
  source: 'AsyPPO, arXiv:2510.01656',
  pitfalls: [
    'The share k is taken from the whole batch, ties by position: of ten tokens, three with σ = 0, k = 0.2 zeroes the first two.',
    'Zeroed tokens stay in every denominator, unlike masked ones: five tokens of A = 1 with k = 0.2 have a mean of 0.8, not 1.',
    'One critic has σ = 0 everywhere: which tokens are zeroed would mean nothing.',
  ],
  needs: ['ensemble'],
  options: [
    share(
      'k',
      'Share of action tokens with the lowest critic disagreement whose advantage becomes 0.',
    ),
    share(
      'h',
      'Share of action tokens with the highest critic disagreement that leave the entropy bonus; advantages stay. “Ratio and loss” counts those of B.',
    ),
  ],
  reweigh: (batch, options, advantages) => {
    for (const p of agreedPositions(batch, Number(options.k))) advantages[p] = 0
  },
}
