import { describe, expect, it } from 'vitest'
import { nameOfSpan, numberOfSpan, SPAN_KINDS } from '../../../src/trace/batch.ts'
import { BatchBuilder } from '../../../src/trace/builder.ts'
import { DiagnosticList } from '../../../src/trace/diagnostic-list.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'

function build(...rows: readonly CanonicalRow[]) {
  const builder = new BatchBuilder()
  for (const [i, row] of rows.entries()) {
    builder.addRow(row, { file: 'f', line: i + 1, row: i })
  }
  return builder.finish()
}

const row = (rollout_id: string, rest: Partial<CanonicalRow> = {}): CanonicalRow => ({
  rollout_id,
  response_mask: [1],
  ...rest,
})

describe('order', () => {
  it('puts rollouts by first appearance and segments by index, whatever the rows are', () => {
    const { batch } = build(
      row('b', { segment_index: 2, response_ids: [22] }),
      row('a', { response_ids: [10] }),
      row('b', { segment_index: 0, response_ids: [20] }),
      row('a', { response_ids: [11] }),
      row('b', { segment_index: 1, response_ids: [21] }),
    )
    expect(batch.rollout.id).toEqual(['b', 'a'])
    expect(Array.from(batch.rollout.firstSegment)).toEqual([0, 3, 5])
    expect(Array.from(batch.tokenIds ?? [])).toEqual([20, 21, 22, 10, 11])
    expect(Array.from(batch.segment.row)).toEqual([2, 4, 0, 1, 3])
    expect(Array.from(batch.segment.rollout)).toEqual([0, 0, 0, 1, 1])
  })

  it('moves every column, text and prompt with its segment', () => {
    const { batch } = build(
      row('a', {
        segment_index: 1,
        response_mask: [1, 0],
        values: [1, 2],
        response_tokens: ['é', 'x'],
        prompt_parts: [{ label: 'p', length: 4, text: 'four' }],
      }),
      row('a', { segment_index: 0, response_mask: [0], rewards: [3], response_tokens: ['世'] }),
    )
    expect(Array.from(batch.columns.values ?? [])).toEqual([NaN, 1, 2])
    expect(Array.from(batch.columns.rewards ?? [])).toEqual([3, NaN, NaN])
    expect(new TextDecoder().decode(batch.text?.bytes)).toBe('世éx')
    expect(Array.from(batch.text?.offset ?? [])).toEqual([0, 3, 5, 6])
    expect(Array.from(batch.prompt.firstOfSegment)).toEqual([0, 0, 1])
    expect(Array.from(batch.segment.promptLength)).toEqual([0, 4])
  })
})

describe('spans', () => {
  it('derives mask runs: prompt only where masked positions open a later segment', () => {
    const { batch, turns } = build(
      row('a', { response_mask: [0, 1, 1, 0] }),
      row('a', { response_mask: [0, 1, 0, 1] }),
    )
    expect(Array.from(batch.spans.start)).toEqual([0, 1, 3, 4, 5, 6, 7, 8])
    expect(Array.from(batch.spans.kind)).toEqual([1, 0, 1, 4, 0, 1, 0])
    expect(Array.from(batch.spans.firstOfSegment)).toEqual([0, 3, 7])
    expect(Array.from(turns)).toEqual([1, 2])
  })

  it('derives a summary after a boundary `summary`, and leaves declared kinds alone', () => {
    const { batch } = build(
      row('a', { response_mask: [1], boundary: 'summary' }),
      row('a', { response_mask: [0, 1], boundary: 'drop' }),
      row('a', { response_mask: [0, 1], boundary: 'summary' }),
      row('a', { response_mask: [0, 1], turns: [{ start: 0, end: 1, kind: 'skeleton' }] }),
    )
    expect(Array.from(batch.spans.kind, (k) => SPAN_KINDS[k])).toEqual([
      'action',
      ...['summary', 'action'],
      ...['prompt', 'action'],
      ...['skeleton', 'action'],
    ])
  })

  it('calls a masked opening a kept skeleton where its ids repeat an end of the response before', () => {
    const openingAfter = (response_ids: readonly number[]): string | undefined => {
      const { batch } = build(
        row('a', { response_mask: [1, 0, 0, 1], response_ids: [5, 6, 7, 8] }),
        row('a', { response_mask: [0, 0, 1], response_ids: [...response_ids, 9] }),
      )
      return SPAN_KINDS[batch.spans.kind[batch.spans.firstOfSegment[1]]]
    }
    expect(openingAfter([5, 6])).toBe('skeleton')
    expect(openingAfter([7, 8])).toBe('skeleton')
    expect(openingAfter([6, 7])).toBe('prompt')
    expect(openingAfter([1, 2])).toBe('prompt')
  })

  it('fills the gaps between declared turns', () => {
    const { batch, turns } = build(
      row('a', {
        response_mask: [1, 1, 0, 1, 1],
        turns: [{ start: 1, end: 4, kind: 'action', tool: 'sh', reward: 0.5, latency_ms: 9 }],
      }),
    )
    expect(Array.from(batch.spans.start)).toEqual([0, 1, 4, 5])
    const { spans } = batch
    expect(Array.from(spans.turn)).toEqual([-1, 0, -1])
    expect([0, 1, 2].map((k) => numberOfSpan(spans, 'reward', k))).toEqual([NaN, 0.5, NaN])
    const tools = [0, 1, 2].map((k) => batch.strings[nameOfSpan(spans, 'tool', k)])
    expect(tools).toEqual([undefined, 'sh', undefined])
    expect(Array.from(turns)).toEqual([1])
  })
})

