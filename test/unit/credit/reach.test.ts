import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Evaluation, setParameters } from '../../../src/credit/evaluate.ts'
import { terminalReach } from '../../../src/credit/inspect.ts'
import { reachSums } from '../../../src/credit/reach.ts'
import { estimatorOf } from '../../../src/credit/registry.ts'
import { batchOf, someRows } from '../../support/batches.ts'

const ESTIMATORS = [
  'per-segment-gae',
  'cross-segment-gae',
  'concat-gae',
  'compaction-gae',
  'reinforce-pp',
]

/** What a double still tells from 0 after as many tokens as the rows have. */
const unit = fc.oneof(fc.constantFrom(0, 1, 0.5), fc.double({ min: 0.001, max: 1, noNaN: true }))

it('the reach of the reward summed by stretches is the sum over tokens', () => {
  const property = fc.property(
    someRows,
    fc.constantFrom(...ESTIMATORS),
    fc.constantFrom('last-only', 'copied'),
    fc.record({ gamma: unit, lambda: unit, lambdaCritic: fc.constant(1) }),
    (rows, id, reward, sliders) => {
      const batch = batchOf(rows)
      const estimator = estimatorOf(id)
      if (!estimator) throw new Error(id)
      const has = estimator.options.some(({ name }) => name === 'reward')
      const evaluation = new Evaluation(batch, estimator, has ? { reward } : {})
      setParameters(evaluation, sliders)
      const { graph } = evaluation
      const none = new Float64Array(graph.nodeCount)
      evaluation.receive([{ advantage: none, critic: none }])
      for (let r = 0; r < batch.rolloutCount; r++) {
        const each = terminalReach(evaluation, batch, r)
        const { sums, reached, above } = reachSums(evaluation, batch, r)
        const first = batch.segment.start[batch.rollout.firstSegment[r]]
        const segments = batch.rollout.firstSegment[r + 1] - batch.rollout.firstSegment[r]
        for (let s = 0; s < segments; s++) {
          const [from, to] = [0, 1].map(
            (end) => batch.segment.start[batch.rollout.firstSegment[r] + s + end] - first,
          )
          const want = each.subarray(from, to).reduce((sum, x) => sum + x, 0)
          expect(sums[s]).toBeCloseTo(want, 9)
        }
        expect(reached).toBe(each.filter((x) => x !== 0).length)
        expect(above).toBe(each.filter((x) => Math.abs(x) >= 0.01).length)
      }
    },
  )
  fc.assert(property, { numRuns: 400 })
})

it('a rollout that a keeping rule masks is not reached, whatever its advantage was', () => {
  for (const reward of [0, 1]) {
    const flags: readonly ['overlong'] = ['overlong']
    const batch = batchOf([{ rollout_id: 'r', response_mask: [1, 1], reward, flags }])
    const estimator = estimatorOf('discounted-return')
    if (!estimator) throw new Error('discounted-return')
    const evaluation = new Evaluation(batch, estimator, { overlong: 'mask' })
    setParameters(evaluation, { gamma: 1, lambda: 1, lambdaCritic: 1 })
    const scan = Float64Array.of(reward, reward)
    evaluation.receive([{ advantage: scan, critic: scan }])
    expect(reachSums(evaluation, batch, 0)).toEqual({
      sums: Float64Array.of(0),
      reached: 0,
      above: 0,
    })
  }
})

it('what is not 0 is told from what is at least 1 % of the reward', () => {
  // 0.95^89 = 0.0104 and 0.95^90 = 0.0099, so 90 tokens from the end; 0.95^2999 = 1.6e-67 is not 0.
  const batch = batchOf([{ rollout_id: 'r', response_mask: Array(3000).fill(1), reward: 1 }])
  const estimator = estimatorOf('cross-segment-gae')
  if (!estimator) throw new Error('cross-segment-gae')
  const evaluation = new Evaluation(batch, estimator, {})
  setParameters(evaluation, { gamma: 1, lambda: 0.95, lambdaCritic: 1 })
  const none = new Float64Array(evaluation.graph.nodeCount)
  evaluation.receive([{ advantage: none, critic: none }])
  expect(reachSums(evaluation, batch, 0)).toMatchObject({ reached: 3000, above: 90 })
})
