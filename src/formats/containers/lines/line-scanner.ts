/** The fastest line scanner that this browser can run. */
import { lineSplitter } from '../records.ts'
import type { LineScanner, ListKinds } from './types.ts'
import { createWasmScanner } from './wasm-scanner.ts'

export function createLineScanner(kinds: ListKinds): LineScanner {
  try {
    return createWasmScanner(kinds)
  } catch {
    // No SIMD, or no WASM at all.
    return createPlainScanner(kinds)
  }
}

/** In JavaScript; lists of all kinds come as Float64Array, not checked. */
export function createPlainScanner(kinds: ListKinds): LineScanner {
  const numeric = new Set(kinds.keys())
  let memory = new ArrayBuffer(0)
  return {
    room: (size) => {
      if (memory.byteLength < size) memory = new ArrayBuffer(Math.ceil(1.1 * size))
      return new Uint8Array(memory, 0, size)
    },
    scan: (size, visit) => {
      const splitter = lineSplitter(visit, { numeric, firstLine: 1, lend: true })
      splitter.push(new Uint8Array(memory, 0, size))
      splitter.end()
      return splitter.line - 1
    },
  }
}
