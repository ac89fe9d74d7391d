import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { writeTrace } from '../../../src/formats/write/canonical.ts'
import { TRACE_FILES, type TraceFileKind } from '../../../src/formats/write/kinds.ts'
import { type Batch, ENDED } from '../../../src/trace/batch.ts'
import { batchToRows } from '../../../src/trace/batch-rows.ts'
import type { FinishOptions } from '../../../src/trace/builder.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import {
  blob,
  bytesOf,
  comparable,
  FORMAT_FOLDERS,
  filesOf,
  inputsOf,
  load,
  setsOf,
} from '../helpers.ts'
import { allRows } from './arbitrary.ts'

const FORMATS: Readonly<Record<TraceFileKind, string>> = {
  jsonl: 'canonical-jsonl',
  npz: 'canonical-npz',
  parquet: 'canonical-parquet',
}

const batchOf = (rows: readonly CanonicalRow[], marks?: FinishOptions): Batch => {
  const { batch, diagnostics } = traceOfRows(rows, { name: 'x', format: 'x', bytes: 0 }, marks)
  expect(diagnostics).toEqual([])
  return batch
}

async function rereadTrace(batch: Batch, kind: TraceFileKind, given?: Float64Array) {
  const data = await writeTrace(batch, kind, given)
  const result = await readTrace([{ name: 'again', data }], () => {})
  if (!result.ok) throw new Error(JSON.stringify(result.error.refusals))
  const { batch: again, diagnostics, files, unknownColumns, steps } = result.value
  expect(files[0].format).toBe(FORMATS[kind])
  expect(diagnostics).toEqual([])
  expect(unknownColumns).toEqual([])
  return { again, steps }
}

const reread = async (batch: Batch, kind: TraceFileKind) => (await rereadTrace(batch, kind)).again

/** JSON and parquet know no float32 list that is empty, JSON none at all: only the numbers are compared. */
const inDoubles = (batch: Batch) =>
  JSON.parse(
    JSON.stringify(comparable(batch), (_, x) =>
      ArrayBuffer.isView(x)
        ? Array.from(x as Float64Array, (n) => (Object.is(n, -0) ? '-0' : String(n)))
        : x,
    ),
  )

describe.each(TRACE_FILES)('a trace written as %s', (kind) => {
  it('reads as the same batch, whatever columns it has', async () => {
    await fc.assert(
      fc.asyncProperty(
        allRows,
        fc.record({ approximate: fc.boolean(), maskDerived: fc.boolean() }),
        async (rows, marks) => {
          const ids = [...new Set(rows.map(({ rollout_id: id }) => id))]
          const given = Float64Array.from(ids, (_, r) => [12, Number.NaN, 0, -1.5][r])
          const known = ids.flatMap((id, r) =>
            Number.isNaN(given[r]) ? [] : [[id, given[r]] as const],
          )
          const batch = batchOf(rows, { ...marks, steps: new Map(known) })
          const { again, steps } = await rereadTrace(batch, kind, given)
          expect(inDoubles(again)).toEqual(inDoubles(batch))
          expect(steps).toEqual(given)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('says how a segment ended where its file said so, and leaves the rest to the rule', async () => {
    const row = { rollout_id: 'a', response_mask: [1] }
    const batch = batchOf([
      { ...row, segment_index: 0 },
      { ...row, segment_index: 1, ended: 'unknown' },
      { ...row, segment_index: 2, ended: 'condensed' },
      { ...row, segment_index: 3 },
      { ...row, rollout_id: 'b', ended: 'unknown' },
      { ...row, rollout_id: 'c', ended: 'terminated' },
    ])
    const codes = ['condensed', 'condensed', 'condensed', 'terminated', 'unknown', 'terminated']
    const again = await reread(batch, kind)
    for (const { segment } of [batch, again]) {
      expect(Array.from(segment.ended, (code) => ENDED[code])).toEqual(codes)
      expect([...(segment.endedAssumed ?? [])]).toEqual([1, 1, 0, 1, 0, 0])
    }
    expect([...batchToRows(again)].map(({ ended }) => ended)).toEqual([
      undefined,
      undefined,
      'condensed',
      undefined,
      'unknown',
      'terminated',
    ])
    expect(batchOf([{ ...row, ended: 'truncated' }]).segment).not.toHaveProperty('endedAssumed')
  })

  it('has no steps where the trace has none', async () => {
    const { steps } = await rereadTrace(batchOf([{ rollout_id: 'a', response_mask: [1] }]), kind)
    expect(steps).toBeUndefined()
  })

  it.each(FORMAT_FOLDERS)('reads as the same batch for the files of %s', async (format) => {
    const sets = setsOf(format).map((set) => inputsOf(format, set))
    const files = filesOf(format).map((name) => [{ name, data: blob(bytesOf(format, name)) }])
    expect(sets.length + files.length).toBeGreaterThan(0)
    for (const inputs of [...sets, ...files]) {
      const result = await readTrace(inputs, () => {})
      if (!result.ok) throw new Error(`${inputs[0].name} was refused`)
      const { batch, steps } = result.value
      const read = await rereadTrace(batch, kind, steps)
      expect(inDoubles(read.again), inputs[0].name).toEqual(inDoubles(batch))
      expect(read.steps, inputs[0].name).toEqual(steps)
    }
  })
})

describe('what only some containers can do', () => {
  const rows = [{ rollout_id: 'a', response_mask: [1, 1], values: Float32Array.of(0.1, -0) }]

  it.each(['npz', 'parquet'] as const)('%s keeps float32', async (kind) => {
    const { values } = (await reread(batchOf(rows), kind)).columns
    expect(values).toEqual(Float32Array.of(0.1, -0))
  })

  it.each([
    ['a text that ends in NUL', { response_tokens: ['a\0', 'b'] }, 'ends in NUL'],
    ['an empty group', { group_id: '' }, 'An empty `group_id` means none'],
  ])('an npz says that it cannot hold %s', async (_, change, sentence) => {
    const batch = batchOf([{ ...rows[0], ...change }])
    await expect(writeTrace(batch, 'npz')).rejects.toThrow(sentence)
    expect(inDoubles(await reread(batch, 'parquet'))).toEqual(inDoubles(batch))
  })

  it('parquet says that it cannot hold half of a surrogate pair, which JSON Lines can', async () => {
    const batch = batchOf([{ ...rows[0], response_tokens: ['a\ud800', 'b'] }])
    await expect(writeTrace(batch, 'parquet')).rejects.toThrow('half of a surrogate pair')
    expect(inDoubles(await reread(batch, 'jsonl'))).toEqual(inDoubles(batch))
  })

  it('writes many row groups', async () => {
    const many = Array.from({ length: 1100 }, (_, r) => ({
      rollout_id: `r${r}`,
      response_mask: [1],
      values: [r],
    }))
    const batch = batchOf(many)
    expect(inDoubles(await reread(batch, 'parquet'))).toEqual(inDoubles(batch))
  })

  it('gives equal files for equal traces', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => writeTrace(batchOf(rows), 'npz')))
    expect(new Uint8Array(await one.arrayBuffer())).toEqual(
      new Uint8Array(await other.arrayBuffer()),
    )
    expect((await load(new Uint8Array(await one.arrayBuffer()))).batch.rollout.id).toEqual(['a'])
  })
})
