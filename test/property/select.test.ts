import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchToRows } from '../../src/trace/batch-rows.ts'
import { selectRollouts } from '../../src/trace/select.ts'
import { rolloutsOfStep } from '../../src/trace/step-rollouts.ts'
import { batchOf } from '../support/batches.ts'
import { richRows } from '../support/rich-rows.ts'

const plain = (rows: Iterable<object>): unknown =>
  JSON.parse(
    JSON.stringify([...rows], (_, value) =>
      ArrayBuffer.isView(value) ? [...(value as never)] : value,
    ),
  )

describe('some rollouts of a batch', () => {
  it('are the batch that their rows alone build, texts and ids too', () => {
    fc.assert(
      fc.property(richRows, fc.infiniteStream(fc.boolean()), (rows, keeps) => {
        const whole = batchOf(
          rows.map((row, i) => ({
            ...row,
            response_ids: Array.from(row.response_mask, (_, k) => 100 * i + k),
            response_tokens: Array.from(row.response_mask, (_, k) => `${i}·${k} `),
            policy_versions: Array.from(row.response_mask, () => i),
            prompt_parts: [{ label: `p${i}`, length: i, text: 'é'.repeat(i) }],
          })),
        )
        const kept = whole.rollout.id.flatMap((_, r) => (keeps.next().value ? [r] : []))
        fc.pre(kept.length > 0)
        const part = selectRollouts(whole, kept)
        const ids = new Set(kept.map((r) => whole.rollout.id[r]))
        const ownRows = [...batchToRows(whole)].filter(({ rollout_id }) => ids.has(rollout_id))
        expect(plain(batchToRows(part))).toEqual(plain(ownRows))
        const want = batchOf(ownRows)
        expect(part.groupIds).toEqual(want.groupIds)
        expect([...part.rollout.group]).toEqual([...want.rollout.group])
        expect([...part.segment.rollout]).toEqual([...want.segment.rollout])
        expect([...part.segment.start]).toEqual([...want.segment.start])
        expect([...part.spans.start]).toEqual([...want.spans.start])
        expect([...part.mask]).toEqual([...want.mask])
        expect(part.positionCount).toBe(want.positionCount)
      }),
      { numRuns: 150 },
    )
  })

  it('of a training step are those whose step is known to be it', () => {
    expect([...rolloutsOfStep([12, Number.NaN, 13, 12], 12)]).toEqual([0, 3])
    expect([...rolloutsOfStep([], 12)]).toEqual([])
  })
})
