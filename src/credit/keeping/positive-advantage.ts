import type { Batch, FloatColumn } from '../../trace/batch.ts'
import type { TokenRule } from '../post-rule.ts'
import { NO_ADVANTAGE } from '../silent.ts'
import type { Stretch } from './removal.ts'

/** Only tokens that are pushed up. */
export const positiveAdvantage: TokenRule = {
  kind: 'keeping',
  unit: 'tokens',
  id: 'positive-advantage',
  label: 'positive advantage',
  tex: [String.raw`m_t \leftarrow m_t \cdot \mathbf{1}[A_t > 0]`],
  symbols: ['lossMask', 'advantage'],
  source: 'ROLL’s lessons from terminal tasks, judged by A instead of R',
  pitfalls: [
    'A is judged as it is after whitening: advantages 0.2, 0.4, 0.9 keep three tokens, whitened over the batch only the last.',
    'With a critic the sign changes inside a rollout: a success loses the tokens that the critic finds worse than expected.',
    'Tokens with A = 0, or below 1e-30, leave too: a group whose outcomes are all equal no longer stands in any denominator.',
  ],
  needs: [],
  options: [],
  masks: (batch, _, advantages) => notPositive(batch, advantages),
}

/** Action tokens with A ≤ 0, or as good as that, neighbours together. */
function* notPositive(batch: Batch, advantages: FloatColumn): Generator<Stretch> {
  const { mask, segment, segmentCount } = batch
  const isTaken = (p: number): boolean => mask[p] === 1 && advantages[p] <= NO_ADVANTAGE
  for (let s = 0; s < segmentCount; s++) {
    const end = segment.start[s + 1]
    for (let p = segment.start[s]; p < end; p++) {
      if (!isTaken(p)) continue
      const start = p
      while (p < end && isTaken(p)) p++
      yield [start, p, segment.rollout[s]]
    }
  }
}
