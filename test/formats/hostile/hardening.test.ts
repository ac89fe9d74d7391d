import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { checkMembers } from '../../../src/formats/containers/zip.ts'
import { readTrace } from '../../../src/formats/read.ts'
import type { TraceInput } from '../../../src/formats/types.ts'
import { blob, bytesOf, column, lines, load, npy, refusal } from '../helpers.ts'

const row = (rollout_id: unknown, rest: object = {}) => ({
  rollout_id,
  response_mask: [1, 0],
  ...rest,
})
const texts = (...contents: readonly string[]): TraceInput[] =>
  contents.map((content, i) => ({ name: `f${i}`, data: blob(content) }))
const packed = (content: string | Uint8Array) => new Uint8Array(gzipSync(content))

/** A blob of which only the first `good` bytes can still be read; its stream fails as Chromium's does. */
function vanishing(content: string, good: number): Blob {
  const data = blob(content)
  const slice = data.slice.bind(data)
  let streamed = 0
  const pull = (out: ReadableByteStreamController) => {
    if (streamed >= good) return out.error(new TypeError('network error'))
    out.enqueue(new TextEncoder().encode(content.slice(streamed, streamed + 2 ** 16)))
    streamed += 2 ** 16
  }
  data.stream = () => new ReadableStream({ type: 'bytes', pull })
  const gone = () => Promise.reject(new DOMException('The file changed.', 'NotReadableError'))
  data.slice = (from = 0, to = data.size) => {
    const part = slice(from, to)
    if (Math.min(to, data.size) > good) part.arrayBuffer = gone
    return part
  }
  return data
}

describe('hostile rows', () => {
  it.each(['__proto__', 'constructor', '', '\ud800', 'a\u0000b', 'x'.repeat(100_000)])(
    'keeps the id %j apart from others',
    async (id) => {
      const turns = [{ start: 0, end: 1, kind: 'action', tool: id, state_key: id }]
      const { batch, diagnostics } = await load(
        lines(row(id, { group_id: id, turns }), row('b', { group_id: id }), row(id)),
      )
      expect(diagnostics).toEqual([])
      expect(batch.rollout.id).toEqual([id, 'b'])
      expect(batch.groupIds).toEqual([id])
      expect(Array.from(batch.rollout.firstSegment)).toEqual([0, 2, 3])
    },
  )

  it('does not repeat an id of 100 kB in its messages', async () => {
    const id = 'x'.repeat(100_000)
    const bad = Array.from({ length: 20 }, (_, i) => row(`${id}${i}`, { values: [1] }))
    const { diagnostics } = await load(lines(row('a'), ...bad, row('a', { group_id: id })))
    expect(diagnostics).toHaveLength(20)
    for (const { message } of diagnostics) expect(message.length).toBeLessThan(400)
  })

  it('keeps -0, denormals and 1e308, and says so when they sum to infinity', async () => {
    const text = lines(
      row('a', { values: ['minus zero', 5e-324], reward: 1e308 }),
      row('b', { rewards: [1e308, 1e308] }),
      row('c', {
        values_per_critic: [
          [1e308, 0],
          [1e308, 0],
        ],
      }),
    )
    const { batch, diagnostics } = await load(text.replace('"minus zero"', '-0'))
    expect(column(batch, 'values').slice(0, 2)).toEqual([-0, 5e-324])
    expect(Array.from(batch.rollout.outcome)).toEqual([1e308, Number.NaN])
    expect(diagnostics.map((d) => [d.severity, d.line, d.field])).toEqual([
      ['error', 3, 'values_per_critic'],
      ['warning', 2, 'rewards'],
    ])
    expect(diagnostics[1].message).toContain('sum to Infinity, so its outcome counts as missing')
  })

  it('reads segments without positions, also where a rollout has no others', async () => {
    const empty = { response_mask: [], values: [], response_ids: [] }
    const { batch, has } = await load(
      lines(row('a', empty), row('a', { values: [1, 2] }), row('b', empty), row('b', empty)),
    )
    expect(Array.from(batch.segment.start)).toEqual([0, 0, 2, 2, 2])
    expect(Array.from(batch.rollout.firstSegment)).toEqual([0, 2, 4])
    expect(has.values).toBe(true)
  })

  it('reads 5,000 segments of one rollout, last one first', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => row('a', { segment_index: 4999 - i }))
    const { batch } = await load(lines(...rows))
    expect(Array.from(batch.rollout.firstSegment)).toEqual([0, 5000])
    expect(batch.segment.row[0]).toBe(4999)
  })

  it('keeps the names of 500 unknown columns at the most', async () => {
    const rows = Array.from({ length: 800 }, (_, i) => row(`r${i}`, { [`column ${i}`]: 1 }))
    expect((await load(lines(...rows))).unknownColumns).toHaveLength(500)
  })

  it('finds the rollout of a broken line whose id has a million escapes', async () => {
    const broken = `{"rollout_id":"${'\\n'.repeat(1e6)}","response_mask":[1], oops}`
    const { batch, diagnostics } = await load(`${lines(row('a'))}\n${broken}`)
    expect(batch.rollout.id).toEqual(['a'])
    expect(diagnostics).toMatchObject([{ code: 'bad-json', line: 2 }])
  })

  it('says that a JSON text holds NUL bytes', async () => {
    expect((await refusal(`${lines(row('a'))}\n\u0000\u0000`)).text).toContain('NUL bytes')
  })
})

