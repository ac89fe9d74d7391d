/** Skipped types over all files, most frequent first. */
import type { Diagnostic, Skipped } from '../../trace/diagnostics.ts'

export function skippedTypes(diagnostics: readonly Diagnostic[]): Skipped {
  const counts = new Map<string, number>()
  for (const { skipped } of diagnostics) {
    for (const { type, count } of skipped ?? []) counts.set(type, (counts.get(type) ?? 0) + count)
  }
  return Array.from(counts, ([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count)
}
