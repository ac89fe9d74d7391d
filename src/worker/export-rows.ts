/** The advantages as CSV or JSON: one row per position, float64 numbers to 9 significant digits. */
import { type Batch, SPAN_KINDS } from '../trace/batch.ts'
import { ownIdsOf } from '../trace/batch-rows.ts'
import type { CreditSettings } from './api.ts'
import { rewardColumn } from './reward-column.ts'
import type { Computed } from './slots.ts'

const COLUMNS = [
  'rollout_id',
  'step',
  'segment_index',
  'inv_iter',
  'position',
  'kind',
  'mask',
  'value',
  'reward',
  'advantage_a',
  'return_a',
  'advantage_b',
  'return_b',
  'outcome',
] as const

/** Training step of every rollout of the batch, NaN = not recorded; undefined: no file says any. */
type Steps = Float64Array | undefined

/** `step` only where the trace has some: ids may come again in each. */
const columnsOf = (steps: Steps): readonly string[] =>
  COLUMNS.filter((name) => name !== 'step' || steps !== undefined)

/** Characters gathered before a part of the Blob is closed; strings of many MB are slow to grow. */
const PART = 1 << 20

interface Row {
  readonly rolloutId: string
  readonly step: number | undefined
  readonly segmentIndex: number
  readonly invIter: number
  readonly position: number
  readonly kind: string
  readonly mask: number
  /** value, reward, advantage_a, return_a, advantage_b, return_b, outcome; '' where there is none. */
  readonly numbers: readonly (number | undefined)[]
}

/** 9 significant digits, the shortest text that says so; −0 is 0. */
const digits = (x: number | undefined): string => (x === undefined ? '' : `${round9(x)}`)
const round9 = (x: number): number => (Number.isFinite(x) ? Number(x.toPrecision(9)) + 0 : x)

