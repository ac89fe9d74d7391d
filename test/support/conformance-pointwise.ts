/** Ratio and aggregation cases (trace-schema §4): no batch, no scan. */
import { aggregateModeOf } from '../../src/credit/aggregate/aggregate.ts'
import { resolveOptions } from '../../src/credit/options.ts'
import { ratioRuleOf } from '../../src/credit/ratio/registry.ts'
import type { RatioInputs } from '../../src/credit/ratio/rule.ts'

export interface RatioCase {
  readonly id: string
  readonly ratio: string
  readonly inputs: RatioInputs
  readonly options?: Readonly<Record<string, number | string>>
  readonly expected: { readonly ratio: readonly number[]; readonly coefficient: readonly number[] }
}

export interface AggregateCase {
  readonly id: string
  readonly aggregate: string
  readonly inputs: {
    readonly rollouts: readonly (readonly {
      readonly loss: readonly number[]
      readonly mask: readonly number[]
    }[])[]
    readonly groups: readonly number[]
  }
  readonly options?: { readonly lMax?: number }
  readonly expected: {
    readonly loss: number
    readonly weights: readonly (readonly (readonly number[])[])[]
  }
}

/** First difference, undefined = all inside; `known: false` = no such rule. */
export type Checked = { readonly known: false } | { readonly known: true; readonly detail?: string }

export function checkRatio(one: RatioCase): Checked {
  const rule = ratioRuleOf(one.ratio)
  if (!rule) return { known: false }
  const got = rule.apply(one.inputs, resolveOptions(rule.options, one.options ?? {}))
  const detail =
    compare('ratio', [...got.ratio], one.expected.ratio) ??
    compare('coefficient', [...got.coefficient], one.expected.coefficient)
  return { known: true, ...(detail === undefined ? {} : { detail }) }
}

export function checkAggregate(one: AggregateCase): Checked {
  const mode = aggregateModeOf(one.aggregate)
  if (!mode) return { known: false }
  const { rollouts, groups } = one.inputs
  const rows = rollouts.flatMap((segments, rollout) =>
    segments.map((row) => ({ ...row, rollout, group: groups[rollout] })),
  )
  const weights = mode.weights(
    {
      tokens: rows.map((row) => row.mask.reduce((sum, m) => sum + m, 0)),
      rollout: rows.map((row) => row.rollout),
      group: rows.map((row) => row.group),
    },
    { lMax: one.options?.lMax ?? 1 },
  )
  const perToken = rows.flatMap((row, s) => row.mask.map((m) => m * weights[s]))
  const loss = rows
    .flatMap((row) => row.loss)
    .reduce((sum, x, i) => sum + (perToken[i] === 0 ? 0 : x * perToken[i]), 0)
  const detail =
    compare('loss', [loss], [one.expected.loss]) ??
    compare('weights', perToken, one.expected.weights.flat(2))
  return { known: true, ...(detail === undefined ? {} : { detail }) }
}

function compare(
  what: string,
  got: readonly number[],
  want: readonly number[],
): string | undefined {
  const largest = Math.max(0, ...want.map(Math.abs))
  const tolerance = largest === 0 ? 1e-12 : 1e-9 * largest
  if (got.length !== want.length) return `${what}: ${got.length} entries, want ${want.length}`
  const at = got.findIndex((x, i) => !(Math.abs(x - want[i]) <= tolerance))
  return at < 0 ? undefined : `${what}, position ${at}, got ${got[at]}, want ${want[at]}`
}
