import { describe, expect, it } from 'vitest'
import { readTrace } from '../../src/formats/read.ts'
import { blob, bytesOf, FORMAT_FOLDERS, filesOf } from './helpers.ts'

/** xorshift32, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let x = seed
  return (below) => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) % below
  }
}

const TOKENS = ['NaN', '-1', '1e999', 'null', '[', '{', '"', '\n', '\u0000', '[]', '{}', '\\', ',']

function mutate(bytes: Uint8Array<ArrayBuffer>, next: (below: number) => number) {
  let result = bytes.slice()
  for (let n = 1 + next(4); n > 0 && result.length > 0; n--) {
    const at = next(result.length)
    const kind = next(5)
    if (kind === 0) result[at] = next(256)
    else if (kind === 1) result[at] ^= 1 << next(8)
    else if (kind === 2) result = result.slice(0, at)
    else {
      const token = new TextEncoder().encode(TOKENS[next(TOKENS.length)])
      const skip = kind === 3 ? next(20) : 0
      const joined = [...result.subarray(0, at), ...token, ...result.subarray(at + skip)]
      result = Uint8Array.from(joined)
    }
  }
  return result
}

describe('broken files', { timeout: 60_000 }, () => {
  for (const format of FORMAT_FOLDERS) {
    it(`end in a result for 400 mutations of ${format}, never in an exception`, async () => {
      const originals = filesOf(format).map((file) => bytesOf(format, file))
      const next = random(20260101)
      for (let i = 0; i < 400; i++) {
        const mutant = mutate(originals[i % originals.length], next)
        const result = await readTrace([{ name: `mutant ${i}`, data: blob(mutant) }], () => {})
        if (result.ok) {
          const { batch } = result.value
          expect(batch.segment.start[batch.segmentCount]).toBe(batch.positionCount)
          expect(batch.spans.start.at(-1)).toBe(batch.positionCount)
        } else {
          expect(result.error.refusals[0].diagnostics[0].message).not.toBe('')
        }
      }
    })
  }
})
