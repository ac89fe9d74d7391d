/** Runs conformance cases (trace-schema §4) through the page's own path and says what differs. */
import { createEvaluation, setParameters } from '../../src/credit/evaluate.ts'
import { estimatorOf } from '../../src/credit/registry.ts'
import { createCpuEngine } from '../../src/engine/cpu/engine.ts'
import type { Engine, EngineHandle, ScanResult } from '../../src/engine/engine.ts'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { createWasmEngine } from '../../src/engine/wasm/engine.ts'
import { readTrace } from '../../src/formats/read.ts'
import type { Batch, FloatColumn } from '../../src/trace/batch.ts'
import {
  type AggregateCase,
  type Checked,
  checkAggregate,
  checkRatio,
  type RatioCase,
} from './conformance-pointwise.ts'

export interface ConformanceCase {
  readonly id: string
  readonly estimator?: string
  readonly rows?: readonly unknown[]
  readonly options?: Readonly<Record<string, number | string>>
  readonly expected?: {
    readonly advantages?: readonly (readonly number[])[]
    readonly returns?: readonly (readonly number[])[]
  }
}

export type AnyCase = ConformanceCase | RatioCase | AggregateCase

export type Verdict =
  | { readonly id: string; readonly outcome: 'ok' | 'skip' }
  | { readonly id: string; readonly outcome: 'FAIL'; readonly detail: string }

export type EngineFactory = () => Engine | Promise<Engine>

/** Tolerance relative to the largest |want|: rounding of float64, or of the float32 engines. */
const TOLERANCE = { f64: 1e-9, f32: 1e-5 } as const
const WHEN_ALL_ZERO = 1e-12

export const LOCAL_ENGINES: Readonly<Record<'reference' | 'cpu' | 'wasm', EngineFactory>> = {
  reference: createReferenceEngine,
  cpu: createCpuEngine,
  wasm: createWasmEngine,
}

/** The only place where a case file is trusted: our own format, checked to be an array of objects with ids. */
export function parseCases(text: string, file: string): readonly AnyCase[] {
  const parsed: unknown = JSON.parse(text)
  if (!Array.isArray(parsed)) throw new Error(`${file}: a case file holds a JSON array`)
  return parsed.map((item: unknown, i) => {
    if (typeof item !== 'object' || item === null || !('id' in item)) {
      throw new Error(`${file}: entry ${i} is no case (it has no id)`)
    }
    return item as AnyCase
  })
}

/** One verdict per case; what does not exist (yet) is `skip`. */
export async function checkCases(
  cases: readonly AnyCase[],
  createEngine: EngineFactory,
): Promise<readonly Verdict[]> {
  const engine = await createEngine()
  const verdicts: Verdict[] = []
  for (const one of cases) verdicts.push(await checkCase(one, engine))
  engine.dispose()
  return verdicts
}

function verdictOf(id: string, checked: Checked): Verdict {
  if (!checked.known) return { id, outcome: 'skip' }
  return checked.detail === undefined
    ? { id, outcome: 'ok' }
    : { id, outcome: 'FAIL', detail: checked.detail }
}

async function checkCase(one: AnyCase, engine: Engine): Promise<Verdict> {
  if ('ratio' in one) return verdictOf(one.id, checkRatio(one))
  if ('aggregate' in one) return verdictOf(one.id, checkAggregate(one))
  const estimator = one.estimator === undefined ? undefined : estimatorOf(one.estimator)
  if (!estimator || !one.rows) return { id: one.id, outcome: 'skip' }
  const fail = (detail: string): Verdict => ({ id: one.id, outcome: 'FAIL', detail })

  const name = `${one.id}.json`
  const read = await readTrace([{ name, data: new Blob([JSON.stringify(one.rows)]) }], () => {})
  if (!read.ok) return fail(`the rows were refused: ${JSON.stringify(read.error.refusals)}`)
  const { batch, diagnostics } = read.value
  const errors = diagnostics.filter((d) => d.severity === 'error')
  if (errors.length > 0) return fail(`the rows were refused: ${errors[0].message}`)

  const options = one.options ?? {}
  const number = (name: string): number | undefined =>
    typeof options[name] === 'number' ? options[name] : undefined
  const evaluation = createEvaluation(batch, estimator, options)
  setParameters(evaluation, {
    gamma: number('gamma') ?? 1,
    lambda: number('lambda') ?? 0.95,
    lambdaCritic: number('lambdaCritic'),
  })
  const handles: EngineHandle[] = []
  const scans: ScanResult[] = []
  for (const stage of evaluation.stages) {
    const handle = await engine.load(stage.graph)
    handles.push(handle)
    scans.push(await engine.scan(handle, stage.gamma, stage.runs))
  }
  evaluation.receive(scans)
  for (const handle of handles) engine.release(handle)

  const relative = engine.id === 'reference' ? TOLERANCE.f64 : TOLERANCE.f32
  const detail =
    difference('advantages', batch, evaluation.advantages, one.expected?.advantages, relative) ??
    difference('returns', batch, evaluation.returns, one.expected?.returns, relative)
  return detail === undefined ? { id: one.id, outcome: 'ok' } : fail(detail)
}

/** The first entry out of tolerance, in row order; undefined = all inside. */
function difference(
  quantity: string,
  batch: Batch,
  got: FloatColumn | undefined,
  want: readonly (readonly number[])[] | undefined,
  relative: number,
): string | undefined {
  if (!want) return undefined
  if (!got) return `${quantity}: none computed`
  const largest = Math.max(0, ...want.flat().map(Math.abs))
  const tolerance = largest === 0 ? WHEN_ALL_ZERO : relative * largest
  const segmentOfRow = new Map(Array.from(batch.segment.row, (row, segment) => [row, segment]))
  for (let row = 0; row < want.length; row++) {
    const segment = segmentOfRow.get(row)
    if (segment === undefined) return `${quantity}: row ${row} is missing from the batch`
    const start = batch.segment.start[segment]
    if (batch.segment.start[segment + 1] - start !== want[row].length) {
      return `${quantity}: row ${row} has another length`
    }
    for (let i = 0; i < want[row].length; i++) {
      const value = got[start + i]
      if (!(Math.abs(value - want[row][i]) <= tolerance)) {
        return `${quantity}, row ${row}, position ${i}, got ${value}, want ${want[row][i]}`
      }
    }
  }
  return undefined
}
