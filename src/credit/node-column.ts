/**
 * Numbers per node. Most graphs take theirs straight from the batch: kept apart they would cost a batch's own
 * size once more, and at 10 M tokens writing new memory (4 ms per MiB here) takes longer than the scan.
 */
import type { FloatColumn } from '../trace/batch.ts'

export interface NodeColumn {
  readonly length: number
  /** Of the numbers as they are kept. */
  readonly width: 32 | 64
  at(node: number): number
  /** Numbers of nodes [from, to): a view where they are kept side by side, else a copy of the same width. */
  read(from: number, to: number): FloatColumn
  /** Writes the numbers of nodes [from, to) to the start of `into`. */
  copy(from: number, to: number, into: FloatColumn): void
  /** The numbers that are not 0, by ascending node, where that is how they are kept. */
  readonly listed?: { readonly node: Uint32Array; readonly number: Float64Array }
  /** Nodes at which rollouts start, and the end of the last one, where the column knows them. */
  readonly rollouts?: Uint32Array
}

/** A column as it stands in memory. */
export const denseColumn = (column: FloatColumn): NodeColumn => ({
  length: column.length,
  width: column instanceof Float32Array ? 32 : 64,
  at: (node) => column[node],
  read: (from, to) => column.subarray(from, to),
  copy: (from, to, into) => into.set(column.subarray(from, to)),
})

/** 0 except at some nodes. @param numbers by node; those that are 0 may be among them */
export function listedColumn(length: number, numbers: ReadonlyMap<number, number>): NodeColumn {
  const entries = [...numbers].filter(([, x]) => x !== 0).sort(([x], [y]) => x - y)
  const node = Uint32Array.from(entries, ([k]) => k)
  const number = Float64Array.from(entries, ([, x]) => x)
  const copy = (from: number, to: number, into: FloatColumn): void => {
    into.fill(0, 0, to - from)
    for (let i = firstAtLeast(node, from); i < node.length && node[i] < to; i++) {
      into[node[i] - from] = number[i]
    }
  }
  return {
    length,
    width: 64,
    at: (k) => {
      const i = firstAtLeast(node, k)
      return node[i] === k ? number[i] : 0
    },
    read: (from, to) => {
      const into = new Float64Array(to - from)
      copy(from, to, into)
      return into
    },
    copy,
    listed: { node, number },
  }
}

/** The stretch [start[i], start[i + 1]) that holds `at`, the last one of those that start there. @param start from 0 to above `at` */
export const stretchOf = (start: ArrayLike<number>, at: number): number =>
  firstAtLeast(start, at + 1) - 1

/** Index of the first entry that is not below `x`; the length where there is none. */
export function firstAtLeast(ascending: ArrayLike<number>, x: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle] < x) low = middle + 1
    else high = middle
  }
  return low
}
