/** Settings of the page for a conformance case or a property. */
import type { Options } from '../../src/credit/options.ts'
import type { PageSettings } from '../../src/credit/settings/settings.ts'

/** Both slots have the estimator; every slider that `options` names has its value, the others the schema's. */
export function pageSettings(estimator: string, options: Options = {}): PageSettings {
  const number = (name: string): number | undefined =>
    typeof options[name] === 'number' ? options[name] : undefined
  return {
    a: { estimator, options },
    b: { estimator, options },
    gamma: number('gamma') ?? 1,
    lambda: number('lambda') ?? 0.95,
    lambdaCritic: number('lambdaCritic'),
    epsLow: 0.2,
    epsHigh: 0.2,
    ratio: { rule: 'ppo-clip', options: {} },
    aggregate: { mode: 'token-mean', lMax: 4096, denominator: 'before', emptyRows: 'skip' },
    values: { kind: 'file' },
    outcomes: { byRollout: {} },
  }
}

/** The first entry outside 1e-9 of the largest wanted one (1e-12 where all are 0); undefined = none. */
export function mismatch(
  got: readonly (readonly number[])[] | undefined,
  want: readonly (readonly number[])[] | undefined,
  relative = 1e-9,
): string | undefined {
  if (!want) return undefined
  if (got?.length !== want.length) return `rows: got ${got?.length}, want ${want.length}`
  const largest = Math.max(0, ...want.flat().map(Math.abs))
  const tolerance = largest === 0 ? 1e-12 : relative * largest
  for (let r = 0; r < want.length; r++) {
    if (got[r].length !== want[r].length) return `row ${r}: ${got[r].length} numbers`
    for (let i = 0; i < want[r].length; i++) {
      if (!(Math.abs(got[r][i] - want[r][i]) <= tolerance)) {
        return `row ${r}, position ${i}: got ${got[r][i]}, want ${want[r][i]}`
      }
    }
  }
  return undefined
}
