/** A file parsed by several threads, piece by piece, is read exactly as by one. */
import { gzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { CANONICAL_COLUMNS } from '../../src/formats/canonical-columns.ts'
import { readTrace } from '../../src/formats/read.ts'
import type { LineParsers, Progress } from '../../src/formats/types.ts'
import { createConnection } from '../../src/worker/connection.ts'
import { createPieceParser } from '../../src/worker/parse.ts'
import { createParsers } from '../../src/worker/parsers.ts'
import type { ParserEndpoint } from '../../src/worker/protocol.ts'
import { transferables } from '../../src/worker/transferables.ts'
import { blob, bytesOf, filesOf, lines } from './helpers.ts'
import { hostileBytes, hostileFiles, mutate, NASTY, random } from './mutants.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Threads of this thread; what they are given and answer is copied as messages are. */
function parsersOf(
  pieceSize: number,
  { fails = () => false, inRow = 3 }: { fails?: (piece: number) => boolean; inRow?: number } = {},
) {
  const seen = { pieces: 0, recycled: 0, following: 0 }
  const connect = () => {
    const parse = createPieceParser()
    const remote: ParserEndpoint = {
      parse: async (piece, reader, spare, follows) => {
        const n = seen.pieces++
        if (fails(n)) throw new Error('gone')
        const sent = piece instanceof Uint8Array ? structuredClone(piece) : piece
        const given = structuredClone(spare, { transfer: [...spare] })
        // What is left in old memory must show nowhere.
        for (const buffer of given) new Uint8Array(buffer).fill(0xa5)
        seen.recycled += given.length
        if (follows) seen.following++
        const parsed = await parse(sent, reader, given, follows)
        return parsed && structuredClone(parsed, { transfer: transferables(parsed) })
      },
    }
    return createConnection<ParserEndpoint>({ remote, onCrash: () => {}, terminate: () => {} })
  }
  const parsers: LineParsers = { ...createParsers(connect, 2), pieceSize, inRow }
  return { parsers, seen }
}

const readOne = (bytes: Bytes) => readTrace([{ name: 'f', data: blob(bytes) }], () => {})
const readMany = (bytes: Bytes, parsers: LineParsers) =>
  readTrace([{ name: 'f', data: blob(bytes) }], () => {}, undefined, { parsers })

const encode = (text: string): Bytes => new TextEncoder().encode(text)

/** Where exactly a broken gzip breaks is a matter of timing. */
const uncounted = (read: Awaited<ReturnType<typeof readTrace>>) =>
  read.ok
    ? read
    : JSON.parse(JSON.stringify(read).replace(/after \d+ unpacked bytes/, 'after N unpacked bytes'))

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    rollout_id: `r${i >> 1}`,
    group_id: `g${i >> 3}`,
    response_mask: Array.from({ length: i % 5 }, (_, k) => k % 2),
    ...(i % 3 > 0 && { values: Array.from({ length: i % 5 }, (_, k) => k / 8) }),
    ...(i % 4 === 1 && { response_tokens: Array.from({ length: i % 5 }, (_, k) => `τ${k}`) }),
    ...(i % 7 === 2 && { response_ids: Array.from({ length: i % 5 }, (_, k) => 9 * k) }),
    ...(i % 5 === 4 && {
      values_per_critic: [
        [1, 2, 3, 4],
        [3, 4, 5, 6],
      ],
    }),
    ...(i % 5 === 3 && { turns: [{ start: 1, end: 2, kind: 'observation', tool: `t${i % 4}` }] }),
    ...(i % 4 < 2 && { step: i >> 4 }),
    prompt_parts: [{ length: 2, label: `l${i % 3}`, text: i % 2 ? 'p' : '' }],
    [`extra${i % 9}`]: 1,
  }))

