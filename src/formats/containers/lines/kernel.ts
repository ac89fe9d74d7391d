/** The compiled kernel (kernel/scan.ts), its memory, and what stands where in it. */
import { LINES } from './kernel.generated.ts'

/** See kernel/scan.ts; addresses are bytes in the instance's memory. */
export interface KernelExports {
  readonly lineEnds: WebAssembly.Global<'i32'>
  readonly needed: WebAssembly.Global<'i32'>
  readonly restEnd: WebAssembly.Global<'i32'>
  readonly tableEnd: WebAssembly.Global<'i32'>
  bind(
    fives: number,
    keys: number,
    count: number,
    table: number,
    rest: number,
    lists: number,
    limit: number,
  ): void
  scan(at: number, end: number): number
}

/** Bytes that the kernel keeps for itself at the memory's start, and reads beyond what it is given. */
export const KERNEL_BYTES = 4096
export const BEYOND = 64

/** The powers of 5 that the kernel multiplies by (kernel/nearest.ts). */
const MOST_POWER = 64
export const FIVES_BYTES = 16 * (2 * MOST_POWER + 1)

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** @throws WebAssembly.CompileError in a browser without SIMD */
export function createKernel(memory: WebAssembly.Memory): KernelExports {
  const decoder = new TextDecoder()
  const magnitude = (text: number, length: number) =>
    Number(decoder.decode(new Uint8Array(memory.buffer, text, length)))
  const kernel = new WebAssembly.Module(bytesOf(LINES))
  const { exports } = new WebAssembly.Instance(kernel, { env: { memory, magnitude } })
  // They are our own kernel's, so their types are known.
  return exports as unknown as KernelExports
}

/**
 * 128 leading bits of 5^power for every power of the table, upper word first. Those of negative powers, which
 * no number of bits holds, are rounded up.
 */
export function fives(): BigUint64Array<ArrayBuffer> {
  const table = new BigUint64Array(FIVES_BYTES >> 3)
  for (let power = -MOST_POWER; power <= MOST_POWER; power++) {
    const five = 5n ** BigInt(Math.abs(power))
    const length = BigInt(five.toString(2).length)
    const bits = power < 0 ? (1n << (127n + length)) / five + 1n : (five << 128n) >> length
    const at = 2 * (power + MOST_POWER)
    table[at] = bits >> 64n
    table[at + 1] = BigInt.asUintN(64, bits)
  }
  return table
}
