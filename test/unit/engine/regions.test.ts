import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Region, Regions } from '../../../src/engine/wasm/regions.ts'

describe('stretches of a WASM memory', () => {
  it('never overlap, lie inside the memory, and are used again', () => {
    const steps = fc.array(
      fc.oneof(fc.record({ take: fc.nat(200_000) }), fc.record({ give: fc.nat() })),
      { maxLength: 40 },
    )
    const property = fc.property(steps, (all) => {
      const regions = new Regions(4096, 1000)
      const held: { readonly region: Region; readonly bytes: number }[] = []
      for (const step of all) {
        if ('take' in step) held.push({ region: regions.take(step.take), bytes: step.take })
        else if (held.length > 0) {
          const [{ region }] = held.splice(step.give % held.length, 1)
          regions.give([region])
        }
        const sorted = held.map(({ region, bytes }) => ({ at: region.at, bytes }))
        sorted.sort((x, y) => x.at - y.at)
        sorted.forEach(({ at, bytes }, i) => {
          expect(at % 64).toBe(0)
          expect(at).toBeGreaterThanOrEqual(i === 0 ? 4096 : sorted[i - 1].at + sorted[i - 1].bytes)
          expect(at + bytes).toBeLessThanOrEqual(regions.memory.buffer.byteLength)
        })
      }
      for (const { region } of held) regions.give([region])
      const size = regions.memory.buffer.byteLength
      for (let again = 0; again < 20; again++) regions.give([regions.take(size / 2)])
      expect(regions.memory.buffer.byteLength).toBeLessThanOrEqual(2 * size)
    })
    fc.assert(property, { numRuns: 60 })
  })
})