describe('the same as in one thread', { timeout: 60_000 }, () => {
  const files: readonly (readonly [string, Bytes])[] = [
    ...filesOf('canonical-jsonl').map((f) => [f, bytesOf('canonical-jsonl', f)] as const),
    ...hostileFiles().map((f) => [f, hostileBytes(f)] as const),
    ['rows', encode(lines(...rows(60)))],
    [
      'ids that come again in later steps',
      encode(
        lines(...rows(60).map((row, i) => ({ ...row, rollout_id: `r${i % 4}`, step: i >> 4 }))),
      ),
    ],
    [
      'ids that come again in later steps, after rows and broken rows that name none',
      encode(
        lines(
          ...rows(60).map((row, i) => ({ ...row, rollout_id: `r${i}`, step: 1 })),
          ...rows(20).flatMap((row, i) => [
            { ...row, rollout_id: `r${i}`, step: undefined, ...(i % 2 && { reward: 'none' }) },
            { ...row, rollout_id: `r${i}`, step: 2 },
          ]),
          ...rows(20).map((row, i) => ({
            ...row,
            rollout_id: `r${20 + i}`,
            step: 2,
            reward: 'none',
          })),
        ),
      ),
    ],
    [
      'a byte order mark, CRLF and blank lines',
      encode(`\ufeff${lines(...rows(20)).replaceAll('\n', '\r\n\n\n')}\n\n`),
    ],
    [
      'texts that are not shown',
      encode(lines(...rows(9).map((r) => ({ ...r, response_text: 'x' })))),
    ],
    [
      'a share file among the rows',
      encode(lines(...rows(9), { segue: 1, rows: rows(3), document: 'd' }, ...rows(5))),
    ],
    [
      'more faults than are kept',
      encode(
        lines(
          ...rows(1050).map((r) => ({
            ...r,
            reward: Number(r.rollout_id.slice(1)) % 2 ? 'x' : 1,
            values: [1],
          })),
        ),
      ),
    ],
    [
      'rewards that differ',
      encode(
        lines(
          ...rows(20).map((r, i) => ({
            ...r,
            reward: i % 3,
            turns: [{ start: 0, end: 0, kind: 'action', tool: `only${i}` }],
          })),
        ),
      ),
    ],
  ]
  for (const [name, bytes] of files) {
    it(`for ${name}`, async () => {
      const want = await readOne(bytes)
      for (const [pieceSize, inRow] of [
        [1, 4],
        [37, 1],
        [400, 3],
        [20_000, 2],
      ]) {
        // Every byte of a long file a piece of its own would take a minute.
        if (bytes.length > 5000 * pieceSize) continue
        expect(await readMany(bytes, parsersOf(pieceSize, { inRow }).parsers)).toEqual(want)
      }
    })
  }

  it('for odd and damaged rows', async () => {
    const next = random(11)
    const columns = [...CANONICAL_COLUMNS, '__proto__', 'other']
    for (let n = 0; n < 200; n++) {
      const odd = rows(2 + next(12)).map((row) =>
        next(3) === 0
          ? { ...row, [columns[next(columns.length)]]: NASTY[next(NASTY.length)] }
          : row,
      )
      const whole = encode(lines(...odd))
      const bytes = next(2) === 0 ? mutate(whole, next) : whole
      const want = await readOne(bytes)
      expect(
        await readMany(bytes, parsersOf(1 + next(600), { inRow: 1 + next(4) }).parsers),
      ).toEqual(want)
    }
  })

  it('in memory that held earlier pieces', async () => {
    const long = Array.from({ length: 10 }, (_, r) => {
      const list = (of: (i: number) => number) =>
        Array.from({ length: 9000 + 7 * r }, (_, i) => of(i))
      return {
        rollout_id: `r${r >> 1}`,
        response_mask: list((i) => (i % 3 === 0 ? 0 : 1)),
        ...(r % 4 !== 1 && { values: list((i) => (i % 100) / 8) }),
        ...(r % 5 === 2 && { rewards: list((i) => (i === 0 ? 1.5 : 0)) }),
        ...(r % 3 !== 0 && { response_ids: list((i) => i) }),
      }
    })
    const bytes = encode(lines(...long))
    const { parsers, seen } = parsersOf(70_000)
    expect(await readMany(bytes, parsers)).toEqual(await readOne(bytes))
    expect(seen.recycled).toBeGreaterThan(3)
    expect(seen.following).toBeGreaterThan(3)
  })

  it('behind gzip, whole and cut off', async () => {
    const packed = new Uint8Array(gzipSync(encode(lines(...rows(4000)))))
    for (const bytes of [packed, packed.slice(0, packed.length >> 1)]) {
      const { parsers, seen } = parsersOf(10_000)
      expect(uncounted(await readMany(bytes, parsers))).toEqual(uncounted(await readOne(bytes)))
      expect(seen.pieces).toBeGreaterThan(10)
    }
  })

  it('with what rows say of the whole load', async () => {
    const marked = rows(60).map((row) => ({ ...row, mask_derived: true, approximate_tokens: 1 }))
    const bytes = encode(lines(...marked))
    const { parsers } = parsersOf(500)
    const read = await readMany(bytes, parsers)
    expect(read).toEqual(await readOne(bytes))
    expect(read.ok && read.value.batch).toMatchObject({ maskDerived: true, approximate: true })
    expect(await createPieceParser()(bytes, 'canonical-jsonl', [], false)).toMatchObject({
      maskDerived: ['file'],
      approximate: true,
    })
  })

  it('over several files of one load', async () => {
    const inputs = [rows(8), rows(30)].map((r, i) => ({ name: `f${i}`, data: blob(lines(...r)) }))
    const want = await readTrace(inputs, () => {})
    expect(
      await readTrace(inputs, () => {}, undefined, { parsers: parsersOf(300).parsers }),
    ).toEqual(want)
  })

  it('when threads die, early or late, or none ever starts', async () => {
    const bytes = encode(lines(...rows(60)))
    const want = await readOne(bytes)
    for (const dead of [
      (n: number) => n === 0,
      (n: number) => n > 4,
      (n: number) => n % 3 === 1,
      () => true,
    ]) {
      const { parsers, seen } = parsersOf(500, { fails: dead })
      expect(await readMany(bytes, parsers)).toEqual(want)
      expect(seen.pieces).toBeGreaterThan(10)
    }
  })
})