describe('columns', () => {
  it('keeps float32 while every row is float32, else float64', () => {
    const f32 = build(row('a', { values: Float32Array.of(0.1) }))
    expect(f32.batch.columns.values).toBeInstanceOf(Float32Array)
    const mixed = build(row('a', { values: Float32Array.of(0.5) }), row('b', { values: [0.1] }))
    expect(mixed.batch.columns.values).toEqual(Float64Array.of(0.5, 0.1))
  })

  it('has no column that only a left-out rollout recorded', () => {
    const { batch } = build(row('a'), row('b', { advantages: [1] }), row('b', { values: [] }))
    expect(batch.rollout.id).toEqual(['a'])
    expect(batch.columns).toEqual({})
  })

  it('copies what it is given', () => {
    const builder = new BatchBuilder()
    const values = Float32Array.of(1)
    builder.addRow(row('a', { values }), { file: 'f', line: 1, row: 0 })
    values[0] = 9
    expect(builder.finish().batch.columns.values).toEqual(Float32Array.of(1))
  })

  it('counts an empty list of rewards as their sum, 0', () => {
    const builder = new BatchBuilder()
    const row = { rollout_id: 'c', response_mask: [], rewards: [] }
    builder.addRow(row, { file: 'f', line: 1, row: 0 })
    expect(Array.from(builder.finish({}).batch.rollout.outcome)).toEqual([0])
  })

  it('counts a missing outcome as NaN, rewards by their sum', () => {
    const { batch } = build(row('a'), row('b', { rewards: [1] }), row('b', { rewards: [2] }))
    expect(Array.from(batch.rollout.outcome)).toEqual([NaN, 3])
  })
})

describe('what is left out', () => {
  it('takes later rows of a rejected rollout along', () => {
    const builder = new BatchBuilder()
    builder.addRow(row('a'), { file: 'f', line: 1, row: 0 })
    builder.reject('a', { code: 'x', severity: 'error', file: 'f', message: 'm' })
    builder.addRow(row('a'), { file: 'f', line: 2, row: 1 })
    builder.addRow(row('b'), { file: 'f', line: 3, row: 2 })
    expect(builder.finish().batch.rollout.id).toEqual(['b'])
  })

  it('names the later of two rows that do not fit, in file order', () => {
    const gap = build(row('a', { segment_index: 2 }), row('a', { segment_index: 0 }))
    expect(gap.diagnostics).toMatchObject([{ code: 'segment-gap', line: 2 }])
    const twice = build(row('a', { segment_index: 0 }), row('a', { segment_index: 0 }))
    expect(twice.diagnostics).toMatchObject([{ code: 'duplicate-segment', line: 2 }])
    const late = build(row('a', { segment_index: 1 }))
    expect(late.diagnostics).toMatchObject([{ code: 'segment-gap', line: 1 }])
  })

  it('builds an empty batch out of nothing', () => {
    const { batch } = build()
    expect(batch.positionCount).toBe(0)
    expect(Array.from(batch.segment.start)).toEqual([0])
    expect(Array.from(batch.spans.start)).toEqual([0])
  })

  it('bounds the number of diagnostics and says how many are missing', () => {
    const list = new DiagnosticList()
    for (let i = 0; i < 1500; i++) {
      list.add({ code: 'x', severity: 'error', file: 'f', message: `${i}` })
    }
    const shown = list.list()
    expect(shown).toHaveLength(DiagnosticList.LIMIT + 1)
    expect(shown[shown.length - 1].message).toContain('500 more')
  })
})

describe('size', () => {
  it('takes 3 M positions in 30,000 rows with a few bytes per position', () => {
    const builder = new BatchBuilder()
    const mask = new Uint8Array(100).fill(1)
    const values = new Float32Array(100)
    for (let i = 0; i < 30_000; i++) {
      builder.addRow(
        { rollout_id: `r${i >> 2}`, response_mask: mask, values },
        { file: 'f', line: i + 1, row: i },
      )
    }
    const { batch } = builder.finish()
    expect(batch.positionCount).toBe(3_000_000)
    // Trimmed: no spare room of the growing columns stays behind.
    expect(batch.mask.buffer.byteLength).toBe(3_000_000)
    expect(batch.columns.values?.buffer.byteLength).toBe(12_000_000)
  })
})
