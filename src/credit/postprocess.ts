/**
 * Post-processing after whitening, in the order reweight → keep → overlong → maskEnded → chunkMask →
 * groupFilter (trace-schema §3 rules 22-24). Works in place on the advantage column; returns are never
 * touched. `keep` and `groupFilter` judge the recorded outcome, without any overlong penalty.
 */
import { type Batch, FLAG, type FloatColumn } from '../trace/batch.ts'
import { maskedChunks } from './keeping/chunk-mask.ts'
import { maskedByEnding } from './keeping/endings.ts'
import { masksOverlong, overlongRollouts } from './keeping/overlong-options.ts'
import type { Options } from './options.ts'
import { reweight } from './reweight/reweight.ts'

/** True where nothing would happen, so that the pass over the batch is skipped. */
export const isPlain = (options: Options): boolean =>
  options.reweight === 'none' &&
  options.keep === 'all' &&
  !masksOverlong(options) &&
  options.maskEnded === 'none' &&
  options.chunkMask === 'off' &&
  options.groupFilter === 'off'

/** Applies the resolved POST_OPTIONS to `advantages` (length positionCount) in place. */
export function postprocess(batch: Batch, options: Options, advantages: FloatColumn): void {
  reweight(batch, options, advantages)
  keepPositive(batch, options, advantages)
  if (masksOverlong(options)) zeroRollouts(batch, overlongRollouts(batch), advantages)
  if (options.maskEnded !== 'none') zeroRollouts(batch, maskedByEnding(batch, options), advantages)
  if (options.chunkMask === 'ipa') {
    for (const [start, end] of maskedChunks(batch, Number(options.maskAbove))) {
      advantages.fill(0, start, end)
    }
  }
  const dropped = droppedGroups(batch, options.groupFilter)
  if (dropped.size === 0) return
  for (let s = 0; s < batch.segmentCount; s++) {
    const group = batch.rollout.group[batch.segment.rollout[s]]
    if (dropped.has(group)) zeroSegment(batch, s, advantages)
  }
}

function zeroSegment(batch: Batch, segment: number, advantages: FloatColumn): void {
  advantages.fill(0, batch.segment.start[segment], batch.segment.start[segment + 1])
}

function zeroRollouts(batch: Batch, masked: Uint8Array, advantages: FloatColumn): void {
  for (let s = 0; s < batch.segmentCount; s++) {
    if (masked[batch.segment.rollout[s]] === 1) zeroSegment(batch, s, advantages)
  }
}

function keepPositive(batch: Batch, options: Options, advantages: FloatColumn): void {
  if (options.keep === 'positive-advantage') {
    for (let p = 0; p < advantages.length; p++) if (advantages[p] < 0) advantages[p] = 0
  } else if (options.keep === 'positive-reward') {
    for (let s = 0; s < batch.segmentCount; s++) {
      // An absent outcome (NaN) is not positive.
      const positive = batch.rollout.outcome[batch.segment.rollout[s]] > 0
      if (!positive) zeroSegment(batch, s, advantages)
    }
  }
}

/** Groups whose advantages become 0, by index. */
export function droppedGroups(batch: Batch, filter: string | number): ReadonlySet<number> {
  if (filter === 'dynamic-sampling') return withoutSignal(batch)
  return filter === 'tb' ? groupFilterTb(batch) : new Set()
}

/** DAPO: keep groups with 0 < correct < G; correct = outcome > 0. */
function withoutSignal(batch: Batch): ReadonlySet<number> {
  const size = new Uint32Array(batch.groupIds.length)
  const correct = new Uint32Array(batch.groupIds.length)
  for (let r = 0; r < batch.rolloutCount; r++) {
    size[batch.rollout.group[r]]++
    if (batch.rollout.outcome[r] > 0) correct[batch.rollout.group[r]]++
  }
  const dropped = new Set<number>()
  size.forEach((n, g) => {
    if (correct[g] === 0 || correct[g] === n) dropped.add(g)
  })
  return dropped
}

/** ROLL's GroupFilterTB: drops a flagged group only while at most half of all groups seen are dropped. */
function groupFilterTb(batch: Batch): ReadonlySet<number> {
  const flagged = new Uint8Array(batch.groupIds.length)
  for (let s = 0; s < batch.segmentCount; s++) {
    if (batch.segment.flags[s] & FLAG.drop)
      flagged[batch.rollout.group[batch.segment.rollout[s]]] = 1
  }
  const dropped = new Set<number>()
  flagged.forEach((flag, g) => {
    const total = g + 1
    if (flag === 1 && (dropped.size + 1) / total <= 0.5) dropped.add(g)
  })
  return dropped
}
