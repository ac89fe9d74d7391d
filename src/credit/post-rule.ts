/**
 * What the registry of post-processing holds: one rule = one thing that happens to advantages after the estimator
 * (or, a penalty, to outcomes before it), with what it says of itself to a person.
 */
import type { Batch, FloatColumn } from '../trace/batch.ts'
import type { Stretch } from './keeping/removal.ts'
import type { Method } from './method.ts'
import { type NeedId, reasonAgainst } from './needs.ts'
import type { OptionSpec, Options } from './options.ts'

/** A value of the stage's option that switches the rule on. */
export interface RuleChoice {
  readonly value: string
  readonly label: string
  /** Reason why this trace cannot serve it, or undefined. */
  readonly unavailable?: (batch: Batch) => string | undefined
}

interface RuleBase extends Method {
  /** Choices that are this rule; absent: one, by the rule's id and label, that its needs decide on. */
  readonly variants?: readonly RuleChoice[]
  /** What the trace must have for the rule to mean something. */
  readonly needs: readonly NeedId[]
  /** Options beyond the choice. Rules of a stage may share one; it shows while one of them is on. */
  readonly options: readonly OptionSpec[]
}

/** Multiplies advantages; the loss mask stays. */
export interface ReweightRule extends RuleBase {
  readonly kind: 'reweight'
  /** Works on `advantages` (length positionCount) in place; `options` are resolved. */
  readonly reweigh: (batch: Batch, options: Options, advantages: FloatColumn) => void
}

interface KeepingBase extends RuleBase {
  readonly kind: 'keeping'
}

/** Masks tokens, one by one or in runs. */
export interface TokenRule extends KeepingBase {
  readonly unit: 'tokens'
  readonly masks: (batch: Batch, options: Options, advantages: FloatColumn) => Iterable<Stretch>
}

/** Masks whole rollouts. */
export interface RolloutRule extends KeepingBase {
  readonly unit: 'rollouts'
  /** 1 for every rollout that is masked. */
  readonly masks: (batch: Batch, options: Options) => Uint8Array
  /** Whether the masked rollouts leave group statistics too; absent: they stay. */
  readonly leavesStatistics?: (options: Options) => boolean
}

/** Drops whole groups: their rows are not in the trainer's batch, not even as empty rows. */
export interface GroupRule extends KeepingBase {
  readonly unit: 'groups'
  /** Indices of groups. */
  readonly masks: (batch: Batch) => ReadonlySet<number>
}

/** Sets the loss mask (`keeping/removal.ts`). */
export type KeepingRule = TokenRule | RolloutRule | GroupRule

/** Takes something off the outcome by the length of the rollout, before the estimator. */
export interface PenaltyRule extends RuleBase {
  readonly kind: 'penalty'
  /** What is added to the outcome, at most 0. @param tokens action tokens of the rollout */
  readonly penalty: (tokens: number, options: Options) => number
}

export type PostRule = ReweightRule | KeepingRule | PenaltyRule

/** The choices that switch a rule on. */
export const choicesOf = ({ id, label, variants, needs }: PostRule): readonly RuleChoice[] =>
  variants ?? [{ value: id, label, unavailable: (batch) => reasonAgainst(needs, batch) }]
