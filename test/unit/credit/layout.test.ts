import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countActions } from '../../../src/credit/chain.ts'
import { layOut } from '../../../src/credit/position-nodes.ts'
import type { Batch } from '../../../src/trace/batch.ts'
import { batchOf, someRows } from '../../support/batches.ts'

/** What `layOut` says without columns, with columns. */
function spelledOut(batch: Batch, skip: boolean, zeroed: boolean, reversed: boolean) {
  const nodeOf: number[] = []
  const value: number[] = []
  const { start } = batch.segment
  for (let r = 0; r < batch.rolloutCount; r++) {
    const [first, end] = [batch.rollout.firstSegment[r], batch.rollout.firstSegment[r + 1]]
    const segments = Array.from({ length: end - first }, (_, i) => first + i)
    for (const s of reversed ? segments.reverse() : segments) {
      for (let p = start[s]; p < start[s + 1]; p++) {
        const action = batch.mask[p] === 1
        nodeOf[p] = skip && !action ? -1 : value.length
        if (skip && !action) continue
        value.push(zeroed && !action ? 0 : batch.columns.values?.[p] || 0)
      }
    }
  }
  return { nodeOf, value }
}

describe('nodes and values of positions', () => {
  it('are those of a walk over the positions, however they are asked for', () => {
    const kinds = fc.record({ skip: fc.boolean(), zeroed: fc.boolean(), reversed: fc.boolean() })
    const property = fc.property(someRows, kinds, fc.nat(), fc.nat(), (rows, kind, x, y) => {
      const batch = batchOf(rows)
      const { skip, zeroed, reversed } = kind
      const want = spelledOut(batch, skip, zeroed, reversed)
      const order = reversed ? 'reversed' : 'time'
      const { nodes, value, nodeCount } = layOut(batch, countActions(batch), {
        skip,
        zeroed,
        order,
      })
      expect(nodeCount).toBe(want.value.length)
      expect(Array.from({ length: batch.positionCount }, (_, p) => nodes.at(p))).toEqual(
        want.nodeOf,
      )
      const bySegment = Array.from({ length: batch.segmentCount }, (_, s) => [
        ...nodes.ofSegment(s),
      ])
      expect(bySegment.flat()).toEqual(want.nodeOf)
      expect(want.value.map((_, node) => value.at(node))).toEqual(want.value)
      const [from, to] = [x, y].map((n) => n % (nodeCount + 1)).sort((a, b) => a - b)
      expect([...value.read(from, to)]).toEqual(want.value.slice(from, to))
      const into = new Float32Array(to - from)
      value.copy(from, to, into)
      expect(into).toEqual(Float32Array.from(want.value.slice(from, to)))
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('counts action tokens wherever the mask stands in its memory', () => {
    const bits = fc.array(fc.constantFrom(0, 1), { maxLength: 5000 })
    const property = fc.property(bits, fc.nat(7), fc.nat(), (mask, before, cut) => {
      const memory = new Uint8Array(before + mask.length + 9).fill(1)
      memory.set(mask, before)
      const at = cut % (mask.length + 1)
      const batch = {
        mask: memory.subarray(before, before + mask.length),
        segmentCount: 2,
        segment: { start: Uint32Array.of(0, at, mask.length) },
      }
      const sum = (part: readonly number[]) => part.reduce((n, bit) => n + bit, 0)
      const want = [sum(mask.slice(0, at)), sum(mask.slice(at))]
      expect([...countActions(batch as unknown as Batch)]).toEqual(want)
    })
    fc.assert(property)
  })
})
