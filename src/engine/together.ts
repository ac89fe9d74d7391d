/** Several scans asked for at once: in one go where the engine can, else one after the other. */
import type { Engine, ScanRequest, ScanResult } from './engine.ts'

/** As Engine.scanAll, for every engine. The handles must differ: each has room for one result. */
export async function scanTogether(
  engine: Engine,
  requests: readonly ScanRequest[],
): Promise<readonly ScanResult[]> {
  if (engine.scanAll) return engine.scanAll(requests)
  const results: ScanResult[] = []
  for (const { handle, gamma, runs } of requests) {
    results.push(await engine.scan(handle, gamma, runs))
  }
  return results
}