describe('verl dumps, as in one thread', { timeout: 60_000 }, () => {
  const verl = (i: number, rest: object) => ({
    input: `user\nTask ${i % 5}.\nassistant\n`,
    output: `I look${' at it'.repeat(i % 7)}.\nuser\nfound é ${i}\nassistant\ndone`,
    gts: null,
    score: (i % 5) % 2,
    step: 1 + Math.floor(i / 40),
    ...rest,
  })
  const many = (of: (i: number) => object) =>
    encode(lines(...Array.from({ length: 80 }, (_, i) => verl(i, of(i)))))
  const files: readonly (readonly [string, Bytes])[] = [
    ...filesOf('verl-jsonl').map((f) => [f, bytesOf('verl-jsonl', f)] as const),
    ['legacy', many(() => ({}))],
    ['legacy, some with requests', many((i) => (i % 3 ? { request_id: `q${i % 9}` } : {}))],
    ['plain uids in two steps', many((i) => ({ uid: `p${i % 5}` }))],
    [
      'numbered uids, padding and scores that differ',
      many((i) => ({ uid: i % 11 ? `p${i % 5}_${i % 3}_0` : `pad0f_${i}_0`, score: i % 4 })),
    ],
    [
      'a rollout of one step that bears the name of another step’s',
      many((i) =>
        i === 0
          ? { uid: 'q_0_0', gen_uid: 'p_0', segment_index: 0, score: 1, step: 1 }
          : i === 1 || i === 9
            ? { uid: 'p_0_0', score: 0, step: 2 }
            : { uid: `x${i}_0_0`, step: 1 },
      ),
    ],
    ['numbered segments', many((i) => ({ gen_uid: `g${i % 8}`, segment_index: i >> 3 }))],
    ['unknown columns and scores', many((i) => ({ [`extra${i % 9}`]: 1, score: i % 4 ? 1 : 'x' }))],
    [
      'broken lines between sessions',
      encode(
        Array.from({ length: 60 }, (_, i) => {
          const line = JSON.stringify(verl(i, { uid: `p${i % 4}_${i % 2}_${i >> 3}` }))
          return i % 7 === 3 ? `${line.slice(0, -9)}, oops` : line
        }).join('\n'),
      ),
    ],
  ]
  for (const [name, bytes] of files) {
    it(`for ${name}`, async () => {
      const want = await readOne(bytes)
      for (const [pieceSize, inRow] of [
        [150, 2],
        [900, 3],
        [6000, 1],
      ]) {
        const { parsers, seen } = parsersOf(pieceSize, { inRow })
        expect(await readMany(bytes, parsers)).toEqual(want)
        if (bytes.length > 2 * pieceSize) expect(seen.pieces).toBeGreaterThan(1)
      }
    })
  }

  it('for damaged rows, and where a thread dies', async () => {
    const next = random(5)
    for (let n = 0; n < 80; n++) {
      const rows = Array.from({ length: 3 + next(12) }, (_, i) => {
        const uid = ['a', `b_${next(3)}_${next(3)}`, `pad1_${i}_0`, 7, undefined][next(5)]
        const odd =
          next(4) === 0 ? { [['step', 'score', 'uid'][next(3)]]: NASTY[next(NASTY.length)] } : {}
        return verl(i, { uid, step: next(3) ? 1 : undefined, ...odd })
      })
      const whole = encode(lines(...rows))
      const bytes = next(2) === 0 ? mutate(whole, next) : whole
      const fails = next(3) === 0 ? (piece: number) => piece % 3 === 1 : undefined
      const { parsers } = parsersOf(1 + next(900), { inRow: 1 + next(3), ...(fails && { fails }) })
      expect(await readMany(bytes, parsers)).toEqual(await readOne(bytes))
    }
  })
})

