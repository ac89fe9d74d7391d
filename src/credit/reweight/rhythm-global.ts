import type { ReweightRule } from '../post-rule.ts'
import { amplified, largest, rhythm } from './rhythm.ts'
import { RHYTHM_OPTIONS } from './rhythm-options.ts'

/** Attention rhythm, global: anchors, tokens that later ones keep looking back at. */
export const rhythmGlobal: ReweightRule = {
  kind: 'reweight',
  id: 'rhythm-global',
  label: 'rhythm global',
  tex: [
    String.raw`A_t \leftarrow a\, A_t, \quad t \in T_{\mathrm{glob}} = \operatorname{top}_{\lceil q n \rceil}(\mathrm{FAI})`,
  ],
  symbols: ['advantage', 'anchors', 'largest', 'fai', 'rowTokens'],
  source: 'Attention rhythm, arXiv:2510.13554, eq 13–16',
  pitfalls: [
    'The versions of the paper disagree: v1 looks 10 to 50 tokens ahead and amplifies nonnegative advantages only, the later one 10 to 100 and both signs.',
    'The last 10 tokens of a row have nothing that far ahead and so FAI 0: they are no anchors, final answer included, unless q·n reaches them.',
    'Nothing is normalised afterwards: with q = 0.4 and a = 1.5 equal advantages are 1.2 times as large on average.',
  ],
  needs: ['fai'],
  options: RHYTHM_OPTIONS,
  reweigh: (batch, options, advantages) => {
    const { fai } = batch.columns
    if (!fai) return
    rhythm(batch, options, advantages, fai, ({ positions }) => {
      const anchors = largest(
        positions.map((p) => fai[p]),
        options,
      )
      return amplified(positions.length, anchors, options)
    })
  },
}
