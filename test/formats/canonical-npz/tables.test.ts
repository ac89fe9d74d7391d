import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { BatchBuilder } from '../../../src/trace/builder.ts'
import { bytesOf, column, load, npy, refusal } from '../helpers.ts'

const base = {
  'rollout_id.npy': npy('<i4', '(2,)', Int32Array.of(1, 2)),
  'cu_seqlens.npy': npy('<i8', '(3,)', BigInt64Array.of(0n, 2n, 3n)),
  'response_mask.npy': npy('|u1', '(3,)', Uint8Array.of(1, 0, 1)),
}
const zip = (members: Record<string, Uint8Array>) =>
  new Uint8Array(zipSync({ ...base, ...members }))

describe('npz', () => {
  it('keeps float32 as float32', async () => {
    const { batch } = await load(bytesOf('canonical-npz', 'plain.npz'))
    expect(batch.columns.values).toBeInstanceOf(Float32Array)
    expect(column(batch, 'values')).toEqual([0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1])
    expect(Array.from(batch.segment.promptLength)).toEqual([2, 2, 3])
    expect(Array.from(batch.tokenIds ?? [])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(Array.from(batch.segment.bootstrap)).toEqual([NaN, NaN, 0.5])
  })

  it('reads big-endian, Fortran order, half floats and strings, and puts segments in order', async () => {
    const { batch, unknownColumns } = await load(bytesOf('canonical-npz', 'orders.npz'))
    // Row 0 is segment 1 of the first rollout, row 1 its segment 0.
    expect(column(batch, 'values')).toEqual([4, 5, 1, 2, 3, 6, 7, 8, 9])
    expect(batch.valuesPerCritic?.map((c) => c[0])).toEqual([3, 5])
    expect(column(batch, 'rewards')).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 2])
    expect(Array.from(batch.versions ?? [])).toEqual([-1, 4, 3, 3, -1, 4, 4, 4, -1])
    expect(batch.strings).toContain('ls')
    expect(new TextDecoder().decode(batch.text?.bytes)).toBe('deabcfgh世界')
    expect(unknownColumns).toEqual(['infos', 'extra'])
  })

  it.each([
    [
      'offsets that fall',
      { 'cu_seqlens.npy': npy('<i4', '(3,)', Int32Array.of(0, 5, 3)) },
      'cu_seqlens',
    ],
    [
      'offsets that do not start at 0',
      { 'cu_seqlens.npy': npy('<i4', '(3,)', Int32Array.of(1, 2, 3)) },
      'cu_seqlens',
    ],
    [
      'a column of the wrong length',
      { 'values.npy': npy('<f4', '(2,)', Float32Array.of(1, 2)) },
      'values',
    ],
    [
      'a per-row column of the wrong length',
      { 'reward.npy': npy('<f8', '(3,)', Float64Array.of(1, 2, 3)) },
      'reward',
    ],
    [
      'prompt ids without offsets',
      { 'prompt_ids.npy': npy('<i4', '(1,)', Int32Array.of(1)) },
      'cu_seqlens_prompt',
    ],
  ])('refuses %s, naming the column', async (_, members, field) => {
    const { diagnostics } = await refusal(zip(members))
    expect(diagnostics.map((d) => d.field)).toContain(field)
  })

  it('tells progress by bytes inside of an array, and ends where it is cancelled', async () => {
    const n = 2 ** 22
    const large = zipSync(
      {
        ...base,
        'cu_seqlens.npy': npy('<i8', '(3,)', BigInt64Array.of(0n, 1n, BigInt(n))),
        'response_mask.npy': npy('|u1', `(${n},)`, new Uint8Array(n)),
        'values.npy': npy('<f8', `(${n},)`, new Float64Array(n)),
      },
      { level: 0 },
    )
    const inputs = [{ name: 'x', data: new Blob([new Uint8Array(large)]) }]
    const done: number[] = []
    const cancel = new AbortController()
    const read = (limit: number) =>
      readTrace(
        inputs,
        (progress) => {
          if (progress.phase === 'reading') done.push(progress.done)
          if (progress.done > limit) cancel.abort(new Error('cancelled'))
        },
        cancel.signal,
      )
    expect((await read(Infinity)).ok).toBe(true)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    // Steps of 4 MB, of 38 MB in all.
    expect(new Set(done).size).toBeGreaterThan(9)
    expect(done.at(-1)).toBe(inputs[0].data.size)
    await expect(read(2e7)).rejects.toThrow('cancelled')
    expect(done.at(-1)).toBeLessThan(3e7)
  })

  it.each([
    ['at once', {}],
    ['row by row', { 'values.npy': npy('<f8', '(3,)', Float64Array.of(1, Infinity, 2)) }],
  ])('reads training steps of a table taken %s', async (_, members) => {
    const step = { 'step.npy': npy('<i8', '(2,)', BigInt64Array.of(3n, 4n)) }
    const { batch, steps, unknownColumns } = await load(zip({ ...step, ...members }))
    expect(batch.rollout.id.map((id, r) => [id, steps?.[r]])).toEqual(
      [
        ['1', 3],
        ['2', 4],
      ].slice('values.npy' in members ? 1 : 0),
    )
    expect(unknownColumns).toEqual([])
  })

  it('leaves a rollout with a non-finite value out, not the others', async () => {
    const { batch, diagnostics } = await load(
      zip({ 'values.npy': npy('<f8', '(3,)', Float64Array.of(1, Infinity, 2)) }),
    )
    expect(batch.rollout.id).toEqual(['2'])
    expect(diagnostics).toMatchObject([{ code: 'non-finite', field: 'values', line: 1 }])
    expect(diagnostics[0].message).toContain('row 1')
  })

  it('refuses arrays that are larger than the file', async () => {
    const { text } = await refusal(
      zip({ 'response_mask.npy': npy('|u1', '(99999999999999,)', Uint8Array.of(1)) }),
    )
    expect(text).toContain('response_mask')
  })
})

