import { gzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { reportOf } from '../../../src/formats/report.ts'
import { bytesOf, lines, load, read, refusal } from '../helpers.ts'

const hostile = (name: string) => bytesOf('hostile', name)

describe('hostile files', () => {
  it('reads what stands before a truncated last line', async () => {
    const { batch, diagnostics } = await load(hostile('01-truncated-last-line.jsonl'))
    expect(Array.from(batch.rollout.firstSegment)).toEqual([0, 2, 3])
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0])
    expect(batch.groupIds).toHaveLength(1)
    expect(diagnostics).toHaveLength(1)
    expect(diagnostics[0]).toMatchObject({ line: 4, severity: 'warning' })
    expect(diagnostics[0].message).toContain('JSON ends inside a string (file truncated?)')
  })

  it('takes a NaN or infinite score for missing, never for 0', async () => {
    const { batch, diagnostics } = await load(hostile('02-nan-infinity.jsonl'))
    expect(Array.from(batch.rollout.outcome)).toEqual([1, NaN, NaN, 0.5])
    expect(diagnostics.map((d) => [d.line, d.field, d.code, d.severity])).toEqual([
      [2, 'score', 'non-finite', 'warning'],
      [3, 'score', 'non-finite', 'warning'],
    ])
  })

  it('reads a session with BOM, CRLF, U+2028 and no compactMetadata without a word', async () => {
    const { batch, turns, diagnostics } = await load(
      hostile('03-bom-crlf-no-compactMetadata.jsonl'),
    )
    expect(batch.rolloutCount).toBe(1)
    expect(Array.from(turns)).toEqual([1, 1])
    expect(diagnostics).toEqual([])
  })

  it('says that an empty file is empty', async () => {
    const { text } = await refusal(hostile('05-empty.jsonl'), '05-empty.jsonl')
    expect(text).toContain('05-empty.jsonl is empty (0 bytes)')
  })

  it('names every tensor with wrong offsets, and gives no numbers', async () => {
    const { text } = await refusal(hostile('07-safetensors-wrong-offsets.safetensors'))
    expect(text).toContain('rewards has shape [4] F32 = 16 bytes but data_offsets [16, 28] = 12')
    expect(text).toContain('advantages ends at 428 but the data section has 28 bytes')
    expect(text).toContain('cu_seqlens has begin 24 > end 8')
  })

  it('does not open pickled objects in an npy', async () => {
    const { text } = await refusal(hostile('08-object-dtype.npy'))
    expect(text).toContain('dtype |O holds pickled Python objects, which this app does not open')
  })

  it('says that a parquet file is truncated, with its size', async () => {
    const { text } = await refusal(hostile('10-truncated.parquet'))
    expect(text).toContain('parquet footer (PAR1) missing: file is truncated or incomplete')
    expect(text).toContain('1059 bytes')
  })

  it('says how deep 200,000 brackets are nested', async () => {
    const { text } = await refusal(hostile('11-deep-200k.json'))
    expect(text).toContain('nested deeper than 200 levels (200000)')
  })

  it('reads the good lines of an AReaL dump and names impossible lengths', async () => {
    const { batch, diagnostics } = await load(hostile('14-negative-lengths.jsonl'))
    expect(Array.from(batch.segment.start)).toEqual([0, 100, 150])
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0])
    expect(diagnostics.map((d) => d.line)).toEqual([2, 3])
    expect(diagnostics[0].message).toContain('seqlen is -5')
    expect(diagnostics[1].message).toContain('prompt_len 900 exceeds seqlen 100')
  })
})

describe('files of formats that are not read', () => {
  it.each([
    ['table', { who: 'knows' }],
    ['unknown', 42],
  ])('guesses %s', async (format, record) => {
    const { guess, text } = await refusal(JSON.stringify(record))
    expect(guess).toBe(format)
    expect(text).toContain('Segue reads:')
  })

  it.each([
    ['zstd', [0x28, 0xb5, 0x2f, 0xfd, 0, 0]],
    ['pickle', [0x80, 4, 0x95, 0, 0]],
    ['utf-16', [0xff, 0xfe, 0x7b, 0, 0x22, 0]],
    ['unknown', [1, 2, 3, 0, 0, 0]],
  ])('guesses %s from its first bytes', async (format, bytes) => {
    expect((await refusal(Uint8Array.from(bytes))).guess).toBe(format)
  })

  it('refuses text that is no JSON with the line', async () => {
    const { text } = await refusal('hello\nworld', 'note.txt')
    expect(text).toContain('note.txt, line 1: not JSON')
  })

  it('unpacks gzip, and says when the gzip is cut', async () => {
    const rows = lines({ rollout_id: 'a', response_mask: [1, 1], reward: 1 })
    const packed = new Uint8Array(gzipSync(new TextEncoder().encode(rows)))
    expect((await load(packed)).batch.positionCount).toBe(2)
    expect((await refusal(packed.slice(0, -12))).text).toContain('broken gzip data')
  })

  it('refuses a cut zip', async () => {
    const zip = bytesOf('canonical-npz', 'plain.npz')
    expect((await refusal(zip.slice(0, 900))).text).toContain('broken zip archive')
  })

  it('reports exit-worthy failures in the shape inspect prints', async () => {
    const report = reportOf(await read('', 'x'))
    expect(report).toMatchObject({ files: [{ name: 'x', format: null, bytes: 0 }], rollouts: [] })
  })
})
