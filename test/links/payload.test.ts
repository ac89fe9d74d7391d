import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { deflateSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { SAMPLES } from '../../src/simulate/samples.ts'
import { type Batch, KIND } from '../../src/trace/batch.ts'
import { batchToRows } from '../../src/trace/batch-rows.ts'
import type { CanonicalRow, Numbers } from '../../src/trace/rows.ts'
import { traceOfRows } from '../../src/worker/built-trace.ts'
import { MAX_INFLATED, pack, toBase64Url, unpack } from '../../src/worker/deflate.ts'
import { encodePayload } from '../../src/worker/payload.ts'
import { decodePayload } from '../../src/worker/payload-read.ts'
import { shareRows } from '../../src/worker/share-rows.ts'

const origin = { name: 'test', format: 'canonical-jsonl', bytes: 0 }

function build(rows: readonly CanonicalRow[], flags = {}): Batch {
  const { batch, diagnostics } = traceOfRows(rows, origin, flags)
  expect(diagnostics).toEqual([])
  return batch
}

/** Rows of a batch as plain data, to compare. */
const plainRows = (batch: Batch): unknown =>
  JSON.parse(
    JSON.stringify([...batchToRows(batch)], (_, value) =>
      ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value,
    ),
  )

function decode(payload: string | undefined) {
  const decoded = decodePayload(payload ?? 'none')
  if (!decoded.ok) throw new Error(decoded.error)
  return decoded.value
}

// Sums and means of what the builder adds up stay finite.
const finite = fc.double({ min: -1e100, max: 1e100, noNaN: true }).map((x) => x + 0)
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const word = fc.string({ maxLength: 6, unit: 'grapheme' })

/** One segment's columns; lists are cut from long ones to the mask's length. */
const segment = fc
  .record({
    mask: fc.array(fc.constantFrom(0, 1), { maxLength: 12 }),
    float32: fc.boolean(),
    numbers: fc.array(finite, { minLength: 12, maxLength: 12 }),
    which: fc.subarray(['rewards', 'log_probs', 'old_log_probs', 'waad'] as const),
    critics: fc.nat(2),
    bootstrap: optional(finite),
    ended: fc.constantFrom('terminated', 'truncated', 'error', 'condensed', 'unknown' as const),
    boundary: optional(fc.constantFrom('drop', 'summary', 'trim', 'subagent' as const)),
    flags: fc.subarray(['drop', 'overlong'] as const),
    prompt: fc.array(
      fc.record({
        label: optional(word),
        length: fc.nat(500),
        text: optional(fc.constant('hello')),
      }),
      { maxLength: 3 },
    ),
    versions: fc.boolean(),
    texts: fc.boolean(),
    turn: optional(
      fc.record({
        kind: fc.constantFrom('action', 'observation', 'summary' as const),
        tool: optional(word),
        state_key: optional(word),
        reward: optional(finite),
      }),
    ),
  })
  .map((s): Omit<CanonicalRow, 'rollout_id'> => {
    const { length } = s.mask
    const list = (shift: number) => {
      const plain = Array.from({ length }, (_, i) => s.numbers[(i + shift) % 12] ?? 0)
      return s.float32
        ? Float32Array.from(
            plain,
            (
              x, // JSON has no −0, and tiny numbers round to it.
            ) => (Math.abs(x) < 1e30 && Math.abs(x) > 1e-44 ? x : 1),
          )
        : plain
    }
    const critics = Array.from({ length: s.critics }, (_, k) => list(k))
    const turn = Object.fromEntries(
      Object.entries(s.turn ?? {}).filter(([, value]) => value !== undefined),
    ) as { kind: 'action' }
    return {
      response_mask: s.mask,
      ended: s.ended,
      ...(s.boundary && { boundary: s.boundary }),
      ...(s.flags.length > 0 && { flags: s.flags }),
      ...(s.bootstrap !== undefined && { bootstrap_value: s.bootstrap }),
      ...(length > 0 && Object.fromEntries(s.which.map((name, k) => [name, list(k)]))),
      ...(length > 0 && critics.length > 0 && { values_per_critic: critics }),
      ...(length > 0 && s.critics === 0 && { values: list(5) }),
      ...(s.prompt.length > 0 && {
        prompt_parts: s.prompt.map(({ label, length: tokens, text }) => ({
          length: tokens,
          ...(label && { label }),
          ...(text && { text }),
        })),
      }),
      ...(length > 0 && s.versions && { policy_versions: s.mask.map((bit) => (bit ? 3 : -1)) }),
      ...(length > 0 &&
        s.texts && {
          response_ids: s.mask.map((_, i) => i * 7),
          response_tokens: s.mask.map((_, i) => `t${i} é`),
        }),
      ...(s.turn && length > 1 && { turns: [{ ...turn, start: 0, end: length - 1 }] }),
    }
  })

const rows: fc.Arbitrary<readonly CanonicalRow[]> = fc
  .uniqueArray(
    fc.record({
      id: word,
      group: optional(fc.constantFrom('g0', 'g1')),
      outcome: optional(finite),
      segments: fc.array(segment, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 3, selector: ({ id }) => id },
  )
  .map((rollouts) =>
    rollouts.flatMap(({ id, group, outcome, segments }) =>
      segments.map((columns, k) => ({
        ...columns,
        rollout_id: id,
        segment_index: k,
        ...(group !== undefined && { group_id: group }),
        ...(outcome !== undefined && { reward: outcome }),
      })),
    ),
  )

const plainSigns = (list: Numbers | undefined) => Array.from(list ?? [], (x) => Object.is(x, -0))

describe('payload round trip', () => {
  it('with texts gives back the whole trace, numbers bit for bit', () => {
    fc.assert(
      fc.property(rows, (input) => {
        const batch = build(input, { approximate: true, maskDerived: true })
        const share = encodePayload(batch, { texts: true }, 1e9)
        const { rows: back, ...flags } = decode(share.payload)
        expect(share.numbers).toBe(true)
        expect(plainRows(build(back))).toEqual(plainRows(batch))
        expect(flags).toEqual({ approximate: true, maskDerived: true, structureOnly: false })
      }),
      { numRuns: 300 },
    )
  })

  it('without texts gives back segments, masks and numbers, and no text, id, tool or status', () => {
    fc.assert(
      fc.property(rows, (input) => {
        const batch = build(input)
        const back = build(decode(encodePayload(batch, { texts: false }, 1e9).payload).rows)
        expect(back.mask).toEqual(batch.mask)
        expect(back.segment.start).toEqual(batch.segment.start)
        expect(back.rollout).toEqual(batch.rollout)
        expect(back.columns).toEqual(batch.columns)
        // The token ids that prove a copy do not travel.
        const unproved = (kind: number, span: number) =>
          kind === KIND.skeleton && batch.spans.turn[span] < 0 ? KIND.prompt : kind
        expect(back.spans.kind).toEqual(batch.spans.kind.map(unproved))
        expect(back.tokenIds).toBeUndefined()
        expect(back.text?.bytes.length ?? 0).toBe(0)
        expect(back.prompt.text?.bytes.length ?? 0).toBe(0)
        expect(new Set(back.spans.turns.tool)).toEqual(
          new Set(back.spans.turns.tool.length ? [-1] : []),
        )
      }),
      { numRuns: 200 },
    )
  })

  it('keeps −0, and so do the rows of a share file', async () => {
    const batch = build([{ rollout_id: 'r', response_mask: [1, 1], rewards: [-0, 0], reward: -0 }])
    const { payload } = encodePayload(batch, { texts: false }, 1e9)
    expect(plainSigns(decode(payload).rows[0].rewards)).toEqual([true, false])
    const text = await shareRows(batch, { texts: false, lines: false }).text()
    expect(plainSigns(JSON.parse(text)[0].rewards)).toEqual([true, false])
  })

  it('keeps which state keys are equal without quoting them', () => {
    const turns = ['a secret', 'other', 'a secret'].map((state_key, k) => ({
      start: k,
      end: k + 1,
      kind: 'action' as const,
      state_key,
    }))
    const batch = build([{ rollout_id: 'r', response_mask: [1, 1, 1], turns }])
    const { payload } = encodePayload(batch, { texts: false }, 1e9)
    const [row] = decode(payload).rows
    const keys = row.turns?.map((turn) => turn.state_key)
    expect(keys?.[0]).toBe(keys?.[2])
    expect(keys?.[0]).not.toBe(keys?.[1])
    expect(JSON.stringify(row)).not.toContain('secret')
  })

  it.each(SAMPLES.filter(({ id }) => id !== 'batch'))(
    'carries sample $id',
    async ({ rows: make }) => {
      const batch = build(await make())
      const share = encodePayload(batch, { texts: true }, 1e9)
      expect(plainRows(build(decode(share.payload).rows))).toEqual(plainRows(batch))
    },
  )
})

describe('what goes into a link', () => {
  const tokens = 3000
  const long: CanonicalRow = {
    rollout_id: 'r',
    response_mask: Array.from({ length: tokens }, (_, i) => (i % 50 < 20 ? 1 : 0)),
    // Irrational, so that nothing compresses.
    values: Array.from({ length: tokens }, (_, i) => Math.sin(i * i)),
    reward: 1,
  }

  it('leaves the numbers out when they would make it too long, and says so at both ends', () => {
    const share = encodePayload(build([long]), { texts: false }, 8000)
    expect(share.numbers).toBe(false)
    expect(share.payload?.length).toBeLessThan(600)
    const { rows: back, structureOnly } = decode(share.payload)
    expect(structureOnly).toBe(true)
    expect(back[0].values).toBeUndefined()
    expect(back[0].reward).toBe(1)
    expect(Array.from(back[0].response_mask)).toEqual(long.response_mask)
  })

  it('gives up log-probs before it gives up the values that advantages depend on', () => {
    const batch = build([
      {
        rollout_id: 'r',
        response_mask: [1, 1, 1],
        values: [0.25, 0.5, 0.75],
        log_probs: [-0.123456789, -0.987654321, -0.555555555],
        reward: 1,
      },
    ])
    const full = encodePayload(batch, { texts: false }, 8000)
    const less = encodePayload(batch, { texts: false }, (full.characters ?? 0) - 1)
    expect(less.numbers).toBe(true)
    const [row] = decode(less.payload).rows
    expect(Array.from(row.values ?? [])).toEqual([0.25, 0.5, 0.75])
    expect(row.log_probs).toBeUndefined()
  })

  it('is nothing when not even the structure fits', () => {
    const share = encodePayload(build([long]), { texts: false }, 20)
    expect(share.payload).toBeUndefined()
    expect(share.characters).toBeGreaterThan(20)
  })

  it('does not spend time on a trace that cannot fit', () => {
    const mask = new Uint8Array(200_000).map((_, i) => i % 2)
    const share = encodePayload(
      build([{ rollout_id: 'r', response_mask: mask }]),
      { texts: false },
      8000,
    )
    expect(share).toEqual({ payload: undefined, characters: undefined, numbers: false })
  })

  it('calls a trace without numbers complete', () => {
    const share = encodePayload(
      build([{ rollout_id: 'r', response_mask: [1, 0] }]),
      { texts: false },
      8000,
    )
    expect(share.numbers).toBe(true)
    expect(decode(share.payload).structureOnly).toBe(false)
  })

  it('writes float32 numbers short and reads them back as the same float32', () => {
    const values = Float32Array.from([0.1, 1 / 3, -2e-8, 16777217])
    const row = { rollout_id: 'r', response_mask: [1, 1, 1, 1], values }
    const { payload } = encodePayload(build([row]), { texts: false }, 8000)
    const text = unpack(payload ?? '')
    expect(text.ok && text.value).not.toContain('0.10000000')
    expect(Array.from(decode(payload).rows[0].values ?? [])).toEqual(Array.from(values))
  })
})

describe('payloads of version 1 stay readable', () => {
  it('reads the stored one', () => {
    const read = (name: string) => readFileSync(new URL(`./v1/${name}`, import.meta.url), 'utf8')
    const { rows: back } = decode(read('structure.payload').trim())
    expect(plainRows(build(back))).toEqual(JSON.parse(read('structure.rows.json')))
  })
})

describe('hostile payloads', () => {
  const rollouts = [['r', null, null, 1]]
  it.each([
    ['no base64url', 'a*b'],
    ['noise', 'abcdefghijklmnop'],
    ['nothing', ''],
    ['no JSON', pack('hello')],
    ['another version', pack(JSON.stringify({ v: 2, rollouts, mask: [[0, 1]], ended: [0] }))],
    ['missing keys', pack(JSON.stringify({ v: 1 }))],
    ['counts that disagree', pack(JSON.stringify({ v: 1, rollouts, mask: [], ended: [] }))],
    ['a list too short', pack(JSON.stringify({ v: 1, rollouts, mask: [[0, 1]], ended: [] }))],
    ['a run too long', pack(JSON.stringify({ v: 1, rollouts, mask: [[0, 1e12]], ended: [0] }))],
    [
      'runs too long together',
      pack(JSON.stringify({ v: 1, rollouts, mask: [[4e6, 4e6]], ended: [0] })),
    ],
    [
      'version runs too long',
      pack(JSON.stringify({ v: 1, rollouts, mask: [[0, 1]], ended: [0], versions: [[1, 9e15]] })),
    ],
    [
      'a number too big',
      pack('{"v":1,"rollouts":[["r",null,1e999,1]],"mask":[[0,1]],"ended":[0]}'),
    ],
    [
      'half of one',
      pack(JSON.stringify({ v: 1, rollouts, mask: [[0, 1]], ended: [0] })).slice(0, 40),
    ],
  ])('%s is refused with a sentence', (_, payload) => {
    const decoded = decodePayload(payload)
    expect(decoded.ok).toBe(false)
    expect(!decoded.ok && decoded.error).toMatch(/^The trace in the link .{10,200}[.]$/s)
  })

  it('of a later version is called newer', () => {
    const decoded = decodePayload(pack('{"v":2,"rollouts":{}}'))
    expect(!decoded.ok && decoded.error).toBe(
      'The trace in the link was written by a newer Segue (version 2); reload the page to get it.',
    )
  })

  it('stops a decompression bomb at its limit', () => {
    const bomb = toBase64Url(deflateSync(new Uint8Array(8 * MAX_INFLATED), { level: 9 }))
    const before = process.memoryUsage().arrayBuffers
    expect(unpack(bomb)).toMatchObject({ ok: false })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * MAX_INFLATED)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), (noise, json) => {
        decodePayload(noise)
        decodePayload(pack(json))
      }),
      { numRuns: 300 },
    )
  })
})

