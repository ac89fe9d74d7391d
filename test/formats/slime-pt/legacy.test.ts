import { describe, expect, it } from 'vitest'
import { bytesOf, column, load, refusal } from '../helpers.ts'

const file = () => bytesOf('slime-pt', 'legacy.pt')
const text = (s: string) => Uint8Array.from(s, (c) => c.charCodeAt(0))

describe('torch.save before its archives', () => {
  it('gives the numbers of every dtype, and of views of one storage', async () => {
    const { batch, diagnostics } = await load(file())
    const f32 = (...x: number[]) => Array.from(Float32Array.from(x))
    expect(diagnostics).toEqual([])
    expect(column(batch, 'values')).toEqual(f32(0.1, 0.2, 0.3, 0.4, 9, 9, 0.125))
    expect(column(batch, 'old_log_probs').slice(0, 6)).toEqual([-0.25, -0.5, 0, -0.125, -0.3, -0.2])
    expect(column(batch, 'advantages')).toEqual([0.5, 0.25, 0, -1.5, 1, 2, 0])
    expect(Array.from(batch.tokenIds ?? [])).toEqual([21, 22, 90, 23, 31, 32, 7])
  })

  it('is read where its pickle is longer than the part that is read first', async () => {
    const start = file().subarray(0, 15)
    const string = 2 ** 21
    const long = new Uint8Array(string + 5)
    long.set([0x58, 0, 0, 0x20, 0])
    long.fill(0x61, 5)
    const head = `\x80\x02M\xe9\x03.\x80\x02}.`
    const sample = `}(X\x05\0\0\0index K\x01X\x06\0\0\0tokens](K\x05K\x06eX\x0f\0\0\0response_lengthK\x01X\x05\0\0\0label`
    const parts = [
      start,
      text(head),
      text(
        `\x80\x02}(X\n\0\0\0rollout_idK\x07X\x07\0\0\0samples](${sample.replace('index ', 'index')}`,
      ),
      long,
      text('ueu.\x80\x02].'),
    ]
    const whole = new Uint8Array(await new Blob(parts).arrayBuffer())
    const { batch, steps } = await load(whole)
    expect(Array.from(batch.tokenIds ?? [])).toEqual([6])
    expect(Array.from(steps ?? [])).toEqual([7])
    expect((await refusal(whole.slice(0, -9))).text).toContain('file truncated?')
  })

  it('says where it was cut off', async () => {
    expect((await refusal(file().slice(0, 400))).text).toContain('file truncated?')
    expect((await refusal(file().slice(0, -8))).text).toContain('outside the file (truncated?)')
  })
})
