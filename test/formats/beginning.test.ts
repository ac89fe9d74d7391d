/** What is shown while the rest is read is true of the file, or nothing is shown. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { isLong, readBeginning } from '../../src/formats/beginning.ts'
import { readTrace } from '../../src/formats/read.ts'
import { FORMATS } from '../../src/formats/registry.ts'
import type { LoadedTrace } from '../../src/formats/types.ts'
import { batchToRows } from '../../src/trace/batch-rows.ts'
import { loadSource } from '../../src/worker/load.ts'
import type { TracePackage } from '../../src/worker/protocol.ts'
import { blob, filesOf, lines } from './helpers.ts'

const row = (rollout_id: string, rest: object = {}) => ({ rollout_id, response_mask: [1], ...rest })
const inputOf = (data: Blob, name = 'big.jsonl') => ({ name, data })
const open = (...rows: object[]) => [inputOf(blob(lines(...rows)))]
const idsOf = (trace: LoadedTrace | undefined) => trace?.batch.rollout.id

/** The beginning in the first `share` of the bytes. */
const beginningOf = (inputs: readonly { name: string; data: Blob }[], share = 0.6) => {
  const size = inputs.reduce((sum, { data }) => sum + data.size, 0)
  return readBeginning(inputs, {}, false, Math.floor(size * share))
}

async function whole(inputs: readonly { name: string; data: Blob }[]): Promise<LoadedTrace> {
  const read = await readTrace(inputs, () => {})
  if (!read.ok) throw new Error('refused')
  return read.value
}

interface Pair {
  readonly segment_index: number
  readonly values: readonly number[]
}

/** Rollouts 0, 1, 2, … of two segments each. */
const pairs = (count: number): Pair[] =>
  Array.from({ length: count }, (_, r) => [
    { ...row(`r${r}`, { reward: r % 2, step: r >> 2 }), segment_index: 0, values: [r / 8] },
    { ...row(`r${r}`, { reward: r % 2, step: r >> 2 }), segment_index: 1, values: [r / 4] },
  ]).flat()

describe('the beginning of a file', () => {
  it('is its first rollouts, without the one that the cut may have shortened', async () => {
    const inputs = open(...pairs(10))
    const all = await whole(inputs)
    const first = await beginningOf(inputs)
    expect(idsOf(first)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4'])
    expect(first && [...batchToRows(first.batch)]).toEqual([...batchToRows(all.batch)].slice(0, 10))
    expect(first?.steps).toEqual(all.steps?.slice(0, 5))
    expect(first?.turns).toEqual(all.turns.slice(0, 10))
    expect(first?.files).toEqual(all.files)
  })

  it('is that of the unpacked text', async () => {
    const text = lines(...pairs(10))
    const packed = inputOf(blob(gzipSync(new TextEncoder().encode(text))))
    expect(idsOf(await readBeginning([packed], {}, false, 0.6 * text.length))).toHaveLength(5)
  })

  it('may reach into the next file', async () => {
    const inputs = [...open(...pairs(3)), inputOf(blob(lines(row('z'), row('y'), row('x'))))]
    expect(idsOf(await beginningOf(inputs, 0.97))).toEqual(['r0', 'r1', 'r2', 'z'])
  })

  it('leaves rejected rollouts out, as the whole does', async () => {
    const rows = pairs(10)
    rows[3] = { ...rows[3], values: [1, 2] }
    const first = await beginningOf(open(...rows))
    expect(idsOf(first)).toEqual(['r0', 'r2', 'r3', 'r4'])
    expect(first?.diagnostics.map(({ code }) => code)).toEqual(['bad-length'])
  })

  it('has 64 rollouts and 200,000 positions at most, and one in any case', async () => {
    expect(idsOf(await beginningOf(open(...pairs(200))))).toHaveLength(64)
    const long = new Array(150_000).fill(1)
    const inputs = open(...'abcd'.split('').map((id) => row(id, { response_mask: long })))
    // Each has one segment, so that the end has to show that rollouts start there, too.
    expect(idsOf(await beginningOf(inputs, 0.8))).toEqual(['a'])
  })

  it('is none where one rollout fills it, and where there is no whole line', async () => {
    expect(await beginningOf(open(...pairs(1)))).toBeUndefined()
    expect(await beginningOf([inputOf(blob('{"rollout_id":"r0"'.repeat(9)))])).toBeUndefined()
    expect(await beginningOf([inputOf(blob(''))])).toBeUndefined()
    expect(await readBeginning([])).toBeUndefined()
  })

  it.each([
    ['rows of rollouts alternate', alternating(12)],
    ['first segments stand before all second ones', pairs(12).sort(bySegment)],
    ['second segments stand before all first ones', pairs(12).sort(bySegment).reverse()],
    ['a last segment announces another', pairs(12).map((one) => ({ ...one, boundary: 'summary' }))],
    ['rows are shuffled', pairs(12).sort((x, y) => hash(x) - hash(y))],
  ])('is none where %s', async (_, rows) => {
    for (const share of [0.3, 0.6]) {
      expect(await beginningOf(open(...rows), share)).toBeUndefined()
    }
  })

  it('is none where the second file has the second segments', async () => {
    const [first, second] = [0, 1].map((k) => pairs(12).filter((one) => one.segment_index === k))
    expect(await beginningOf([...open(...first), ...open(...second)], 0.3)).toBeUndefined()
  })

  it('is none for one array, a table, and a file that vanished', async () => {
    const text = lines(...pairs(10))
    const array = `[${text.trim().replaceAll('\n', ',')}]`
    const vanished = blob(text)
    vanished.slice = () => {
      throw new DOMException('gone', 'NotReadableError')
    }
    for (const data of [blob(array), blob('a,b\n1,2\n'.repeat(9)), vanished]) {
      expect(await beginningOf([inputOf(data)])).toBeUndefined()
    }
  })
})

const bySegment = (x: Pair, y: Pair): number => x.segment_index - y.segment_index

/** r0 r1 r0 r1 r2 r3 r2 r3 … */
const alternating = (count: number): Pair[] =>
  pairs(count).map((_, k, all) => all[k % 4 === 1 || k % 4 === 2 ? k ^ 3 : k])

function hash(x: object): number {
  return [...JSON.stringify(x)].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 997, 7)
}