describe('share file', () => {
  const row: CanonicalRow = {
    rollout_id: 'r',
    response_mask: [1, 0],
    values: Float32Array.from([0.1, 0.2]),
    response_tokens: ['secret', 'text'],
    response_ids: [1, 2],
    prompt_parts: [{ label: 'sys', length: 3, text: 'secret' }],
    turns: [{ start: 0, end: 1, kind: 'action', tool: 'secret' }],
    reward: 1,
  }

  it('holds canonical rows whose numbers are exact, without texts', async () => {
    const text = await shareRows(build([row]), { texts: false, lines: false }).text()
    expect(text).not.toContain('secret')
    const [back] = JSON.parse(text)
    expect(Float32Array.from(back.values)).toEqual(row.values)
    expect(back).not.toHaveProperty('response_ids')
    expect(back.prompt_parts).toEqual([{ label: 'sys', length: 3 }])
  })

  it('is one row per line for programs that read rows', async () => {
    const two = build([row, { ...row, rollout_id: 'second' }])
    const text = await shareRows(two, { texts: true, lines: true }).text()
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(plainRows(build(rows))).toEqual(plainRows(two))
  })

  it('holds the texts when they are asked for', async () => {
    const batch = build([row])
    const back = JSON.parse(await shareRows(batch, { texts: true, lines: false }).text())
    expect(plainRows(build(back))).toEqual(plainRows(batch))
  })
})