describe('hostile files of a load', { timeout: 30_000 }, () => {
  it('reads 300 files at once', async () => {
    const files = Array.from({ length: 300 }, (_, i) =>
      lines(row(`r${i}`), row('shared', { segment_index: i })),
    )
    const result = await readTrace(texts(...files), () => {})
    if (!result.ok) throw new Error('refused')
    expect(result.value.batch.rolloutCount).toBe(301)
    expect(result.value.batch.segmentCount).toBe(600)
  })

  it('leaves out what a file held that changes while it is read, and keeps the other files', async () => {
    const half = lines(...Array.from({ length: 40_000 }, (_, i) => row(`lost ${i}`)))
    const data = vanishing(`${half}\n${half}`, 2 ** 21)
    const inputs = [{ name: 'changed', data }, ...texts(lines(row('kept')))]
    const result = await readTrace(inputs, () => {})
    if (!result.ok) throw new Error('refused')
    expect(result.value.batch.rollout.id).toEqual(['kept'])
    expect(result.value.refusals).toMatchObject([{ file: 'changed' }])
    expect(result.value.refusals[0].diagnostics[0].message).toContain('changed or vanished')
    expect(result.value.files.map((f) => f.format)).toEqual([undefined, 'canonical-jsonl'])
  })

  it('refuses a folder, and a session that vanishes', async () => {
    const session = new TextDecoder().decode(bytesOf('claude-code', 'compacted-twice.jsonl'))
    const long = `${session}\n${'{"type":"summary","leafUuid":"x"}\n'.repeat(100_000)}`
    for (const data of [vanishing('x', 0), vanishing(long, 2 ** 20)]) {
      const result = await readTrace([{ name: 'x', data }], () => {})
      expect(result.ok).toBe(false)
      if (!result.ok) expect(result.error.refusals[0].diagnostics[0].code).toBe('unreadable')
    }
  })

  it('reads a gzip of rows, and withdraws them if the gzip breaks behind them', async () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => row(`r${i}`, { note: `${Math.sin(i)}` }))
    const whole = packed(lines(...rows))
    expect((await load(whole)).batch.rolloutCount).toBe(30_000)
    expect((await refusal(whole.slice(0, -1000))).text).toContain('broken gzip data')
  })

  it('refuses gzip bombs, soon', async () => {
    const blank = new Uint8Array(300 * 2 ** 20).fill(10)
    blank.set(new TextEncoder().encode(lines(row('a'))))
    expect((await refusal(packed(blank))).text).toContain('looks like a gzip bomb')
    blank.fill(0)
    expect((await refusal(packed(blank))).text).toContain('binary data')
  })

  it('names the limit of a record that is too long, and reads the others', async () => {
    const long = new Blob([
      `${lines(row('a'))}\n{"rollout_id":"b","x":"`,
      ...Array.from({ length: 260 }, () => 'x'.repeat(2 ** 20)),
      `"}\n${lines(row('c'))}`,
    ])
    const result = await readTrace([{ name: 'long', data: long }], () => {})
    if (!result.ok) throw new Error('refused')
    expect(result.value.batch.rollout.id).toEqual(['a', 'c'])
    expect(result.value.diagnostics[0].message).toContain('at most 268435456 (256 MiB) are read')
  })
})

