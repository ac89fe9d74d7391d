import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAINS_PER_WORKGROUP, NODES_PER_TILE, STRUCTS } from '../../src/engine/webgpu/layout.ts'
import {
  type Limits,
  type Page,
  planChains,
  planTiles,
  variantFor,
} from '../../src/engine/webgpu/pages.ts'
import { makeGraph } from './engine-graphs.ts'

/** The limits that every WebGPU adapter has. */
const DEFAULT: Limits = { bindingBytes: 128 * 2 ** 20, workgroups: 65_535 }
const repeat = (count: number, length: number) => Array.from({ length: count }, () => [length])

/** Bytes of the widest buffers of a page, as buffers.ts allocates them. */
const widest = ({ firstNode, endNode, firstRun, endRun }: Page): number => {
  const capacity = Math.ceil((endNode - firstNode) / NODES_PER_TILE) * NODES_PER_TILE
  const staging = (endNode - firstNode + 1) * 8
  return Math.max(capacity * 4 + 16, (endRun - firstRun) * STRUCTS.Run.size, staging)
}

const anyGraph = fc
  .record({
    chains: fc.array(fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 5 }), {
      maxLength: 60,
    }),
    seed: fc.nat(),
  })
  .map(makeGraph)
const tinyLimits = fc.record({
  bindingBytes: fc.integer({ min: 2, max: 5 }).map((tiles) => tiles * 4096 * 16 + 7),
  workgroups: fc.integer({ min: 2, max: 4 }),
})

describe('pages', () => {
  it('cover every node once, in order, and fit the limits', () => {
    fc.assert(
      fc.property(anyGraph, tinyLimits, (graph, limits) => {
        const pages = planTiles(graph, limits)
        expect(pages.map((page) => page.firstNode)).toEqual(
          [0, ...pages.slice(0, -1).map((page) => page.endNode)].slice(0, pages.length),
        )
        expect(pages.at(-1)?.endNode ?? 0).toBe(graph.nodeCount)
        for (const page of pages) {
          expect(widest(page)).toBeLessThanOrEqual(limits.bindingBytes)
          expect((page.endNode - page.firstNode) / NODES_PER_TILE).toBeLessThanOrEqual(
            limits.workgroups,
          )
          expect(page.firstNode % NODES_PER_TILE).toBe(0)
          expect(graph.runStart[page.firstRun]).toBeLessThanOrEqual(page.firstNode)
          expect(graph.runStart[page.firstRun + 1]).toBeGreaterThan(page.firstNode)
          expect(graph.runStart[page.endRun]).toBeGreaterThanOrEqual(page.endNode)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('of whole chains end where chains end', () => {
    fc.assert(
      fc.property(anyGraph, tinyLimits, (graph, limits) => {
        const pages = planChains(graph, limits)
        expect(pages.at(-1)?.endChain ?? 0).toBe(graph.chainCount)
        for (const [i, page] of pages.entries()) {
          expect(page.firstChain).toBe(i === 0 ? 0 : pages[i - 1].endChain)
          expect(page.firstNode).toBe(graph.runStart[graph.chainStart[page.firstChain]])
          expect(page.endNode).toBe(graph.runStart[graph.chainStart[page.endChain]])
          expect(widest(page)).toBeLessThanOrEqual(limits.bindingBytes)
          expect(page.endChain - page.firstChain).toBeLessThanOrEqual(
            limits.workgroups * CHAINS_PER_WORKGROUP,
          )
        }
      }),
      { numRuns: 40 },
    )
  })

  it('are one for a graph of ordinary size', () => {
    const graph = makeGraph({ chains: [[100_000]], seed: 1 })
    expect(planTiles(graph, DEFAULT)).toHaveLength(1)
  })

  it('need room for one tile', () => {
    const graph = makeGraph({ chains: [[10]], seed: 1 })
    expect(() => planTiles(graph, { ...DEFAULT, bindingBytes: 65_535 })).toThrow(/too small/)
  })
})

describe('the kernel is', () => {
  const short = makeGraph({ chains: repeat(4096, 3), seed: 1 })
  const few = makeGraph({ chains: repeat(4095, 3), seed: 1 })
  const uneven = makeGraph({ chains: [...repeat(5000, 3), [513]], seed: 1 })

  it('one invocation per chain for many short chains', () => {
    expect(variantFor(short, DEFAULT, false)).toBe('chains')
  })

  it('reduce-then-scan for few chains, and where one of many is long', () => {
    expect(variantFor(few, DEFAULT, false)).toBe('tiles')
    expect(variantFor(uneven, DEFAULT, false)).toBe('tiles')
  })

  it('one invocation per chain on a software adapter, unless a chain is longer than a page', () => {
    expect(variantFor(few, DEFAULT, true)).toBe('chains')
    const long = makeGraph({ chains: [[9000]], seed: 1 })
    expect(variantFor(long, DEFAULT, true)).toBe('chains')
    expect(variantFor(long, { ...DEFAULT, workgroups: 2 }, true)).toBe('tiles')
  })
})
