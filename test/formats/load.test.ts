import { describe, expect, it } from 'vitest'
import { readTrace } from '../../src/formats/read.ts'
import type { Progress } from '../../src/formats/types.ts'
import { batchToRows } from '../../src/trace/batch-rows.ts'
import { BatchBuilder } from '../../src/trace/builder.ts'
import { blob, bytesOf, comparable, FORMAT_FOLDERS, filesOf, lines, load } from './helpers.ts'

const row = (rollout_id: string, rest: object = {}) => ({ rollout_id, response_mask: [1], ...rest })
const open = (...texts: string[]) => texts.map((text, i) => ({ name: `f${i}`, data: blob(text) }))

describe('a load', { timeout: 30_000 }, () => {
  it('puts rows of one rollout together over several files', async () => {
    const result = await readTrace(
      open(lines(row('a', { segment_index: 1 }), row('b')), lines(row('a', { segment_index: 0 }))),
      () => {},
    )
    if (!result.ok) throw new Error('refused')
    const { batch } = result.value
    expect(batch.rollout.id).toEqual(['a', 'b'])
    expect(Array.from(batch.segment.row)).toEqual([2, 0, 1])
  })

  it('keeps equal ids of different formats apart', async () => {
    const verl = { input: 'i', output: 'o', score: 1, step: 1, uid: 'a_0_0' }
    const result = await readTrace(open(lines(row('a_0')), lines(verl)), () => {})
    if (!result.ok) throw new Error('refused')
    expect(result.value.batch.rollout.id).toEqual(['a_0', 'a_0 (verl-jsonl)'])
    expect(result.value.batch.approximate).toBe(true)
  })

  it('lists a refused file while it reads the others', async () => {
    const result = await readTrace(open(lines(row('a')), 'nonsense', ''), () => {})
    if (!result.ok) throw new Error('refused')
    expect(result.value.files.map((f) => f.format)).toEqual([
      'canonical-jsonl',
      undefined,
      undefined,
    ])
    expect(result.value.refusals.map((r) => r.file)).toEqual(['f1', 'f2'])
  })

  it('refuses when every rollout was left out, with the reasons', async () => {
    const result = await readTrace(open(lines(row('a', { values: [1, 2] }))), () => {})
    if (result.ok) throw new Error('read')
    const [refusal] = result.error.refusals
    expect(refusal.guess).toBe('canonical-jsonl')
    expect(refusal.diagnostics.map((d) => d.code)).toEqual(['no-rollouts', 'bad-length'])
  })

  it('reports progress by bytes, up to the total', async () => {
    const text = lines(...Array.from({ length: 40_000 }, (_, i) => row(`r${i}`, { values: [0.5] })))
    const steps: Progress[] = []
    await readTrace(open(text, text.replaceAll('"r', '"s')), (p) => steps.push(p))
    const done = steps.flatMap((p) => (p.phase === 'reading' ? [p.done / p.total] : []))
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(done[done.length - 1]).toBe(1)
    expect(new Set(done).size).toBeGreaterThan(4)
    expect(steps[steps.length - 1].phase).toBe('building')
  })

  it('stops soon after an abort, whatever is left to read', async () => {
    const line = JSON.stringify(row('r', { values: [0.123456789] }))
    const data = new Blob(Array.from({ length: 60 }, () => `${line}\n`.repeat(20_000)))
    const abort = new AbortController()
    let seen = 0
    const reading = readTrace(
      [{ name: 'big', data }],
      (p) => {
        if (p.phase !== 'reading') return
        seen = p.done / p.total
        if (seen > 0.05) abort.abort(new Error('stop'))
      },
      abort.signal,
    )
    await expect(reading).rejects.toThrow('stop')
    expect(seen).toBeLessThan(0.2)
  })

  it('lets timers run while it reads', async () => {
    const line = JSON.stringify(row('r', { extra: Array.from({ length: 40 }, Math.random) }))
    const data = new Blob([`${line}\n`.repeat(20_000)])
    let ticks = 0
    const timer = setInterval(() => ticks++, 5)
    await readTrace([{ name: 'big', data }], () => {})
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(1)
  })
})

describe('batch → rows → batch', () => {
  for (const format of FORMAT_FOLDERS) {
    for (const file of filesOf(format)) {
      it(`is exact for ${file}`, async () => {
        const { batch } = await load(bytesOf(format, file))
        const builder = new BatchBuilder()
        let n = 0
        for (const r of batchToRows(batch)) {
          builder.addRow(r, { file: 'again', line: n + 1, row: n++ })
        }
        const { approximate, maskDerived } = batch
        const again = builder.finish({ approximate, maskDerived })
        expect(again.diagnostics).toEqual([])
        expect(comparable(again.batch)).toEqual(comparable(batch))
      })

      it(`is exact through a share file for ${file}`, async () => {
        const { batch } = await load(bytesOf(format, file))
        const typed = (_: string, x: unknown) =>
          ArrayBuffer.isView(x) ? Array.from(x as never) : x
        const share = { segue: 1, rows: [...batchToRows(batch)], approximate: batch.approximate }
        const { batch: again } = await load(JSON.stringify(share, typed))
        const { strings, columns, valuesPerCritic, maskDerived, ...rest } = comparable(batch)
        expect(comparable(again)).toMatchObject(rest)
        for (const [name, values] of Object.entries(columns)) {
          // JSON of this test has no -0.
          const written = Array.from(values, (x) => x + 0)
          expect(Array.from(again.columns[name as 'values'] ?? [])).toEqual(written)
        }
      })
    }
  }
})
