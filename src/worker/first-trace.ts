/**
 * The trace that the first visit opens. A build makes it beforehand (`scripts/first-trace.ts`), so that neither the
 * sample's generator nor the builder of batches is in the first load.
 */
import type { LoadedTrace } from '../formats/types.ts'
import { FIRST_SAMPLE } from '../simulate/samples.ts'
import { searchSample } from '../simulate/search-sample.ts'
import { traceOfRows } from './built-trace.ts'

export const firstTrace = (): LoadedTrace =>
  traceOfRows(searchSample(), { name: FIRST_SAMPLE, format: 'segue-sample', bytes: 0 })
