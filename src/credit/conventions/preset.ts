/**
 * A trainer's conventions as sets of our own options. Only what was established is set; an aspect or an
 * option that is absent is not known, which is not the same as our default.
 */
import type { Options } from '../options.ts'

/**
 * How an aspect is known: its code was run against our numbers; its code was read at the commit; the
 * project's own documentation says so; the paper, or the code, is known from third parties' notes;
 * stated of the trainer without saying how it was checked.
 */
export type Evidence = 'executed' | 'read' | 'docs' | 'notes' | 'stated'

/** Aspects in the order in which they act. */
export const ASPECTS = [
  'gae',
  'cross-segment',
  'return',
  'baseline',
  'rloo',
  'whitening',
  'filter',
  'ratio',
  'aggregation',
] as const
export type Aspect = (typeof ASPECTS)[number]

/** Whether advantages of a kind of estimator are always whitened over the batch, or a setting decides. */
export type Whitens = 'always' | 'setting'

export interface Choice {
  /** Estimator, ratio rule or aggregation mode; absent for `gae`, `whitening` and `filter`. */
  readonly id?: string
  readonly options: Options
  readonly evidence: Evidence
  /** Options that are only `stated`, where the others are better known. */
  readonly stated?: readonly string[]
}

/** A behaviour that Segue does not reproduce, with its sentence. */
export interface Fault {
  readonly code: FaultCode
  readonly sentence: string
}

export const FAULT_CODES = [
  'reward-lost-on-observation',
  'reward-lost-off-run-end',
  'padding-leak',
  'return-reset-at-observation',
  'singleton-raw-reward',
  'whitening-raises',
  'one-global-group',
  'unmasked-token-mean',
  'norm-not-divided-by-batch',
  'k1-rejects-on-inverse-ratio',
  'truncation-from-width',
  'critic-target-scaled',
  'two-lambdas',
] as const
export type FaultCode = (typeof FAULT_CODES)[number]

export interface Preset {
  /** Public id (link, export header). */
  readonly id: string
  readonly label: string
  readonly source: {
    /** Repository, or the paper's arXiv number. */
    readonly at: string
    /** Absent for papers and where the documentation was read instead. */
    readonly commit?: string
    /** ISO date of the commit, where two presets differ by it. */
    readonly date?: string
  }
  readonly aspects: Readonly<Partial<Record<Aspect, Choice>>>
  /** Absent: not known. */
  readonly whitens?: Readonly<Partial<Record<'gae' | 'return', Whitens>>>
  /** One sentence each for what our options cannot express. */
  readonly notes: readonly string[]
  readonly faults: readonly Fault[]
}

/** Faults that several trainers share; `…` varies by trainer only where a sentence says so. */
export const SHARED_FAULTS = {
  rewardLost: {
    code: 'reward-lost-on-observation',
    sentence:
      'The outcome stands on the last response position; where that is a tool result, a recursion that skips masked tokens loses it. Segue can write it on the last action token.',
  },
  paddingLeak: {
    code: 'padding-leak',
    sentence:
      'The dense loop runs over a padded batch with unmasked values, so (1 − λ)·γ·V(pad) leaks into the last action. Segue has no padding.',
  },
  returnReset: {
    code: 'return-reset-at-observation',
    sentence:
      'The running return becomes 0 at a masked position, so no turn before the last observation sees the outcome. Segue carries it across.',
  },
  singletonRaw: {
    code: 'singleton-raw-reward',
    sentence:
      'A group of one keeps its raw reward (mean 0, standard deviation 1). Segue gives 0; the raw reward is an option.',
  },
  whiteningRaises: {
    code: 'whitening-raises',
    sentence:
      'Whitening raises an error when the batch has no or one action token. Segue leaves such a batch as it is.',
  },
} as const satisfies Readonly<Record<string, Fault>>
