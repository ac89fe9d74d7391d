import { describe, expect, it } from 'vitest'
import { bytesOf, column, load, refusal } from '../helpers.ts'

const file = (name: string) => bytesOf('canonical-parquet', name)

describe('canonical parquet', () => {
  it('reads lists, structs and nulls, and keeps float32', async () => {
    const { batch, unknownColumns } = await load(file('plain.parquet'))
    expect(column(batch, 'values')).toEqual(
      Array.from(Float32Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.25)),
    )
    expect(batch.columns.values).toBeInstanceOf(Float32Array)
    expect(column(batch, 'old_log_probs').slice(0, 2)).toEqual([-0.2, -0.4])
    expect(Array.from(batch.tokenIds ?? [])).toEqual([21, 22, 90, 23, 31, 32, 40])
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0])
    expect(batch.strings).toContain('cat')
    expect(unknownColumns).toEqual(['note'])
  })

  // The last three were written by parquet-wasm 0.8.0 (arrow-rs) out of the first.
  it.each(['groups.parquet', 'gzip.parquet', 'brotli.parquet', 'lz4.parquet', 'lz4-raw.parquet'])(
    'reads every row group and page of %s',
    async (name) => {
      const { batch } = await load(file(name))
      expect(batch.rolloutCount).toBe(20)
      expect(batch.rollout.id[0]).toBe('9007199254740993')
      expect(batch.rollout.id[19]).toBe('9007199254741012')
      expect(Array.from(batch.mask.subarray(0, 6))).toEqual([1, 1, 0, 1, 0, 1])
      expect(column(batch, 'values').slice(0, 6)).toEqual([0, 0.125, 0.125, 0.25, 0.25, 0.25])
      expect(Array.from(batch.versions ?? []).slice(3, 6)).toEqual([3, -1, 4])
    },
  )

  it('makes no room for what a footer only claims', async () => {
    // Field 2, a list of 30,000,000 structs, and the end.
    const footer = [0x29, 0xfc, 0x80, 0x87, 0xa7, 0x0e, 0]
    const end = [footer.length, 0, 0, 0, ...new TextEncoder().encode('PAR1')]
    const file = Uint8Array.from([...new TextEncoder().encode('PAR1'), ...footer, ...end])
    expect((await refusal(file)).text).toContain('its footer claims more than it holds')
  })

  it('says what is wrong with a damaged file', async () => {
    const whole = file('plain.parquet')
    expect((await refusal(whole.slice(0, -20))).text).toContain('file is truncated or incomplete')
    const gap = whole.slice()
    gap.fill(0xff, 4, 60)
    expect((await refusal(gap)).text).toMatch(/copy (it|the file) again/)
    const footer = whole.slice()
    new DataView(footer.buffer).setUint32(footer.length - 8, 0x7fffffff, true)
    expect((await refusal(footer)).text).toContain('footer claims 2147483647 bytes')
  })
})
