import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runColumns } from '../../src/engine/webgpu/columns.ts'
import { BLOCKS_PER_WORKGROUP, STRUCTS } from '../../src/engine/webgpu/layout.ts'
import {
  type Limits,
  type Page,
  planPages,
  type Shape,
  shapeFor,
  variantFor,
} from '../../src/engine/webgpu/pages.ts'
import { makeBlocks, NEVER, reachOf } from '../../src/engine/webgpu/tables.ts'
import { makeGraph, numbersOf, runsFor } from './engine-graphs.ts'

/** The limits that every WebGPU adapter has. */
const DEFAULT: Limits = { bindingBytes: 128 * 2 ** 20, workgroups: 65_535 }
const repeat = (count: number, length: number) => Array.from({ length: count }, () => [length])

const TILES: Shape = { variant: 'tiles', unit: 4096, scan: 'tile-scan' }
const BLOCKS: Shape = { variant: 'blocks', unit: 64, scan: 'block-scan' }

/** Bytes of the widest buffers of a page, as buffers.ts allocates them. */
const widest = ({ firstNode, endNode, firstRun, endRun }: Page, { unit }: Shape): number => {
  const capacity = Math.ceil((endNode - firstNode) / unit) * unit
  const staging = (endNode - firstNode + 1) * 8
  return Math.max(capacity * 4 + 16, (endRun - firstRun + 1) * STRUCTS.Run.size, staging)
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
  bindingBytes: fc.integer({ min: 2, max: 5 }).map((tiles) => (tiles * 4096 + 1) * 24 + 7),
  workgroups: fc.integer({ min: 2, max: 4 }),
})

