/** What the page needs to know of a load before it asks for a frame: nothing per token. */
import { actionsOf } from '../credit/chain.ts'
import { lackedBy } from '../credit/needs.ts'
import { presentLogProbs } from '../credit/ratio/columns.ts'
import { ESTIMATORS, optionsOf } from '../credit/registry.ts'
import type { LoadedTrace } from '../formats/types.ts'
import type { Batch } from '../trace/batch.ts'
import type { Estimates } from '../trace/estimates.ts'
import { hasValues } from '../trace/prepare.ts'
import type { RolloutTable, TraceSummary } from './api.ts'
import { holdingsOf, recordedOf } from './holdings.ts'

/** @param batch prepared: outcomes that a person typed count as outcomes for `unavailable` and `lacks` */
export function describeTrace(trace: LoadedTrace, batch: Batch): TraceSummary {
  const base = trace.batch
  let withoutOutcome = 0
  let withoutValues = 0
  for (let r = 0; r < base.rolloutCount; r++) {
    if (Number.isNaN(base.rollout.outcome[r])) withoutOutcome++
    if (!hasValues(base, r)) withoutValues++
  }
  return {
    files: trace.files,
    rolloutCount: base.rolloutCount,
    groupCount: base.groupIds.length,
    segmentCount: base.segmentCount,
    has: trace.has,
    holds: holdingsOf(base),
    approximate: base.approximate,
    maskDerived: base.maskDerived,
    estimates: trace.estimates,
    recordsAdvantages: recordsAdvantages(base),
    unknownColumns: trace.unknownColumns,
    diagnostics: trace.diagnostics,
    withoutOutcome,
    withoutValues,
    unavailable: unavailableChoices(batch),
    lacks: lackedBy(batch),
    logProbs: presentLogProbs(base),
  }
}

/** `estimator` or `estimator.option.choice` → why this trace cannot serve it. */
export function unavailableChoices(batch: Batch): Readonly<Record<string, string>> {
  const reasons: Record<string, string> = {}
  for (const estimator of ESTIMATORS) {
    const reason = estimator.unavailable?.(batch)
    if (reason !== undefined) reasons[estimator.id] = reason
    for (const spec of optionsOf(estimator)) {
      if (spec.kind !== 'choice') continue
      for (const choice of spec.choices) {
        const why = choice.unavailable?.(batch)
        if (why !== undefined) reasons[`${estimator.id}.${spec.name}.${choice.value}`] = why
      }
    }
  }
  return reasons
}

/** Per-rollout columns of the list. */
export function rolloutTable(
  batch: Batch,
  steps?: Float64Array,
  estimates?: Estimates,
): RolloutTable {
  const n = batch.rolloutCount
  const { firstSegment } = batch.rollout
  const { start } = batch.segment
  const perSegment = actionsOf(batch)
  const segments = new Uint32Array(n)
  const positions = new Uint32Array(n)
  const actionTokens = new Uint32Array(n)
  const longest = new Uint32Array(n)
  const ended = new Uint8Array(n)
  for (let r = 0; r < n; r++) {
    segments[r] = firstSegment[r + 1] - firstSegment[r]
    positions[r] = start[firstSegment[r + 1]] - start[firstSegment[r]]
    for (let s = firstSegment[r]; s < firstSegment[r + 1]; s++) {
      actionTokens[r] += perSegment[s]
      longest[r] = Math.max(longest[r], start[s + 1] - start[s])
    }
    ended[r] = batch.segment.ended[firstSegment[r + 1] - 1]
  }
  return {
    id: batch.rollout.id,
    groupOf: batch.rollout.group.slice(),
    groupIds: steps ? groupNames(batch, steps) : batch.groupIds,
    segments,
    positions,
    actionTokens,
    outcome: batch.rollout.outcome.slice(),
    ended,
    longest,
    ...(steps && { steps: steps.slice() }),
    holds: recordedOf(batch, estimates?.maskOfRollouts),
    estimated: estimates?.ofRollouts.slice(),
  }
}

/** Where steps share the id of a group, the step stands beside it. */
function groupNames({ groupIds, rollout }: Batch, steps: Float64Array): readonly string[] {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const id of groupIds) (seen.has(id) ? shared : seen).add(id)
  const names = [...groupIds]
  rollout.group.forEach((group, r) => {
    const id = groupIds[group]
    if (shared.has(id) && !Number.isNaN(steps[r])) names[group] = `${id} (step ${steps[r]})`
  })
  return names
}

const recordsAdvantages = ({ mask, columns: { advantages } }: Batch): boolean =>
  advantages?.some((advantage, p) => mask[p] === 1 && !Number.isNaN(advantage)) ?? false
