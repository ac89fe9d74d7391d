/** `prepare` for every source of values; apart from it because few visits fit a baseline. */
import type { Batch } from './batch.ts'
import { fitBaseline, fittedValues } from './fitted.ts'
import { type Outcomes, type Prepared, prepare, type ValueSource } from './prepare.ts'

export function prepareAny(base: Batch, source: ValueSource, outcomes: Outcomes): Prepared {
  if (source.kind !== 'fitted') return prepare(base, source, outcomes)
  // Where nothing can be fitted, every value is 0.
  const { batch } = prepare(base, { kind: 'zero' }, outcomes)
  const fit = fitBaseline(batch, source.ridge)
  if (!fit.ok) return { batch, fit }
  return {
    batch: { ...batch, columns: { ...batch.columns, values: fittedValues(batch, fit.value) } },
    fit,
  }
}
