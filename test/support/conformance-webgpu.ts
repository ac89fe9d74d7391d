/** The browser's half of `npm run conformance -- --engine webgpu`. */
import { availableGpu } from '../../src/engine/webgpu/available.ts'
import { createWebGpuEngine } from '../../src/engine/webgpu/engine.ts'
import { checkCases, parseCases, type Verdict } from './conformance.ts'

export async function checkOnWebGpu(text: string, file: string): Promise<readonly Verdict[]> {
  const adapter = await availableGpu()?.requestAdapter()
  if (!adapter) throw new Error('this browser offers no WebGPU adapter')
  return checkCases(parseCases(text, file), () => createWebGpuEngine(adapter))
}
