import { expect, it } from 'vitest'
import { windowsOf } from '../../../src/formats/containers/bytes.ts'

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

it('reads ranges of several places in turn with few reads, each right, at the end of the file too', async () => {
  const bytes = Uint8Array.from({ length: 2 ** 23 }, (_, k) => (k * 7) ^ (k >> 8))
  let reads = 0
  const blob = new Blob([bytes])
  const counted = new Proxy(blob, {
    get: (target, key) => {
      if (key !== 'slice') return Reflect.get(target, key)
      return (from: number, to: number) => {
        reads++
        return target.slice(from, to)
      }
    },
  })
  const range = windowsOf(counted)
  const places = [0, 2 ** 21 + 3, 2 ** 22 + 5, 2 ** 23 - 5000]
  for (let k = 0; k < 50; k++) {
    for (const place of places) {
      const from = place + 100 * k
      const to = Math.min(from + 100, bytes.length)
      expect(same(await range(from, to), bytes.subarray(from, to))).toBe(true)
    }
  }
  expect(reads).toBeLessThanOrEqual(places.length)
  expect(same(await range(0, 2 ** 22), bytes.subarray(0, 2 ** 22))).toBe(true)
})
