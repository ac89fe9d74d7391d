import type { ReweightRule } from '../post-rule.ts'
import { amplified, jumpsOf, largest, rhythm } from './rhythm.ts'
import { RHYTHM_OPTIONS } from './rhythm-options.ts'

/** Attention rhythm, local: tokens at which the local heads change how far they look back. */
export const rhythmLocal: ReweightRule = {
  kind: 'reweight',
  id: 'rhythm-local',
  label: 'rhythm local',
  tex: [
    String.raw`A_t \leftarrow a\, A_t, \quad t \in T_{\mathrm{loc}} = \operatorname{top}_{\lceil q n \rceil}(\Delta)`,
    String.raw`\Delta_t = |\mathrm{WAAD}_t - \mathrm{WAAD}_{t+1}|`,
  ],
  symbols: ['advantage', 'localTokens', 'largest', 'waad', 'waadJump', 'rowTokens'],
  source: 'Attention rhythm, arXiv:2510.13554, eq 13–16',
  pitfalls: [
    'The versions of the paper disagree: v1 amplifies nonnegative advantages only, the later one both signs (43.2 in its ablation; positive alone 42.0, negative alone 40.8).',
    'q counts within a row and is rounded up: a segment of one action token is always amplified, at q = 0.4 one of 1001 has 401.',
    'The paper knows no observations: here action tokens are ranked, and Δ goes to the next position, even of an observation; on the last it is 0.',
  ],
  needs: ['waad'],
  options: RHYTHM_OPTIONS,
  reweigh: (batch, options, advantages) => {
    const { waad } = batch.columns
    if (!waad) return
    rhythm(batch, options, advantages, waad, (row) =>
      amplified(row.positions.length, largest(jumpsOf(row, waad), options), options),
    )
  },
}
