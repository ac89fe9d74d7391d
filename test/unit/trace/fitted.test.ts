import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Batch } from '../../../src/trace/batch.ts'
import { fitBaseline } from '../../../src/trace/fitted.ts'
import { prepareAny } from '../../../src/trace/prepare-fitted.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import { whyUnfittable } from '../../../src/trace/unfittable.ts'
import { batchOf } from '../../support/batches.ts'

const NONE = { byRollout: {} }

const fitted = (rows: readonly CanonicalRow[], ridge: number, outcomes = NONE) => {
  const { batch, fit } = prepareAny(batchOf(rows), { kind: 'fitted', ridge }, outcomes)
  if (!fit) throw new Error('nothing was fitted')
  return { fit, values: Array.from(batch.columns.values ?? []) }
}

/** Only the budget left differs between the two action tokens: 1 in `a`, 1/2 in `b`. */
const TWO: readonly CanonicalRow[] = [
  { rollout_id: 'a', response_mask: [1], reward: 0 },
  { rollout_id: 'b', response_mask: [0, 1], reward: 1 },
]

describe('a baseline fitted to the position, calculated by hand', () => {
  it('shrinks the slope by n / (n + λ): z = ±1, β = −1 / (2 + λ)', () => {
    const { fit, values } = fitted(TWO, 1)
    // b's first position has the whole budget before it, as a's has.
    expect(values).toEqual([1 / 6, 1 / 6, 5 / 6].map((v) => expect.closeTo(v, 14)))
    expect(fit).toMatchObject({ ok: true, value: { rollouts: 2, intercept: 0.5 } })
    if (!fit.ok) return
    const budget = fit.value.terms.find(({ feature }) => feature === 'budget')
    expect(budget).toMatchObject({ mean: 0.75, std: 0.25 })
    expect(budget?.coefficient).toBeCloseTo(-1 / 3, 14)
    expect(fit.value.terms.map(({ std }) => std > 0)).toEqual([false, true, false, false])
    // Σ(R − V)² = 2/36, Σ(R − 1/2)² = 1/2.
    expect(fit.value.r2).toBeCloseTo(8 / 9, 14)
    // Each left out: the other one's outcome is all there is to go by.
    expect(fit.value.r2LeftOut).toBeCloseTo(0, 14)
  })

  it('without a ridge goes through both outcomes', () => {
    expect(fitted(TWO, 0).values).toEqual([0, 0, 1].map((v) => expect.closeTo(v, 14)))
  })

  it('weighs every rollout the same, however long: its mean is the mean of the outcomes', () => {
    const long: CanonicalRow = { rollout_id: 'c', response_mask: Array(40).fill(1), reward: 1 }
    const { fit } = fitted([...TWO, long], 5)
    expect(fit).toMatchObject({ ok: true, value: { rollouts: 3, intercept: 2 / 3 } })
  })

  it('says why nothing can be fitted, and gives 0', () => {
    const some = (...rewards: (number | undefined)[]): CanonicalRow[] =>
      rewards.map((reward, r) => ({ rollout_id: `r${r}`, response_mask: [1, 1], reward }))
    const faultOf = (rows: readonly CanonicalRow[]) => {
      const { fit, values } = fitted(rows, 1)
      expect(values.every((v) => v === 0)).toBe(true)
      return fit.ok ? 'none' : fit.error
    }
    expect(faultOf(some(undefined, undefined))).toBe('no-outcome')
    expect(faultOf(some(1))).toBe('one-rollout')
    expect(faultOf(some(1, undefined))).toBe('one-rollout')
    expect(faultOf(some(1, 1, 1))).toBe('equal-outcomes')
    const silent: CanonicalRow = { rollout_id: 's', response_mask: [0, 0], reward: 0 }
    expect(faultOf([...some(1), silent])).toBe('one-rollout')
    expect(whyUnfittable([1, 0], [2, 2])).toBeUndefined()
  })

  it('uses outcomes that a person typed', () => {
    const open = TWO.map(({ reward: _, ...row }) => row)
    expect(fitted(open, 1).fit).toEqual({ ok: false, error: 'no-outcome' })
    const typed = { byRollout: { a: 0, b: 1 } }
    expect(fitted(open, 1, typed).values).toEqual(fitted(TWO, 1).values)
  })
})