const quoted = (text: string): string =>
  /[",\r\n]|^#|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Everything that decides the numbers, for the header. */
const headerOf = (settings: CreditSettings, computed: Computed, rewardOf: string): object => ({
  gamma: settings.gamma,
  lambda: settings.lambda,
  // `same` also where a length-adaptive λ replaces the number (trace-schema §3, rule 9).
  lambdaCritic: settings.lambdaCritic ?? 'same',
  a: { estimator: settings.a.estimator, ...computed.a.evaluation.options },
  b: { estimator: settings.b.estimator, ...computed.b.evaluation.options },
  values: settings.values.kind === 'zero' ? ({ kind: 'zero' } as const) : settings.values,
  ...(settings.step === undefined ? {} : { step: settings.step }),
  ...typedOutcomes(settings, computed.batch),
  reward: rewardOf,
  engine: 'reference (float64)',
  ...(computed.batch.approximate ? { approximateTokens: true } : {}),
})

/** Outcomes that a person typed, and how many rollouts still have none: their reward column is 0. */
function typedOutcomes({ outcomes }: CreditSettings, batch: Batch): object {
  const without = batch.rollout.outcome.reduce((n, r) => n + (Number.isNaN(r) ? 1 : 0), 0)
  const typed = outcomes.all !== undefined || Object.keys(outcomes.byRollout).length > 0
  return {
    ...(typed ? { typedOutcomes: outcomes } : {}),
    ...(without > 0 ? { rolloutsWithoutOutcome: without } : {}),
  }
}

/** Between two parts, with the share of positions that are written. */
export type Step = (share: number) => Promise<void>

/** @param step awaited between parts: millions of rows take seconds, and the page asks for frames meanwhile */
export async function exportCsv(
  computed: Computed,
  settings: CreditSettings,
  step: Step,
  steps?: Steps,
): Promise<Blob> {
  const rewards = rewardColumn(computed)
  const header = JSON.stringify(headerOf(settings, computed, rewards.says))
  const parts: string[] = []
  let done = 0
  let part = `# Segue ${header}\n${columnsOf(steps).join(',')}\n`
  for (const row of rowsOf(computed, rewards.at, steps)) {
    const of = steps ? `,${row.step ?? ''}` : ''
    part += `${quoted(row.rolloutId)}${of},${row.segmentIndex},${row.invIter},${row.position},${row.kind},${row.mask},${row.numbers.map(digits).join(',')}\n`
    done++
    if (part.length > PART) {
      parts.push(part)
      part = ''
      await step(done / computed.batch.positionCount)
    }
  }
  return new Blob([...parts, part], { type: 'text/csv' })
}

/** As `exportCsv`. */
export async function exportJson(
  computed: Computed,
  settings: CreditSettings,
  step: Step,
  steps?: Steps,
): Promise<Blob> {
  const rewards = rewardColumn(computed)
  const header = JSON.stringify(headerOf(settings, computed, rewards.says))
  const parts: string[] = []
  let part = `{"options":${header},\n"rows":[`
  let separator = '\n'
  let done = 0
  const columns = columnsOf(steps)
  for (const row of rowsOf(computed, rewards.at, steps)) {
    const entries = [
      row.rolloutId,
      ...(steps ? [row.step ?? null] : []),
      row.segmentIndex,
      row.invIter,
      row.position,
      row.kind,
      row.mask,
      // JSON has no empty cell; null keeps the column.
      ...row.numbers.map((x) => (x === undefined ? null : round9(x))),
    ]
    const record = Object.fromEntries(columns.map((name, i) => [name, entries[i]]))
    part += separator + JSON.stringify(record)
    separator = ',\n'
    done++
    if (part.length > PART) {
      parts.push(part)
      part = ''
      await step(done / computed.batch.positionCount)
    }
  }
  return new Blob([...parts, `${part}\n]}\n`], { type: 'application/json' })
}

function* rowsOf(
  { batch, a, b }: Computed,
  rewardAt: (p: number) => number,
  steps: Steps,
): Generator<Row> {
  const ids = ownIdsOf(batch)
  // Each of these looks whether every rollout is up to date: once, not per position.
  const [advantagesA, advantagesB] = [a.evaluation.advantages, b.evaluation.advantages]
  const [returnsA, returnsB] = [a.evaluation.returns, b.evaluation.returns]
  for (let s = 0; s < batch.segmentCount; s++) {
    const rollout = batch.segment.rollout[s]
    const first = batch.rollout.firstSegment[rollout]
    const last = batch.rollout.firstSegment[rollout + 1] - 1
    const kinds = kindReader(batch, s)
    const step = steps?.[rollout] ?? Number.NaN
    const known = batch.rollout.outcome[rollout]
    const outcome = Number.isNaN(known) ? undefined : known
    for (let p = batch.segment.start[s]; p < batch.segment.start[s + 1]; p++) {
      yield {
        rolloutId: ids[rollout],
        step: Number.isNaN(step) ? undefined : step,
        segmentIndex: s - first,
        invIter: last - s,
        position: p - batch.segment.start[s],
        kind: kinds(p),
        mask: batch.mask[p],
        numbers: [
          batch.columns.values?.[p] || 0,
          rewardAt(p),
          advantagesA[p],
          returnsA?.[p],
          advantagesB[p],
          returnsB?.[p],
          outcome,
        ],
      }
    }
  }
}

function kindReader(batch: Batch, segment: number): (position: number) => string {
  const { firstOfSegment, start, kind } = batch.spans
  let span = firstOfSegment[segment]
  return (position) => {
    while (span + 1 < firstOfSegment[segment + 1] && start[span + 1] <= position) span++
    return SPAN_KINDS[kind[span]]
  }
}

/** What an export says on the way, and hears: any message from the page means that it is not wanted any more. */
export function watch(port: MessagePort | undefined) {
  let wanted = true
  if (port) {
    port.onmessage = () => {
      wanted = false
    }
  }
  return {
    report: (share: number) => port?.postMessage(share),
    isWanted: () => wanted,
  }
}
