/** Positions are filled when they are read; whatever was read before, the numbers are those of the latest scan. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Evaluation, setParameters } from '../../../src/credit/evaluate.ts'
import type { CreditGraph } from '../../../src/credit/graph.ts'
import type { Options } from '../../../src/credit/options.ts'
import { ESTIMATORS, estimatorOf } from '../../../src/credit/registry.ts'
import { statisticsOf, weightedStatistics } from '../../../src/credit/statistics.ts'
import { tickedHere } from '../../../src/engine/engine.ts'
import { createReferenceEngine } from '../../../src/engine/reference/engine.ts'
import { BatchBuilder } from '../../../src/trace/builder.ts'
import { createDerived } from '../../../src/trace/derived.ts'
import { bySegment, evaluate, scanStages, someRows } from '../../support/batches.ts'

const batchOf = (rows: Parameters<BatchBuilder['addRow']>[0][]) => {
  const builder = new BatchBuilder()
  rows.forEach((row, i) => {
    builder.addRow(row, { file: 'x', line: i + 1, row: i })
  })
  return builder.finish().batch
}

test.each(ESTIMATORS.map(({ id }) => id))(
  '%s: a rollout read alone has the numbers of the whole, after every scan',
  async (id) => {
    await fc.assert(
      fc.asyncProperty(someRows, fc.boolean(), async (rows, whiten) => {
        const batch = batchOf([...rows])
        const options = { whiten: whiten ? 'batch' : 'none' }
        const { evaluation } = await evaluate(batch, id, options, { gamma: 1, lambda: 0.9 })
        const engine = createReferenceEngine()
        // Read at the first scan, out of date at the second.
        evaluation.ofRollout(0)
        setParameters(evaluation, { gamma: 0.5, lambda: 0.7, lambdaCritic: 1 })
        evaluation.receive(await scanStages(engine, evaluation))
        const fresh = await evaluate(batch, id, options, {
          gamma: 0.5,
          lambda: 0.7,
          lambdaCritic: 1,
        })
        const alone = batch.rolloutCount - 1
        const { advantages } = evaluation.ofRollout(alone)
        const [from, to] = [
          batch.rollout.firstSegment[alone],
          batch.rollout.firstSegment[alone + 1],
        ]
        expect(bySegment(batch, advantages).slice(from, to)).toEqual(
          fresh.advantages.slice(from, to),
        )
        expect(bySegment(batch, evaluation.advantages)).toEqual(fresh.advantages)
      }),
      { numRuns: 25 },
    )
  },
)

test.each(ESTIMATORS.map(({ id }) => id))(
  '%s: some rollouts at a time have the numbers of all at once, wherever the results are',
  async (id) => {
    await fc.assert(
      fc.asyncProperty(
        someRows,
        fc.constantFrom('none', 'batch'),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        async (rows, whiten, atMost, distant) => {
          const batch = batchOf([...rows])
          const sliders = { gamma: 0.9, lambda: 0.7, lambdaCritic: 1 }
          const { evaluation, advantages } = await evaluate(batch, id, { whiten }, sliders)
          if (distant) {
            const scans = await scanStages(createReferenceEngine(), evaluation)
            await evaluation.follow(scans.map(tickedHere))
          }
          const seen: (readonly number[])[] = []
          await evaluation.eachStretch((stretch) => {
            const { firstSegment } = batch.rollout
            for (let s = firstSegment[stretch.from]; s < firstSegment[stretch.to]; s++) {
              const [from, to] = [s, s + 1].map((at) => batch.segment.start[at])
              const own = [from, to].map((position) => position - stretch.firstPosition)
              seen.push([...stretch.advantages.subarray(own[0], own[1])])
            }
          }, atMost)
          expect(seen).toEqual(advantages)
        },
      ),
      { numRuns: 20 },
    )
  },
)

test('statistics over blocks are those of all numbers at once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20_000 }),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      (n, centre) => {
        const numbers = Float64Array.from({ length: n }, (_, i) => centre + Math.sin(i * 1.7))
        const mean = numbers.reduce((sum, x) => sum + x, 0) / n
        const std = Math.sqrt(numbers.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n)
        const got = statisticsOf(new Uint8Array(n).fill(1), numbers)
        expect(got.count).toBe(n)
        expect(got.mean).toBeCloseTo(mean, 6)
        expect(got.std).toBeCloseTo(std, 6)
      },
    ),
    { numRuns: 30 },
  )
})

test('numbers that stand for several tokens count as often, tokens without one as 0', () => {
  const got = weightedStatistics({
    numbers: Float64Array.of(2, -1, 7),
    weight: [3, 1, 0],
    without: 1,
    scaled: undefined,
  })
  // 2, 2, 2, −1, 0: mean 1, Σ(x − 1)² = 3 + 4 + 1.
  expect(got).toEqual({ count: 5, mean: 1, std: Math.sqrt(8 / 5), min: -1, max: 2 })
})

test('stretches count times their factor', () => {
  const got = weightedStatistics({
    numbers: Float64Array.of(1, 3, 10),
    weight: undefined,
    without: 0,
    scaled: { start: [0, 2, 3], factor: [1, 0.5] },
  })
  // 1, 3, 5.
  expect(got).toEqual({ count: 3, mean: 3, std: Math.sqrt(8 / 3), min: 1, max: 5 })
})

test('estimators on one batch share what they have in common, and nothing else', () => {
  const rows = [
    { rollout_id: 'r', response_mask: [1, 0, 1], values: [0.25, 9, 0.5], reward: 1 },
    { rollout_id: 'r', response_mask: [1], values: [0.75], reward: 1 },
  ]
  const batch = { ...batchOf(rows), derived: createDerived() }
  const graphOf = (id: string, options: Options = {}) => {
    const estimator = estimatorOf(id)
    if (!estimator) throw new Error(id)
    return new Evaluation(batch, estimator, options).graph
  }
  const local = graphOf('per-segment-gae')
  const joined = graphOf('cross-segment-gae')
  const values = ({ value }: CreditGraph) => [...value.read(0, value.length)]
  expect(joined.value).toBe(local.value)
  expect(values(local)).toEqual([0.25, 0.5, 0.75])
  // Plain returns have no values, whatever the others found.
  expect(values(graphOf('reinforce-pp'))).toEqual([0, 0, 0])
  expect(values(graphOf('cross-segment-gae', { observations: 'dense' }))).toEqual([
    0.25, 9, 0.5, 0.75,
  ])
})
