/** A large train dump is read within twice its numbers, also where memory is not given back by `transfer` (Node 20). */
import { closeSync, mkdtempSync, openAsBlob, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { collectGarbage, measureMemory } from '../../support/peak-memory.ts'

const SAMPLES = 200
const TOKENS = 60_000
/** Kind, bytes of a number in the file and in memory. */
const COLUMNS = [
  ['tokens', 'Long', 8, 4],
  ['loss_masks', 'Int', 4, 1],
  ['values', 'Float', 4, 4],
  ['log_probs', 'Float', 4, 4],
  ['advantages', 'Float', 4, 4],
  ['returns', 'Float', 4, 4],
] as const
const NUMBERS = SAMPLES * TOKENS * COLUMNS.reduce((sum, [, , , bytes]) => sum + bytes, 0)

const u32 = (x: number) => String.fromCharCode(...new Uint8Array(Uint32Array.of(x).buffer))
const u16 = (x: number) => u32(x).slice(0, 2)
const text = (s: string) => `X${u32(s.length)}${s}`
const int = (x: number) => `J${u32(x)}`

/** What torch pickles of a tensor of one axis. */
function tensor(kind: string, key: number): string {
  const storage = `(${text('storage')}ctorch\n${kind}Storage\n${text(`${key}`)}${text('cpu')}${int(TOKENS)}tQ`
  const size = `(${int(TOKENS)}t(${int(1)}t\x89ccollections\nOrderedDict\n)R`
  return `ctorch._utils\n_rebuild_tensor_v2\n(${storage}${int(0)}${size}tR`
}

function pickle(): string {
  const samples = Array.from({ length: SAMPLES }, (_, k) => {
    const lists = COLUMNS.map(
      ([name, kind], c) => text(name) + tensor(kind, COLUMNS.length * k + c),
    )
    const length = text('response_lengths') + int(TOKENS)
    return `}(${text('sample_index')}${int(k)}${length}${lists.join('')}u`
  })
  const head = `${text('format_version')}K\x02${text('rollout_id')}K\x07${text('samples')}`
  return `\x80\x02}(${head}](${samples.join('')}eu.`
}

/** A stored zip, written member by member so that nothing of it stays in memory. */
function writeArchive(path: string): void {
  const file = openSync(path, 'w')
  let directory = ''
  let members = 0
  let at = 0
  const write = (bytes: Uint8Array) => {
    at += writeSync(file, bytes)
  }
  const add = (name: string, data: Uint8Array) => {
    const sizes = u32(0) + u32(data.length) + u32(data.length) + u16(name.length) + u16(0)
    directory += `PK\x01\x02${u16(20)}${u16(20)}${u16(0).repeat(2)}${u32(0)}${sizes}${u16(0).repeat(3)}${u32(0)}${u32(at)}${name}`
    write(Buffer.from(`PK\x03\x04${u16(20)}${u16(0).repeat(2)}${u32(0)}${sizes}${name}`, 'latin1'))
    write(data)
    members++
  }
  add('a/data.pkl', Buffer.from(pickle(), 'latin1'))
  // One turn per sample; as floats these are numbers next to 0.
  const ones = new Map(COLUMNS.map(([, , bytes]) => [bytes, onesOf(bytes)]))
  for (let k = 0; k < SAMPLES * COLUMNS.length; k++) {
    const [, , bytes] = COLUMNS[k % COLUMNS.length]
    add(`a/data/${k}`, ones.get(bytes) ?? new Uint8Array())
  }
  const start = at
  write(Buffer.from(directory, 'latin1'))
  const counts = u16(members).repeat(2) + u32(directory.length) + u32(start)
  write(Buffer.from(`PK\x05\x06${u16(0).repeat(2)}${counts}${u16(0)}`, 'latin1'))
  closeSync(file)
}

function onesOf(bytes: number): Uint8Array {
  const data = new Uint8Array(bytes * TOKENS)
  for (let k = 0; k < data.length; k += bytes) data[k] = 1
  return data
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'segue-torch-'))
  writeArchive(join(folder, 'train.pt'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a train dump is read within twice its numbers', { timeout: 60_000 }, async () => {
  const data = await openAsBlob(join(folder, 'train.pt'))
  collectGarbage()
  const { value, mebibytes } = await measureMemory(() =>
    readTrace([{ name: 'train.pt', data }], () => {}),
  )
  if (!value.ok) throw new Error(JSON.stringify(value.error.refusals))
  expect(value.value.batch.positionCount).toBe(SAMPLES * TOKENS)
  expect(value.value.diagnostics).toEqual([])
  expect((mebibytes * 2 ** 20) / NUMBERS).toBeLessThan(2)
})
