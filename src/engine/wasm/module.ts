/** The compiled kernel (kernel/scan.ts): which build this machine can run, and what it exports. */
import { FUSED, PLAIN } from './kernel.generated.ts'

/** See kernel/scan.ts for the meaning of each; addresses are bytes in the instance's memory. */
export interface KernelExports {
  readonly carryA: WebAssembly.Global<'f64'>
  readonly carryC: WebAssembly.Global<'f64'>
  readonly mean: WebAssembly.Global<'f64'>
  readonly squares: WebAssembly.Global<'f64'>
  readonly low: WebAssembly.Global<'f32'>
  readonly high: WebAssembly.Global<'f32'>
  readonly handedOn: WebAssembly.Global<'f64'>
  readonly sum: WebAssembly.Global<'f64'>
  readonly power: WebAssembly.Global<'f64'>
  moments(column: number, count: number): void
  measure(
    runs: number,
    gamma: number,
    step: number,
    carry: number,
    near: number,
    from: number,
    to: number,
  ): void
  bindNodes(value: number, reward: number, advantage: number, critic: number): void
  bindRuns(start: number, ahead: number, carry: number, beta: number, betaCritic: number): void
  bindSparse(at: number, count: number): void
  scan(runs: number, gamma: number, both: boolean, step: number): void
  flow(runs: number, column: number, betaAt: number, step: number, carry: number): void
}

/** Bytes at the start of the memory that belong to the kernel. */
export const KERNEL_BYTES = 4096

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/**
 * Compiles the kernel: fused multiply-add where the browser has relaxed SIMD, which spares a third of the
 * arithmetic. It takes a millisecond.
 *
 * @throws WebAssembly.CompileError in a browser without SIMD
 */
export function compileKernel(): WebAssembly.Module {
  const fused = bytesOf(FUSED)
  return new WebAssembly.Module(WebAssembly.validate(fused) ? fused : bytesOf(PLAIN))
}

/** One instance over one memory. Its exports are our own kernel's, so their types are known. */
export function instantiateKernel(
  kernel: WebAssembly.Module,
  memory: WebAssembly.Memory,
): KernelExports {
  const { exports } = new WebAssembly.Instance(kernel, { env: { memory } })
  return exports as unknown as KernelExports
}
