/** What happens to the document when a trace arrives. Pure. */
import type { Outcomes } from '../trace/prepare.ts'
import type { CreditSettings, FrameRequest, Opened, RolloutTable } from '../worker/api.ts'
import {
  DEFAULT_A,
  DEFAULT_B,
  DEFAULT_DOCUMENT,
  type DocumentState,
  type TraceSource,
} from './document.ts'
import { NUMBER_KEYS, same } from './properties.ts'
import { hasStartEstimators } from './sample-starts.ts'
import type { DataState, Viewport } from './store.ts'
import { hasStep, tableOfStep } from './training-steps.ts'

/**
 * The document for a trace that a person chose: rules and sliders stay, whatever pointed into the old
 * trace goes. Estimators that came with a sample, not from the person, go with it.
 */
export const forNewTrace = (
  document: DocumentState,
  source: TraceSource,
  opened: Opened,
): DocumentState => ({
  ...document,
  ...(hasStartEstimators(document) ? { a: DEFAULT_A, b: DEFAULT_B } : {}),
  source,
  map: undefined,
  values: valuesFor({ kind: 'file' }, opened),
  outcomes: { byRollout: {} },
  step: undefined,
  rollout: undefined,
  range: undefined,
  token: undefined,
})

/** As `forNewTrace`, but the file behind a link that carried its structure keeps what the link says of it. */
export function forFile(
  document: DocumentState,
  source: TraceSource,
  opened: Opened,
): DocumentState {
  const { rollout, step } = document
  const { table } = opened
  const pointsInto =
    rollout === undefined ? step !== undefined && hasStep(table, step) : table.id.includes(rollout)
  return document.source.kind === 'payload' && pointsInto
    ? fitted(document, source, opened)
    : forNewTrace(document, source, opened)
}

/** A document from a link or from undo, with what the trace cannot serve taken out. */
export function fitted(
  document: DocumentState,
  source: TraceSource,
  { summary, table }: Pick<Opened, 'summary' | 'table'>,
): DocumentState {
  const step = fittedStep(document, table)
  const own = tableOfStep(table, step)
  const fits = { ...document, source, values: valuesFor(document.values, { summary }), step }
  const known = document.rollout === undefined || own.id.includes(document.rollout)
  if (!known) return { ...fits, rollout: undefined, range: undefined, token: undefined }
  return { ...fits, range: fittedRange(document, own) }
}

/** What was assumed of a trace without values, as the structure in a link, is not chosen for the next one. */
function valuesFor(
  values: DocumentState['values'],
  { summary: { has } }: Pick<Opened, 'summary'>,
): DocumentState['values'] {
  if (values.kind !== 'file' && !('assumed' in values)) return values
  return has.values ? { kind: 'file' } : { kind: 'zero', assumed: true }
}

/** Whether the frame has the numbers that the document asks for, whatever part of them is in sight. */
export const hasNumbersOf = (
  { frame, ofBeginning }: Pick<DataState, 'frame' | 'ofBeginning'>,
  document: DocumentState,
  table: RolloutTable,
): boolean =>
  frame !== undefined &&
  !ofBeginning &&
  frame.request.rollout === rolloutIndex(document, table) &&
  NUMBER_KEYS.every((key) => same(frame.request.settings[key], document[key]))

export const fittedStep = ({ step }: DocumentState, table: RolloutTable): number | undefined =>
  step !== undefined && hasStep(table, step) ? step : undefined

export function fittedRange(document: DocumentState, table: RolloutTable): DocumentState['range'] {
  const { range } = document
  if (!range) return undefined
  const longest = table.longest[rolloutIndex(document, table)] ?? 0
  const to = Math.min(range.to, longest)
  return range.from < to ? { from: range.from, to } : undefined
}

/** Index of the selected rollout; the first where none, or an unknown one, is selected. */
export const rolloutIndex = (document: DocumentState, table: RolloutTable): number =>
  document.rollout === undefined ? 0 : Math.max(0, table.id.indexOf(document.rollout))

/** The table with typed outcomes where the file has none. The same table if there are none. */
export function withOutcomes(table: RolloutTable, { all, byRollout }: Outcomes): RolloutTable {
  if (all === undefined && Object.keys(byRollout).length === 0) return table
  const outcome = table.outcome.map((recorded, index) => {
    if (!Number.isNaN(recorded)) return recorded
    const id = table.id[index]
    return (Object.hasOwn(byRollout, id) ? byRollout[id] : all) ?? Number.NaN
  })
  return { ...table, outcome }
}

export const settingsOf = (document: DocumentState): CreditSettings => {
  const { a, b, gamma, lambda, lambdaCritic, epsLow, epsHigh, values, outcomes } = document
  const { ratio, against, drift, aggregate, step } = document
  return {
    a,
    b,
    gamma,
    lambda,
    lambdaCritic,
    epsLow,
    epsHigh,
    ratio,
    against,
    drift,
    aggregate,
    values,
    outcomes,
    step,
  }
}

/** Some group has several rollouts; where every rollout is alone there is nothing to compare. */
export const compares = ({ groupIds, id }: RolloutTable): boolean => groupIds.length < id.length

/** Whether the weights are in sight before a person opens or folds them. */
export const opensWeights = ({ aggregate }: DocumentState, table: RolloutTable): boolean =>
  compares(table) || !same(aggregate, DEFAULT_DOCUMENT.aggregate)

/** Strips of so many segments are sent at once: 64 × 9 columns of 800 floats are 1.8 MB. */
export const WHOLE_SEGMENTS = 64

/** The picture that the document asks for. */
export function frameRequest(
  document: DocumentState,
  table: RolloutTable,
  { columns, curveColumns, segments, weights }: Viewport,
): FrameRequest {
  const rollout = rolloutIndex(document, table)
  const range = document.range ?? { from: 0, to: Math.max(1, table.longest[rollout] ?? 1) }
  return {
    settings: settingsOf(document),
    rollout,
    ...range,
    // One column per token is all there is to see once tokens are wider than pixels.
    columns: Math.min(columns, range.to - range.from),
    curveColumns,
    ...(document.strip === 'coefficient' && { coefficient: true }),
    ...((weights ?? opensWeights(document, table)) && { weights: true }),
    ...((table.segments[rollout] ?? 0) > WHOLE_SEGMENTS && { segments }),
  }
}
