/**
 * Values of one part in a WASM memory, and the parts of graphs that read them: estimators on the same nodes
 * differ in their links alone, so what is large is there once.
 */

import { instantiateKernel, KERNEL_BYTES } from './module.ts'
import { createPart, type LocalPart, type PartColumns } from './part.ts'
import { Regions } from './regions.ts'

export interface LocalValues {
  /** Their largest magnitude; what float32 cannot hold is infinite. */
  readonly largest: number
  /** @throws RangeError if there is no memory for it; what the part does may throw it too */
  createPart(columns: PartColumns): LocalPart
}

/**
 * @param write fills a column of `nodes` zeros; undefined: they stay 0, and untouched memory costs none
 * @throws RangeError if there is no memory for them
 */
export function createValues(
  kernel: WebAssembly.Module,
  nodes: number,
  write: ((into: Float32Array) => void) | undefined,
): LocalValues {
  const bytes = nodes * Float32Array.BYTES_PER_ELEMENT
  const regions = new Regions(KERNEL_BYTES, bytes)
  const { memory } = regions
  const instance = instantiateKernel(kernel, memory)
  const { at } = regions.take(bytes)
  let largest = 0
  if (write && nodes > 0) {
    write(new Float32Array(memory.buffer, at, nodes))
    instance.moments(at, nodes)
    largest = Math.max(-instance.low.value, instance.high.value)
  }
  return {
    largest,
    createPart: (columns) => createPart({ regions, instance, valueAt: at, nodes }, columns),
  }
}
