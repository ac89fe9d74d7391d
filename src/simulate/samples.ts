/** Samples that open without a file. Adding one: one file, one line here. */
import type { CanonicalRow } from '../trace/rows.ts'
import { batchSample } from './batch-sample.ts'
import { bugSample } from './bug-sample.ts'
import { searchSample } from './search-sample.ts'
import { shopSample } from './shop-sample.ts'

export interface Sample {
  /** Public id, stands in links. */
  readonly id: string
  readonly rows: () => readonly CanonicalRow[]
}

export const SAMPLES: readonly Sample[] = [
  { id: 'search', rows: searchSample },
  { id: 'bug', rows: bugSample },
  { id: 'shop', rows: shopSample },
  { id: 'batch', rows: () => batchSample() },
]

export const sampleOf = (id: string): Sample | undefined => SAMPLES.find((s) => s.id === id)