describe('reading by threads', { timeout: 30_000 }, () => {
  const bytes = encode(lines(...rows(400)))

  it('reports progress up to the total', async () => {
    const steps: Progress[] = []
    const input = { name: 'f', data: blob(bytes) }
    await readTrace([input], (p) => steps.push(p), undefined, {
      parsers: parsersOf(4000).parsers,
    })
    const done = steps.flatMap((p) => (p.phase === 'reading' ? [p.done / p.total] : []))
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(done.at(-1)).toBe(1)
    expect(new Set(done).size).toBeGreaterThan(8)
  })

  it('stops at an abort', async () => {
    const abort = new AbortController()
    const { parsers, seen } = parsersOf(1000)
    const reading = readTrace(
      [{ name: 'f', data: blob(bytes) }],
      (p) => p.phase === 'reading' && p.done > 5000 && abort.abort(new Error('stop')),
      abort.signal,
      { parsers },
    )
    await expect(reading).rejects.toThrow('stop')
    expect(seen.pieces).toBeLessThan(20)
  })

  it('leaves small files and share files to the one thread', async () => {
    const share = encode(JSON.stringify({ segue: 1, rows: rows(50) }))
    for (const [data, size] of [
      [bytes, bytes.length],
      [share, 100],
    ] as const) {
      const { parsers, seen } = parsersOf(size)
      expect((await readMany(data, parsers)).ok).toBe(true)
      expect(seen.pieces).toBe(0)
    }
  })

  it('leaves what follows a line of very many pieces to the one thread', async () => {
    const long = { rollout_id: 'long', response_mask: [1], other: 'x'.repeat(400_000) }
    const text = encode(lines(...rows(60), long, ...rows(40)))
    const want = await readOne(text)
    const { parsers, seen } = parsersOf(2000)
    expect(await readMany(text, parsers)).toEqual(want)
    const packed = new Uint8Array(gzipSync(text))
    expect(await readMany(packed, parsers)).toEqual(await readOne(packed))
    expect(seen.pieces).toBeGreaterThan(4)
    expect(seen.pieces).toBeLessThan(40)
  })
})