describe('a table whose numbers are all as they should be', () => {
  const ids = [3, -1, 2 ** 31 - 1, 0, 5]
  const columns = {
    'rollout_id.npy': npy('<i8', '(4,)', BigInt64Array.of(1n, 2n, 1n, 3n)),
    'cu_seqlens.npy': npy('<i4', '(5,)', Int32Array.of(0, 2, 2, 4, 5)),
    'response_mask.npy': npy('<i8', '(5,)', BigInt64Array.of(1n, 0n, 1n, 1n, 1n)),
    'response_ids.npy': npy('<i8', '(5,)', BigInt64Array.from(ids, BigInt)),
    'policy_versions.npy': npy('<u2', '(5,)', Uint16Array.of(1, 1, 2, 2, 3)),
    'values.npy': npy('<f4', '(5,)', Float32Array.of(0.5, 1, NaN, NaN, 2)),
    'rewards.npy': npy('|i1', '(5,)', Int8Array.of(0, 1, 0, -2, 0)),
    'log_probs.npy': npy('<f8', '(5,)', Float64Array.of(NaN, NaN, -0.1, -0.2, -0.3)),
    'turns.npy': npy('<U2', '(4,)', Uint32Array.of(0, 0, 0x5b, 0x5d, 0, 0, 0, 0)),
    'reward.npy': npy('<f8', '(4,)', Float64Array.of(1, NaN, 1, NaN)),
  }
  const rows = [
    { rollout_id: '1', response_mask: [1, 0], values: Float32Array.of(0.5, 1), reward: 1 },
    { rollout_id: '2', response_mask: [] },
    { rollout_id: '1', response_mask: [1, 1], log_probs: [-0.1, -0.2], reward: 1 },
    { rollout_id: '3', response_mask: [1], values: Float32Array.of(2), log_probs: [-0.3] },
  ]
  const [at, rewards, versions] = [
    [0, 2, 2, 4, 5],
    [0, 1, 0, -2, 0],
    [1, 1, 2, 2, 3],
  ]

  it('is the same trace as its rows one by one', async () => {
    const builder = new BatchBuilder()
    for (const [i, row] of rows.entries()) {
      const own = (list: number[]) => list.slice(at[i], at[i + 1])
      const more = {
        response_ids: own(ids),
        policy_versions: own(versions),
        // A row without positions is one without the column.
        ...(at[i + 1] > at[i] && { rewards: own(rewards) }),
      }
      builder.addRow({ ...row, ...more }, { file: 'f', line: i + 1, row: i, unit: 'row' })
    }
    const { batch, diagnostics } = await load(new Uint8Array(zipSync(columns)))
    expect(diagnostics).toEqual([])
    expect(batch).toEqual(builder.finish().batch)
  })

  it('and in order of its rollouts is not copied', async () => {
    const count = 1000
    const values = npy('<f4', `(${count},)`, Float32Array.from({ length: count }, Math.random), 64)
    const { batch } = await load(
      new Uint8Array(
        zipSync({
          'rollout_id.npy': npy('<i4', '(1,)', Int32Array.of(1)),
          'cu_seqlens.npy': npy('<i4', '(2,)', Int32Array.of(0, count)),
          'response_mask.npy': npy('|b1', `(${count},)`, new Uint8Array(count).fill(1)),
          'values.npy': values,
        }),
      ),
    )
    expect(batch.columns.values?.buffer.byteLength).toBe(values.length)
    expect(batch.columns.values?.length).toBe(count)
  })

  it.each([
    ['response_ids', '<i8', BigInt64Array.of(1n, 2n, 3n, 4n, 2n ** 31n)],
    ['response_ids', '<u8', BigUint64Array.of(1n, 2n, 3n, 4n, 2n ** 33n - 1n)],
    ['response_mask', '<i8', BigInt64Array.of(1n, 0n, 1n, 1n, 2n ** 32n + 1n)],
    ['response_mask', '|u1', Uint8Array.of(1, 0, 1, 1, 2)],
    ['values', '<f4', Float32Array.of(0.5, 1, NaN, NaN, Infinity)],
    ['log_probs', '<f8', Float64Array.of(NaN, NaN, 0, NaN, 0)],
  ])('but for %s of %s says which row is left out', async (name, descr, data) => {
    const damaged = { ...columns, [`${name}.npy`]: npy(descr, '(5,)', data) }
    const { batch, diagnostics } = await load(new Uint8Array(zipSync(damaged)))
    expect(diagnostics).toMatchObject([{ field: name, line: name === 'log_probs' ? 3 : 4 }])
    expect(batch.rollout.id).toEqual(name === 'log_probs' ? ['2', '3'] : ['1', '2'])
  })
})

