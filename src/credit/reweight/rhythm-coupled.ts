import type { NumberSpec } from '../options.ts'
import type { ReweightRule } from '../post-rule.ts'
import { coupledFactors, coupledSets } from './coupled-sets.ts'
import { amplified, jumpsOf, largest, rhythm } from './rhythm.ts'
import { RHYTHM_OPTIONS } from './rhythm-options.ts'

const ALPHA_BACK: NumberSpec = {
  kind: 'number',
  name: 'alphaBack',
  symbol: String.raw`\alpha_{\mathrm{back}}`,
  help: 'Share of a dominated anchor’s bonus that goes back to the token that introduced it.',
  default: 0.5,
  min: 0,
  max: 1,
  step: 0.05,
}

/** k of the paper, which tries 1, 2 and 3. Its thresholds are medians in a reproduction. */
const WINDOW = 3

/** Attention rhythm, coupled: a dominated anchor hands part of its bonus to the token that introduced it. */
export const rhythmCoupled: ReweightRule = {
  kind: 'reweight',
  id: 'rhythm-coupled',
  label: 'rhythm coupled',
  tex: [
    String.raw`A_t \leftarrow \big(1 + (a - 1)\, w_t\big) A_t`,
    String.raw`w_t = 1_{T_{\mathrm{glob}} \setminus D} + (1 - \alpha_{\mathrm{back}})\, 1_{D} + \alpha_{\mathrm{back}}\, 1_{I(D)}`,
    String.raw`T_{\mathrm{glob}} = \operatorname{top}_{\lceil q n \rceil}(\mathrm{FAI})`,
    String.raw`D = \{t \in T_{\mathrm{glob}} : \mathrm{WAAD}_t \le \operatorname{med}(\mathrm{WAAD}),\  \max_{t-3 \le u < t} \Delta_u \ge \operatorname{med}(\Delta)\}`,
    String.raw`I(D) = \{\operatorname{argmax}_{t-3 \le u < t} \Delta_u : t \in D\}`,
  ],
  symbols: [
    'advantage',
    'bonusShare',
    'anchors',
    'largest',
    'fai',
    'rowTokens',
    'dominated',
    'introducing',
    'waad',
    'waadJump',
    'median',
  ],
  source: 'Attention rhythm, arXiv:2510.13554, v1 eq 17–18',
  pitfalls: [
    'The shares add up (eq 18): with a = 1.5 and α back 0.5 an anchor that also introduces one gets 1.75; read as if/else, as in a public reproduction, it gets 1.5.',
    'The paper leaves thresholds and introducing token open: here medians of the row, and the largest Δ of the three tokens before.',
    'Two anchors that share an introducing token give it one bonus, not two: part of what they hand back is lost.',
  ],
  needs: ['waad', 'fai'],
  options: [...RHYTHM_OPTIONS, ALPHA_BACK],
  reweigh: (batch, options, advantages) => {
    const { waad, fai } = batch.columns
    if (!fai) return
    rhythm(batch, options, advantages, fai, (row) => {
      const { positions } = row
      const anchors = largest(
        positions.map((p) => fai[p]),
        options,
      )
      if (!waad || Number.isNaN(waad[row.end - 1])) {
        return amplified(positions.length, anchors, options)
      }
      const attention = positions.map((p) => waad[p])
      const jumps = jumpsOf(row, waad)
      const sets = coupledSets(anchors, attention, jumps, {
        waad: median(attention),
        delta: median(jumps),
        window: WINDOW,
      })
      return coupledFactors(positions.length, sets, {
        amplify: Number(options.amplify),
        alphaBack: Number(options.alphaBack),
      })
    })
  },
}

function median(xs: readonly number[]): number {
  if (xs.length === 0) return 0
  const sorted = [...xs].sort((x, y) => x - y)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
