/**
 * M2: bytes of global memory that the GPU engine's kernels touch, counted from the tables they walk by.
 * A byte counts once per pass and direction: what an invocation reads twice stands in its cache.
 */
import type { CreditGraph } from '../../src/credit/graph.ts'
import { type RunColumns, runColumns } from '../../src/engine/webgpu/columns.ts'
import {
  ENTRY_BYTES,
  NODES_PER_CUTS,
  NODES_PER_TILE,
  STRUCTS,
} from '../../src/engine/webgpu/layout.ts'
import { planPages, type Shape } from '../../src/engine/webgpu/pages.ts'
import { makeBlocks } from '../../src/engine/webgpu/tables.ts'
import type { Tick } from '../../src/engine/webgpu/tick.ts'

const FLOAT = 4
const CUTS_PER_NODE = STRUCTS.Cuts.size / NODES_PER_CUTS
const NO_LIMITS = { bindingBytes: Number.MAX_SAFE_INTEGER, workgroups: Number.MAX_SAFE_INTEGER }

/** Read value 4, link bits 0.25, write advantage 4; rewards 4 where they are dense. */
export const floorOf = ({ dense }: RunColumns): number => (dense ? 12.25 : 8.25)

export interface Touched {
  readonly bytesPerNode: number
  readonly floor: number
}

/** Whether tile-reduce and tile-apply leave the cuts of this tile alone (nodes.wgsl, cuts_of). */
const isPlain = ({ start }: RunColumns, run: number, first: number): boolean =>
  start[run] <= first && start[run + 1] > first + NODES_PER_TILE

/** Bytes per node of one tick with one accumulator. */
export function bytesTouched(
  graph: CreditGraph,
  shape: Shape,
  { reach }: Pick<Tick, 'reach'>,
): Touched {
  const columns = runColumns(graph)
  const [page] = planPages(columns, NO_LIMITS, shape)
  const { words, joined } = makeBlocks(page, columns, shape.unit)
  const tiles = shape.variant === 'tiles'
  const rounding = tiles ? NODES_PER_CUTS : 4
  const perNode = FLOAT + (columns.dense ? FLOAT : 0)
  const map = STRUCTS.Affine.size / 2
  const entry = ENTRY_BYTES / 2
  const blockCount = words.length / 2
  const runTable = columns.start.length * STRUCTS.Run.size
  let reduce = joined ? runTable : 0
  let apply = graph.nodeCount * (perNode + FLOAT) + runTable
  for (let i = 0; i < blockCount; i++) {
    const [run, own] = [words[2 * i], words[2 * i + 1]]
    const reduced = Math.ceil(Math.min(own, reach) / rounding) * rounding
    const cuts = tiles && !isPlain(columns, run, i * shape.unit) ? CUTS_PER_NODE : 0
    apply += STRUCTS.Block.size + shape.unit * cuts
    if (!joined) continue
    reduce += STRUCTS.Block.size + reduced * (perNode + cuts) + map + entry
    apply += entry
  }
  const scan = joined && reach >= shape.unit ? blockCount * (map + entry) : 0
  return {
    bytesPerNode: (reduce + scan + apply) / graph.nodeCount,
    floor: floorOf(columns),
  }
}
