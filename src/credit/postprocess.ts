/**
 * Post-processing after whitening, in the order of the registry's stages. Works in place on the advantage column;
 * returns are never touched. Rules that judge the outcome take the recorded one, without any overlong penalty.
 * All but reweighting set the loss mask (keeping/removal.ts).
 */
import type { Batch, FloatColumn } from '../trace/batch.ts'
import { type Masking, type Removal, removalOf, wholeRollouts } from './keeping/removal.ts'
import type { Options } from './options.ts'
import { ruleAt, rulesOn, stageOf } from './post-registry.ts'
import type { KeepingRule } from './post-rule.ts'

/**
 * Applies the resolved POST_OPTIONS to `advantages` (length positionCount) in place.
 * @returns what left the loss; undefined: no keeping rule is on
 */
export function postprocess(
  batch: Batch,
  options: Options,
  advantages: FloatColumn,
): Removal | undefined {
  const masking: Masking[number][] = []
  for (const { stage, rule } of rulesOn(options)) {
    if (rule.kind === 'reweight') rule.reweigh(batch, options, advantages)
    if (rule.kind === 'keeping') {
      masking.push({ option: stage, ...maskingOf(rule, batch, options, advantages) })
    }
  }
  if (masking.length === 0) return undefined
  return removalOf(batch, masking, (start, end) => advantages.fill(0, start, end))
}

/**
 * What reweighting multiplies an advantage of 0 by, at the positions with mask 1 where `advantages` is 0 (elsewhere
 * anything): an advantage that is 0 shows no factor, but ∂A/∂R has it.
 */
export function factorsAtZero(
  batch: Batch,
  options: Options,
  advantages: FloatColumn,
): FloatColumn | undefined {
  const rules = rulesOn(options).flatMap(({ rule }) => (rule.kind === 'reweight' ? [rule] : []))
  const isZero = (x: number, p: number): boolean => x === 0 && batch.mask[p] === 1
  // Each tick would work out the factors twice.
  if (rules.length === 0 || !advantages.some(isZero)) return undefined
  const probe = advantages.map((x, p) => (isZero(x, p) ? 1 : x))
  for (const rule of rules) rule.reweigh(batch, options, probe)
  return probe
}

function maskingOf(
  rule: KeepingRule,
  batch: Batch,
  options: Options,
  advantages: FloatColumn,
): Omit<Masking[number], 'option'> {
  switch (rule.unit) {
    case 'tokens':
      return { unit: 'tokens', stretches: rule.masks(batch, options, advantages) }
    case 'rollouts': {
      const masked = rule.masks(batch, options)
      return { unit: 'rollouts', stretches: wholeRollouts(batch, (r) => masked[r] === 1) }
    }
    case 'groups': {
      const dropped = rule.masks(batch)
      const { group } = batch.rollout
      const stretches = wholeRollouts(batch, (r) => dropped.has(group[r]))
      return { unit: 'rollouts', stretches, dropsRows: true }
    }
  }
}

/** Groups that leave the loss, by index. @param filter a value of `groupFilter` */
export function droppedGroups(batch: Batch, filter: string): ReadonlySet<number> {
  const stage = stageOf('groupFilter')
  const rule = stage && ruleAt(stage, filter)
  return rule?.kind === 'keeping' && rule.unit === 'groups' ? rule.masks(batch) : new Set()
}

/** Turns the advantages before post-processing into factors. */
export function toFactors(
  before: FloatColumn,
  after: FloatColumn,
  atZero: FloatColumn | undefined,
  lossMask: Uint8Array,
): void {
  for (let p = 0; p < before.length; p++) {
    if (before[p] !== 0) before[p] = after[p] / before[p]
    else before[p] = lossMask[p] === 0 ? 0 : (atZero?.[p] ?? 1)
  }
}