/** A dozen of them, about. */
function lineEndsOf(text: Buffer): readonly number[] {
  const ends: number[] = []
  for (let at = text.indexOf(10) + 1; at > 0; at = text.indexOf(10, at) + 1) ends.push(at)
  return ends.filter((_, k) => k % Math.ceil(ends.length / 12) === 0)
}

describe('formats whose files are read in order', { timeout: 30_000 }, () => {
  const inOrder = [...FORMATS.values()].filter((format) => format.inOrder)

  it.each(inOrder.map(({ id }) => id))(
    '%s: wherever it is cut, the beginning is true',
    async (id) => {
      let shown = 0
      for (const name of filesOf(id)) {
        const file = readFileSync(join(import.meta.dirname, id, 'files', name))
        // A file of two lines has no beginning; one with them twice has.
        const text = file.length < 400 ? Buffer.concat([file, Buffer.from('\n'), file]) : file
        const inputs = [inputOf(blob(Uint8Array.from(text)), name)]
        const read = await readTrace(inputs, () => {})
        for (const at of lineEndsOf(text)) {
          const first = await readBeginning(inputs, {}, false, at)
          if (!first) continue
          shown++
          if (!read.ok) throw new Error(`${name} has a beginning but was refused`)
          // Nothing in its first lines may tell that a rollout goes on later.
          if (read.value.scattered) continue
          const { rollout } = read.value.batch
          expect(idsOf(first)).toEqual(rollout.id.slice(0, first.batch.rolloutCount))
          const rows = [...batchToRows(first.batch)]
          expect(rows).toEqual([...batchToRows(read.value.batch)].slice(0, rows.length))
        }
      }
      expect(shown).toBeGreaterThan(0)
    },
  )
})

describe('a load', () => {
  const load = async (inputs: readonly { name: string; data: Blob }[]) => {
    const said: string[] = []
    const beginnings: TracePackage[] = []
    const loaded = await loadSource({ kind: 'files', inputs }, ({ phase }) => said.push(phase), {
      onBeginning: (beginning) => {
        said.push('begun')
        beginnings.push(beginning)
      },
    })
    return { said, beginnings, loaded }
  }

  it('gives its beginning before anything else where it is long', async () => {
    const note = 'x'.repeat(600_000)
    const rows = [0, 1].flatMap((k) =>
      Array.from({ length: 15 }, (_, r) => row(`s${k}${r}`, { note })),
    )
    // A 64th of it is less than a row: there is none to show.
    const inputs = open(...rows)
    expect(isLong(inputs)).toBe(true)
    const { beginnings, loaded } = await load(inputs)
    expect(beginnings).toEqual([])
    expect(loaded.ok && loaded.value.trace.batch.rolloutCount).toBe(30)
    const second = await load([inputOf(new Blob([lines(...pairs(20)), '\n', lines(...rows)]))])
    expect(second.said.slice(0, 2)).toEqual(['begun', 'reading'])
    expect(second.beginnings.map(({ trace }) => trace.batch.rolloutCount)).toEqual([19])
    expect(second.loaded.ok && second.loaded.value.trace.batch.rolloutCount).toBe(50)
  })

  it('gives none where several threads will have read it soon', async () => {
    const note = 'x'.repeat(30_000)
    const inputs = open(...pairs(400).map((pair) => ({ ...pair, note })))
    expect(isLong(inputs)).toBe(true)
    expect(await readBeginning(inputs, {}, true)).toBeUndefined()
    expect((await readBeginning(inputs, {}, false))?.batch.rolloutCount).toBeGreaterThan(0)
    // What only this thread unpacks takes its time.
    const text = new Uint8Array(await inputs[0].data.arrayBuffer())
    const packed = inputOf(blob(gzipSync(text)))
    expect(await readBeginning([packed], {}, true, 2 ** 20)).toBeDefined()
  })

  it('gives none where it is short', async () => {
    expect((await load(open(...pairs(50)))).beginnings).toEqual([])
  })
})