describe('safetensors', () => {
  it('widens bfloat16 and half exactly and reads metadata lists', async () => {
    const { batch } = await load(bytesOf('canonical-safetensors', 'plain.safetensors'))
    expect(column(batch, 'old_log_probs')).toEqual(Array(9).fill(-0.5))
    expect(column(batch, 'rollout_log_probs')).toEqual(Array(9).fill(-0.25))
    expect(batch.rollout.id).toEqual(['r1', 'r2'])
    expect(batch.groupIds).toEqual(['g', 'r2'])
  })

  it('refuses overlapping tensors, naming both with their offsets', async () => {
    const header = JSON.stringify({
      a: { dtype: 'U8', shape: [4], data_offsets: [0, 4] },
      b: { dtype: 'U8', shape: [4], data_offsets: [2, 6] },
    })
    const bytes = new Uint8Array(8 + header.length + 6)
    new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true)
    bytes.set(new TextEncoder().encode(header), 8)
    expect((await refusal(bytes)).text).toContain('tensors overlap: a [0, 4] and b [2, 6]')
  })

  it('refuses a header that is longer than the file', async () => {
    const bytes = new Uint8Array(64)
    new DataView(bytes.buffer).setBigUint64(0, 5000n, true)
    bytes[8] = 0x7b
    expect((await refusal(bytes)).text).toContain('claims 5000 bytes but the file has 64')
  })
})
