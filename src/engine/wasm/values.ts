/**
 * Values of one part in a WASM memory, and the parts of graphs that read them: estimators on the same nodes
 * differ in their links alone, so what is large is there once.
 */

import { instantiateKernel, KERNEL_BYTES } from './module.ts'
import { createPart, type LocalPart, type PartColumns } from './part.ts'
import { Regions } from './regions.ts'

export interface LocalValues {
  /** Where they stand, 0 until they are written: memory that nobody touches costs none. Valid until the next part. */
  column(): Float32Array
  /** Their largest magnitude; what float32 cannot hold is infinite. */
  largest(): number
  /** @throws RangeError if there is no memory for it; what the part does may throw it too */
  createPart(columns: PartColumns): LocalPart
}

/** @throws RangeError if there is no memory for them */
export function createValues(kernel: WebAssembly.Module, nodes: number): LocalValues {
  const bytes = nodes * Float32Array.BYTES_PER_ELEMENT
  const regions = new Regions(KERNEL_BYTES, bytes)
  const { memory } = regions
  const instance = instantiateKernel(kernel, memory)
  const { at } = regions.take(bytes)
  return {
    column: () => new Float32Array(memory.buffer, at, nodes),
    largest: () => {
      if (nodes === 0) return 0
      instance.moments(at, nodes)
      return Math.max(-instance.low.value, instance.high.value)
    },
    createPart: (columns) => createPart({ regions, instance, valueAt: at, nodes }, columns),
  }
}
