/** Samples that open without a file. Adding one: one file, one line here. */
import type { CanonicalRow } from '../trace/rows.ts'

export interface Sample {
  /** Public id, stands in links. */
  readonly id: string
  readonly rows: () => Promise<readonly CanonicalRow[]>
}

/** The first visit opens it; the others' code comes when they are chosen. */
export const FIRST_SAMPLE = 'search'

export const SAMPLES: readonly Sample[] = [
  { id: FIRST_SAMPLE, rows: async () => (await import('./search-sample.ts')).searchSample() },
  { id: 'bug', rows: async () => (await import('./bug-sample.ts')).bugSample() },
  { id: 'shop', rows: async () => (await import('./shop-sample.ts')).shopSample() },
  { id: 'batch', rows: async () => (await import('./batch-sample.ts')).batchSample() },
]

export const sampleOf = (id: string): Sample | undefined => SAMPLES.find((s) => s.id === id)

/** Loads the code of all samples ahead. */
export const prepareSamples = (): Promise<unknown> =>
  Promise.all([import('./bug-sample.ts'), import('./shop-sample.ts'), import('./batch-sample.ts')])