describe('pages', () => {
  it.each([TILES, BLOCKS])('of $variant cover every node once and fit the limits', (shape) => {
    fc.assert(
      fc.property(anyGraph, tinyLimits, (graph, limits) => {
        const columns = runColumns(graph)
        const pages = planPages(columns, limits, shape)
        expect(pages.map((page) => page.firstNode)).toEqual(
          [0, ...pages.slice(0, -1).map((page) => page.endNode)].slice(0, pages.length),
        )
        expect(pages.at(-1)?.endNode ?? 0).toBe(graph.nodeCount)
        const perWorkgroup = shape.variant === 'tiles' ? 1 : BLOCKS_PER_WORKGROUP
        for (const page of pages) {
          expect(widest(page, shape)).toBeLessThanOrEqual(limits.bindingBytes)
          expect((page.endNode - page.firstNode) / shape.unit / perWorkgroup).toBeLessThanOrEqual(
            limits.workgroups,
          )
          expect(page.firstNode % shape.unit).toBe(0)
          expect(columns.start[page.firstRun]).toBeLessThanOrEqual(page.firstNode)
          expect(columns.start[page.firstRun + 1]).toBeGreaterThan(page.firstNode)
          expect(columns.start[page.endRun]).toBeGreaterThanOrEqual(page.endNode)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('are one for a graph of ordinary size', () => {
    const graph = makeGraph({ chains: [[100_000]], seed: 1 })
    expect(planPages(runColumns(graph), DEFAULT, TILES)).toHaveLength(1)
  })

  it('need room for one tile', () => {
    const graph = makeGraph({ chains: [[10]], seed: 1 })
    const limits = { ...DEFAULT, bindingBytes: 65_535 }
    expect(() => planPages(runColumns(graph), limits, TILES)).toThrow(/too small/)
  })
})

describe('the kernel is', () => {
  const short = makeGraph({ chains: repeat(4096, 3), seed: 1 })
  const few = makeGraph({ chains: repeat(4095, 3), seed: 1 })
  const uneven = makeGraph({ chains: [...repeat(5000, 3), [513]], seed: 1 })

  it('without barriers for many short chains', () => {
    expect(variantFor(short, false)).toBe('blocks')
  })

  it('in tiles for few chains, and where one of many is long', () => {
    expect(variantFor(few, false)).toBe('tiles')
    expect(variantFor(uneven, false)).toBe('tiles')
  })

  it('without barriers on a software adapter', () => {
    expect(variantFor(few, true)).toBe('blocks')
    expect(variantFor(uneven, true)).toBe('blocks')
  })

  it('given blocks of 64 to 4096 nodes, by size and adapter', () => {
    const { nodeCount } = short
    expect(shapeFor(short, 'blocks', true).unit).toBe(64)
    const of = (scale: number, software: boolean): number =>
      shapeFor({ ...short, nodeCount: nodeCount * scale }, 'blocks', software).unit
    expect(of(2 ** 12 / 3, true)).toBe(4096)
    expect(of(2 ** 20, true)).toBe(4096)
    expect(of(2 ** 12 / 3, false)).toBe(128)
  })
})

describe('rewards', () => {
  it('that are rare stand at the end of a run, one split for it if need be', () => {
    const graph = makeGraph({ chains: [[100, 60], [40]], seed: 1, rewards: 'terminal', cut: 0 })
    numbersOf(graph.reward)[30] = 5
    const columns = runColumns(graph)
    expect(columns.dense).toBe(false)
    expect([...columns.start]).toEqual([0, 31, 100, 160, 200])
    expect([...columns.reward]).toEqual([5, 0, 1, 1])
    expect([...columns.carry]).toEqual([1, 1, 0, 0])
    expect(columns.ahead[0]).toBe(graph.value.at(31))
    expect([...(columns.source ?? [])]).toEqual([0, 0, 1, 2])
  })

  it('that are many are read node by node', () => {
    const columns = runColumns(makeGraph({ chains: [[100], [40]], seed: 1 }))
    expect(columns.dense).toBe(true)
    expect([...columns.start]).toEqual([0, 100, 140])
    expect([...columns.reward]).toEqual([0, 0])
  })
})

describe('what a block hands to the one before', () => {
  it('ends at the first cut, and is nothing where a cut stands before it', () => {
    const graph = makeGraph({ chains: [[64, 100, 20], [72], [130]], seed: 1, cut: 0 })
    const columns = runColumns(graph)
    const [page] = planPages(columns, DEFAULT, BLOCKS)
    const { words, joined } = makeBlocks(page, columns, 64)
    expect(joined).toBe(true)
    const blocks = Array.from({ length: words.length / 2 }, (_, i) => [
      words[2 * i],
      words[2 * i + 1],
    ])
    // Chains end behind nodes 184, 256 and 386.
    expect(blocks).toEqual([
      [0, 0],
      [1, 64],
      [3, 184 - 128],
      [3, 64],
      [4, 0],
      [4, 64],
      [4, 2],
    ])
  })

  it('is nothing at all where blocks and chains end together', () => {
    const columns = runColumns(makeGraph({ chains: repeat(9, 128), seed: 1 }))
    const [page] = planPages(columns, DEFAULT, { ...BLOCKS, unit: 128 })
    expect(makeBlocks(page, columns, 128).joined).toBe(false)
  })

  it('is forgotten after 16.6 / −ln γλ nodes, up to γλ = 0.99', () => {
    const graph = makeGraph({ chains: [[10]], seed: 1 })
    const reach = (gamma: number, lambda: number, lambdaCritic?: number): number =>
      reachOf(runsFor(graph, { gamma, lambda, lambdaCritic }), 1, gamma, lambdaCritic !== undefined)
    // 16.6 / 0.051293 = 323.6 and 16.6 / 0.01005 = 1651.7, in whole folds of 64.
    expect(reach(1, 0.95)).toBe(384)
    expect(reach(0.95, 1)).toBe(384)
    expect(reach(1, 0.99)).toBe(1664)
    expect(reach(1, 0.95, 0.99)).toBe(1664)
    expect(reach(1, 0)).toBe(64)
    expect(reach(1, 0.991)).toBe(NEVER)
    expect(reach(1, 0.5, 1)).toBe(NEVER)
  })
})