describe('hostile archives', { timeout: 30_000 }, () => {
  const base = {
    'rollout_id.npy': npy('<i4', '(2,)', Int32Array.of(1, 2)),
    'cu_seqlens.npy': npy('<i8', '(3,)', BigInt64Array.of(0n, 2n, 3n)),
    'response_mask.npy': npy('|u1', '(3,)', Uint8Array.of(1, 0, 1)),
    'values.npy': npy('<f4', '(3,)', Float32Array.of(1, 2, 3)),
  }
  const zip = (more: Record<string, Uint8Array> = {}) => Buffer.from(zipSync({ ...base, ...more }))
  /** Overwrites a 32-bit field of the directory's entry for `values.npy`. */
  const patched = (field: number, value: number) => {
    const bytes = zip()
    bytes.writeUInt32LE(value, bytes.lastIndexOf('values.npy') - 46 + field)
    return new Uint8Array(bytes)
  }
  const [PACKED, SIZE, OFFSET] = [20, 24, 42]

  it.each([
    ['claims more than it can hold', patched(SIZE, 3e9), 'claims 3000000000 bytes'],
    ['unpacks to more than it declares', patched(SIZE, 20), 'unpacks to more than its 20 bytes'],
    ['unpacks to less than it declares', patched(SIZE, 999), 'unpacks to less than its 999 bytes'],
    ['ends outside the file', patched(PACKED, 1e6), 'lies outside the data'],
    ['shares its bytes with another', patched(OFFSET, 0), 'overlap'],
  ])('refuses a member that %s', async (_, bytes, sentence) => {
    expect((await refusal(bytes)).text).toContain(sentence)
  })

  it('does not unpack arrays that it does not know, and skips folders', async () => {
    const bomb = zip({ 'junk.npy': new Uint8Array(1e8), 'folder/': new Uint8Array() })
    const before = performance.now()
    const { batch, unknownColumns } = await load(new Uint8Array(bomb))
    expect(performance.now() - before).toBeLessThan(1000)
    expect(unknownColumns).toEqual(['junk'])
    expect(column(batch, 'values')).toEqual([1, 2, 3])
  })

  it('refuses arrays that unpack to more than 2 GiB together, unless they are stored', () => {
    const member = { name: 'x', encrypted: false, packed: 3e9, size: 3e9, offset: 0 }
    expect(() => checkMembers([{ ...member, method: 0 }])).not.toThrow()
    expect(() => checkMembers([{ ...member, method: 8 }])).toThrow(
      '2.8 GiB; at most 2 GiB are read',
    )
  })

  it('refuses an array that stands twice', async () => {
    const bytes = zip({ 'valuez.npy': npy('<f4', '(3,)', Float32Array.of(3, 2, 1)) })
    for (let at = bytes.indexOf('valuez'); at >= 0; at = bytes.indexOf('valuez')) {
      bytes.write('values', at)
    }
    expect((await refusal(new Uint8Array(bytes))).text).toContain('`values` stands twice')
  })

  it('says why a needed array of Python objects is not opened', async () => {
    const { text } = await refusal(
      new Uint8Array(zip({ 'rollout_id.npy': npy('|O', '(2,)', new Uint8Array(20)) })),
    )
    expect(text).toContain('`rollout_id` is left out: dtype |O holds pickled Python objects')
    expect(text).toContain('dtype <U')
  })

  it('refuses a table that claims more than five million rows', async () => {
    const bytes = zip({ 'cu_seqlens.npy': npy('|u1', '(5000002,)', new Uint8Array(5_000_002)) })
    expect((await refusal(new Uint8Array(bytes))).text).toContain('at most 5000000 are read')
  })
})
