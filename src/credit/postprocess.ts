/**
 * Post-processing after whitening, in the order reweight → keep → overlong → maskEnded → chunkMask →
 * groupFilter (trace-schema §3 rules 22-24). Works in place on the advantage column; returns are never
 * touched. `keep` and `groupFilter` judge the recorded outcome, without any overlong penalty. All but
 * reweight set the loss mask (keeping/removal.ts).
 */
import { type Batch, FLAG, type FloatColumn } from '../trace/batch.ts'
import { maskedChunks } from './keeping/chunk-mask.ts'
import { maskedByEnding } from './keeping/endings.ts'
import { masksOverlong, overlongRollouts } from './keeping/overlong-options.ts'
import {
  type KeepOption,
  type Masking,
  type Removal,
  removalOf,
  type Stretch,
  wholeRollouts,
} from './keeping/removal.ts'
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

/**
 * Applies the resolved POST_OPTIONS to `advantages` (length positionCount) in place.
 * @returns what left the loss; undefined: no keeping rule is on
 */
export function postprocess(
  batch: Batch,
  options: Options,
  advantages: FloatColumn,
): Removal | undefined {
  reweight(batch, options, advantages)
  const masking = maskingOf(batch, options, advantages)
  if (masking.length === 0) return undefined
  return removalOf(batch, masking, (start, end) => advantages.fill(0, start, end))
}

function maskingOf(batch: Batch, options: Options, advantages: FloatColumn): Masking {
  const { rollout } = batch
  const whole = (option: KeepOption, isMasked: (rollout: number) => boolean) =>
    ({ option, unit: 'rollouts', stretches: wholeRollouts(batch, isMasked) }) as const
  const masking: Masking[number][] = []
  if (options.keep === 'positive-advantage') {
    masking.push({ option: 'keep', unit: 'tokens', stretches: notPositive(batch, advantages) })
  }
  if (options.keep === 'positive-reward') {
    // An absent outcome (NaN) is not positive.
    masking.push(whole('keep', (r) => !(rollout.outcome[r] > 0)))
  }
  if (masksOverlong(options)) {
    const overlong = overlongRollouts(batch)
    masking.push(whole('overlong', (r) => overlong[r] === 1))
  }
  if (options.maskEnded !== 'none') {
    const ended = maskedByEnding(batch, options)
    masking.push(whole('maskEnded', (r) => ended[r] === 1))
  }
  if (options.chunkMask === 'ipa') {
    const stretches = maskedChunks(batch, Number(options.maskAbove))
    masking.push({ option: 'chunkMask', unit: 'tokens', stretches })
  }
  if (options.groupFilter !== 'off') {
    const dropped = droppedGroups(batch, options.groupFilter)
    masking.push(whole('groupFilter', (r) => dropped.has(rollout.group[r])))
  }
  return masking
}

/** Action tokens with A ≤ 0, neighbours together. */
function* notPositive(batch: Batch, advantages: FloatColumn): Generator<Stretch> {
  const { mask, segment, segmentCount } = batch
  const isTaken = (p: number): boolean => mask[p] === 1 && advantages[p] <= 0
  for (let s = 0; s < segmentCount; s++) {
    const end = segment.start[s + 1]
    for (let p = segment.start[s]; p < end; p++) {
      if (!isTaken(p)) continue
      const start = p
      while (p < end && isTaken(p)) p++
      yield [start, p, segment.rollout[s]]
    }
  }
}

/** Groups that leave the loss, by index. */
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
