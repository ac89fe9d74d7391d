/**
 * What a piece of work needed at its peak. The kernel keeps the highest resident size of a process and can
 * forget it (Linux, `proc_pid_clear_refs(5)`), so that also memory that was freed again inside of one
 * synchronous call is seen. Elsewhere the size afterwards stands for it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MIB = 2 ** 20

/** Collects garbage, so that what was left by others is not counted. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  gc()
}

/** Forgets the peak so far; whether that can be done here. */
function forgetPeak(): boolean {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
    return true
  } catch {
    return false
  }
}

/** Highest resident size since `forgetPeak`, bytes. */
function peak(): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

export interface Used<T> {
  readonly value: T
  /**
   * MiB above the size before: resident pages at the peak, or array buffers at the end where these are more
   * (an array that was claimed but never written has no pages).
   */
  readonly mebibytes: number
}

export async function measureMemory<T>(work: () => Promise<T>): Promise<Used<T>> {
  const canPeak = forgetPeak()
  const before = process.memoryUsage()
  const value = await work()
  const after = process.memoryUsage()
  const resident = (canPeak ? peak() : after.rss) - before.rss
  const arrays = after.arrayBuffers - before.arrayBuffers
  return { value, mebibytes: Math.max(0, resident, arrays) / MIB }
}
