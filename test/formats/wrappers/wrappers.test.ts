import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { batchToRows } from '../../../src/trace/batch-rows.ts'
import { blob, bytesOf, comparable, lines, load, refusal } from '../helpers.ts'

const file = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, 'files', name)))
const plain = () => bytesOf('canonical-jsonl', 'search.jsonl')
const join2 = (...parts: Uint8Array[]) => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
const zip = (members: Record<string, Uint8Array>, level: 0 | 6 = 6) =>
  new Uint8Array(zipSync(members, { level }))

/** A stored zip of one member, its headers changed to say that the member is zstd of `size` bytes. */
function zstdZip(packed: Uint8Array, size: number) {
  const bytes = zip({ 'a.jsonl': packed }, 0)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at + 4 < bytes.length; at++) {
    const signature = view.getUint32(at, true)
    if (signature === 0x04034b50) {
      view.setUint16(at + 8, 93, true)
      view.setUint32(at + 22, size, true)
    } else if (signature === 0x02014b50) {
      view.setUint16(at + 10, 93, true)
      view.setUint32(at + 24, size, true)
    }
  }
  return bytes
}

describe('wrappers', () => {
  it.each([
    ['zstd', () => file('search.jsonl.zst')],
    ['gzip', () => new Uint8Array(gzipSync(plain()))],
    ['a zip', () => zip({ 'x/search.jsonl': plain() })],
    ['a stored zip', () => zip({ 'search.jsonl': plain() }, 0)],
    ['zstd in a zip', () => zip({ 'search.jsonl.zst': file('search.jsonl.zst') })],
    ['a zip of zstd members', () => zstdZip(file('search.jsonl.zst'), plain().length)],
    ['a zip in gzip', () => new Uint8Array(gzipSync(zip({ a: plain() })))],
    [
      'two zstd frames and a skippable one',
      () => join2(file('search.jsonl.zst'), Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 9)),
    ],
  ])('reads the same through %s', async (_, wrap) => {
    const bare = await load(plain())
    const wrapped = await load(wrap())
    expect(comparable(wrapped.batch)).toEqual(comparable(bare.batch))
    expect(wrapped.diagnostics).toEqual(bare.diagnostics)
  })

  it('reads a binary format through zstd', async () => {
    const bare = await load(bytesOf('canonical-npz', 'plain.npz'))
    const { batch } = await load(file('plain.npz.zst'))
    expect([...batchToRows(batch)]).toEqual([...batchToRows(bare.batch)])
  })

  it('joins text over frames', async () => {
    const { batch } = await load(join2(file('search.jsonl.zst'), file('search.jsonl.zst')))
    // Its first rollout numbers its segments, so it is left out; the other one then has two.
    expect(batch.rollout.id).toEqual(['9007199254740993'])
    expect(batch.segmentCount).toBe(2)
  })

  it('takes the members of a zip for dropped files, without what systems leave there', async () => {
    const row = (id: string) =>
      new TextEncoder().encode(lines({ rollout_id: id, response_mask: [1] }))
    const junk = { '__MACOSX/a.jsonl': row('x'), '.DS_Store': row('y'), 'd/.hidden': row('z') }
    const data = blob(zip({ ...junk, 'd/a.jsonl': row('a'), 'd/b.jsonl': row('b') }))
    const result = await readTrace([{ name: 't.zip', data }], () => {})
    if (!result.ok) throw new Error('refused')
    expect(result.value.files.map((f) => f.name)).toEqual(['t.zip/d/a.jsonl', 't.zip/d/b.jsonl'])
    expect(result.value.batch.rollout.id).toEqual(['a', 'b'])
  })

  it('ends a bomb in a sentence', async () => {
    const bomb = file('blank-lines.zst')
    expect(bomb.length).toBeLessThan(20_000)
    expect((await refusal(bomb)).text).toContain('looks like a zstd bomb')
    const zipped = zstdZip(bomb, 300_000_039)
    expect((await refusal(zipped)).text).toContain('looks like a zip bomb')
    expect((await refusal(zstdZip(bomb, 1000))).text).toContain('unpacks to more than its 1000')
    expect((await refusal(zip({ a: file('search.jsonl.zst') }).slice(0, 90))).text).toContain(
      'broken zip',
    )
  })

  it('says what is wrong with broken zstd data', async () => {
    const whole = file('search.jsonl.zst')
    expect((await refusal(whole.slice(0, -9))).text).toContain('broken zstd data after')
    expect((await refusal(join2(whole, plain()))).text).toContain('no zstd frame')
    const wide = Uint8Array.of(
      0x28,
      0xb5,
      0x2f,
      0xfd,
      0,
      0xf8,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
    )
    expect((await refusal(wide)).text).toContain('needs a window of 2199023255552 bytes')
    const dictionary = wide.slice()
    dictionary[4] = 1
    expect((await refusal(dictionary)).text).toContain('packed with a zstd dictionary')
  })
})