/** Features of every action token, read off the rows by the words of the panel; one list per rollout. */
function tokensOf(batch: Batch): { x: number[]; y: number }[][] {
  let longest = 0
  const { firstSegment, outcome } = batch.rollout
  const { start } = batch.segment
  for (let r = 0; r < batch.rolloutCount; r++) {
    longest = Math.max(longest, start[firstSegment[r + 1]] - start[firstSegment[r]])
  }
  return Array.from({ length: batch.rolloutCount }, (_, r) => {
    const tokens: { x: number[]; y: number }[] = []
    let [turn, actions] = [0, 0]
    for (let s = firstSegment[r]; s < firstSegment[r + 1]; s++) {
      for (let k = batch.spans.firstOfSegment[s]; k < batch.spans.firstOfSegment[s + 1]; k++) {
        const [from, to] = [batch.spans.start[k], batch.spans.start[k + 1]]
        for (let p = from; p < to; p++) {
          if (batch.mask[p] === 0) continue
          const budget = 1 - (p - start[firstSegment[r]]) / longest
          tokens.push({ x: [turn, budget, s - firstSegment[r], actions++], y: outcome[r] })
        }
        if (batch.mask.subarray(from, to).includes(1)) turn++
      }
    }
    return tokens
  })
}

/** Weighted ridge regression with a full design matrix and Gauss elimination. */
function regression(rollouts: readonly { x: number[]; y: number }[][], ridge: number) {
  const rows = rollouts.flatMap((tokens) => tokens.map((t) => ({ ...t, w: 1 / tokens.length })))
  const total = rollouts.length
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((s, row) => s + row.w * of(row), 0)
  const mean = [0, 1, 2, 3].map((j) => sum(({ x }) => x[j]) / total)
  const std = mean.map((m, j) => Math.sqrt(sum(({ x }) => (x[j] - m) ** 2) / total))
  const z = (x: readonly number[]) => x.map((v, j) => (std[j] < 1e-9 ? 0 : (v - mean[j]) / std[j]))
  const y = sum((row) => row.y) / total
  const system = mean.map((_, i) => [
    ...mean.map((__, j) => sum(({ x }) => z(x)[i] * z(x)[j]) + (i === j ? ridge : 0)),
    sum((row) => z(row.x)[i] * (row.y - y)),
  ])
  for (let i = 0; i < 4; i++) {
    for (let k = 0; k < 4; k++) {
      if (k === i) continue
      const factor = system[k][i] / system[i][i]
      for (let j = i; j < 5; j++) system[k][j] -= factor * system[i][j]
    }
  }
  const beta = system.map((row, i) => row[4] / row[i])
  return { mean: y, value: (x: readonly number[]) => z(x).reduce((s, v, j) => s + beta[j] * v, y) }
}

const someRollouts = fc
  .array(
    fc.record({
      reward: fc.integer({ min: -2, max: 2 }),
      masks: fc.array(fc.array(fc.constantFrom(0, 1, 1), { minLength: 1, maxLength: 9 }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { minLength: 3, maxLength: 8 },
  )
  .map((rollouts) =>
    rollouts.flatMap(({ reward, masks }, r) =>
      masks.map(
        (mask, s): CanonicalRow => ({
          rollout_id: `r${r}`,
          segment_index: s,
          response_mask: s === 0 ? [1, ...mask] : mask,
          ...(s === 0 && { reward }),
        }),
      ),
    ),
  )

describe('a baseline fitted to any trace', () => {
  it('is the regression by its definition, R² too, each rollout left out by a fit without it', () => {
    fc.assert(
      fc.property(someRollouts, fc.constantFrom(0.1, 1, 30), (rows, ridge) => {
        const batch = batchOf(rows)
        const fit = fitBaseline(batch, ridge)
        fc.pre(fit.ok)
        if (!fit.ok) return
        const tokens = tokensOf(batch)
        const want = regression(tokens, ridge)
        const { values } = fitted(rows, ridge)
        const actions = values.filter((_, p) => batch.mask[p] === 1)
        tokens.flat().forEach(({ x }, i) => {
          expect(actions[i]).toBeCloseTo(want.value(x), 8)
        })
        const mse = (own: { x: number[]; y: number }[], value: (x: readonly number[]) => number) =>
          own.reduce((s, { x, y }) => s + (y - value(x)) ** 2, 0) / own.length
        const ratio = { error: 0, spread: 0, leftError: 0, leftSpread: 0 }
        tokens.forEach((own, r) => {
          const rest = regression(
            tokens.filter((_, k) => k !== r),
            ridge,
          )
          ratio.error += mse(own, want.value)
          ratio.spread += (own[0].y - want.mean) ** 2
          ratio.leftError += mse(own, rest.value)
          ratio.leftSpread += (own[0].y - rest.mean) ** 2
        })
        expect(fit.value.r2).toBeCloseTo(1 - ratio.error / ratio.spread, 8)
        expect(fit.value.r2LeftOut).toBeCloseTo(1 - ratio.leftError / ratio.leftSpread, 8)
      }),
      { numRuns: 60 },
    )
  })
})
