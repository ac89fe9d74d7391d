/** How many action tokens stand behind each node of a graph. */
import type { Batch } from '../trace/batch.ts'
import type { CreditGraph } from './graph.ts'

/** Action tokens of each node (undefined: one each), and those that have none. */
export function countTokens(
  { mask, segmentCount, segment: { start } }: Batch,
  { nodes, nodeCount, inner, oneTokenEach }: CreditGraph,
): { readonly tokensOf: Uint32Array | undefined; readonly without: number } {
  if (inner || oneTokenEach) return { tokensOf: undefined, without: 0 }
  const tokensOf = new Uint32Array(nodeCount)
  let without = 0
  for (let s = 0; s < segmentCount; s++) {
    const nodeOf = nodes.ofSegment(s)
    for (let i = 0, p = start[s]; p < start[s + 1]; i++, p++) {
      if (mask[p] === 0) continue
      if (nodeOf[i] < 0) without++
      else tokensOf[nodeOf[i]]++
    }
  }
  return { tokensOf: tokensOf.every((n) => n === 1) ? undefined : tokensOf, without }
}
