/** What a canonical row says about how its trace was made, so that writing and reading lose nothing. */
import type { JsonObject } from './canonical-row.ts'
import type { Sink } from './types.ts'

/** Columns of 0 / 1 or false / true, the same on all rows. */
export const MARK_COLUMNS = ['approximate_tokens', 'mask_derived'] as const

/** To be called before the row is given to the sink. */
export function noteMarks(row: JsonObject, sink: Pick<Sink, 'approximate' | 'maskDerived'>): void {
  const { approximate_tokens, mask_derived } = row
  if (approximate_tokens === true || approximate_tokens === 1) sink.approximate()
  if (mask_derived === true || mask_derived === 1) sink.maskDerived('file')
}
