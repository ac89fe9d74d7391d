/** Convention vectors: values of trainers that were computed outside the project, read with checks. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Options } from '../../src/credit/options.ts'
import { resolveOptions } from '../../src/credit/options.ts'
import { ratioRuleOf } from '../../src/credit/ratio/registry.ts'
import type { RatioInputs, RatioResult } from '../../src/credit/ratio/rule.ts'
import type { CanonicalRow } from '../../src/trace/rows.ts'
import { batchOf, evaluate, type Sliders } from './batches.ts'

export type Rows = readonly (readonly number[])[]

const isRecord = (x: unknown): x is Readonly<Record<string, unknown>> =>
  typeof x === 'object' && x !== null

export class Vector {
  readonly id: string
  readonly #data: unknown

  constructor(data: unknown) {
    this.#data = data
    this.id = String(isRecord(data) ? data.id : undefined)
  }

  at(...path: readonly (string | number)[]): unknown {
    let value = this.#data
    for (const key of path) {
      if (!isRecord(value) || !(key in value)) throw new Error(`${this.id}: no ${path.join(' › ')}`)
      value = value[key]
    }
    return value
  }

  num(...path: readonly (string | number)[]): number {
    const value = this.at(...path)
    if (typeof value !== 'number') throw new Error(`${this.id}: ${path.join(' › ')} is no number`)
    return value
  }

  /** A list of numbers; booleans count as 0 and 1. */
  list(...path: readonly (string | number)[]): readonly number[] {
    const value = this.at(...path)
    if (!Array.isArray(value)) throw new Error(`${this.id}: ${path.join(' › ')} is no list`)
    return value.map((x: unknown) => {
      if (typeof x !== 'number' && typeof x !== 'boolean')
        throw new Error(`${this.id}: not a number`)
      return Number(x)
    })
  }

  lists(...path: readonly (string | number)[]): Rows {
    const value = this.at(...path)
    if (!Array.isArray(value)) throw new Error(`${this.id}: ${path.join(' › ')} is no list`)
    return value.map((_, i) => this.list(...path, i))
  }

  count(...path: readonly (string | number)[]): number {
    const value = this.at(...path)
    if (!Array.isArray(value)) throw new Error(`${this.id}: ${path.join(' › ')} is no list`)
    return value.length
  }
}

/** Every number under `expected` moved, so that a check that compares anything must fail. */
export function perturbed(vector: Vector): Vector | undefined {
  let moved = 0
  const move = (x: unknown): unknown => {
    if (typeof x === 'number' || typeof x === 'boolean') {
      moved++
      return typeof x === 'number' ? x + 0.37 : !x
    }
    if (Array.isArray(x)) return x.map(move)
    if (!isRecord(x)) return x
    return Object.fromEntries(Object.entries(x).map(([key, value]) => [key, move(value)]))
  }
  const data = vector.at()
  if (!isRecord(data)) return undefined
  const copy = new Vector({ ...data, expected: move(data.expected) })
  return moved === 0 ? undefined : copy
}

export function loadVectors(file: URL): readonly Vector[] {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(parsed)) throw new Error('a vector file holds a list')
  return parsed.map((data: unknown) => new Vector(data))
}

/** Relative to the largest wanted number, as conformance cases are. */
export const TOLERANCE = 1e-9

export function close(got: readonly number[], want: readonly number[], relative = TOLERANCE): void {
  expect(got).toHaveLength(want.length)
  const largest = Math.max(0, ...want.map(Math.abs))
  const tolerance = largest === 0 ? 1e-12 : relative * largest
  const off = got.findIndex((x, i) => !(Math.abs(x - want[i]) <= tolerance))
  if (off >= 0) expect.fail(`entry ${off}: got ${got[off]}, want ${want[off]}`)
}

export function closeRows(got: Rows, want: Rows, relative = TOLERANCE): void {
  expect(got.map((row) => row.length)).toEqual(want.map((row) => row.length))
  close(got.flat(), want.flat(), relative)
}

/** One rollout of one action token per outcome, all of one group. */
export const groupRows = (
  rewards: readonly number[],
  group = 'g',
  lengths?: readonly number[],
): readonly CanonicalRow[] =>
  rewards.map((reward, i) => ({
    rollout_id: `${group}${i}`,
    group_id: group,
    response_mask: new Array<number>(lengths?.[i] ?? 1).fill(1),
    reward,
  }))

export const advantagesOf = async (
  rows: readonly CanonicalRow[],
  estimator: string,
  options: Options = {},
  sliders: Sliders = {},
): Promise<Rows> => (await evaluate(batchOf(rows), estimator, options, sliders)).advantages

/** First number of every row: the advantage of samples that are broadcast. */
export const scalarsOf = async (
  rows: readonly CanonicalRow[],
  estimator: string,
  options: Options = {},
): Promise<readonly number[]> => (await advantagesOf(rows, estimator, options)).map((row) => row[0])

/** A ratio rule on one row. */
export function ratioOf(rule: string, inputs: RatioInputs, options: Options = {}): RatioResult {
  const found = ratioRuleOf(rule)
  if (!found) throw new Error(`no ratio rule ${rule}`)
  return found.apply(inputs, resolveOptions(found.options, options))
}

export type VectorClass = 'right' | 'options' | 'fault' | 'none'

/** `right`: our value. `options`: trainers differ, each side is options of ours. `fault`: see `fault`. */
export type Check = (
  | { readonly kind: 'right' | 'options' }
  | { readonly kind: 'fault'; readonly presets: readonly string[]; readonly fault: string }
) & { readonly check: (vector: Vector) => Promise<void> | void }

export const right = (check: Check['check']): Check => ({ kind: 'right', check })
export const options = (check: Check['check']): Check => ({ kind: 'options', check })
/** A fault that the vector documents, by preset and code; the check states our right value. */
export const fault = (presets: readonly string[], code: string, check: Check['check']): Check => ({
  kind: 'fault',
  presets,
  fault: code,
  check,
})

export type Checks = Readonly<Record<string, Check>>
