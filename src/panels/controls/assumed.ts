/** What is on the screen but not in the file: made-up values, and outcomes that a person typed. */
import type { Outcomes, Prepared, ValueSource } from '../../trace/prepare.ts'
import type { DriftChoice, RolloutTable } from '../../worker/api.ts'
import { holds } from '../../worker/holdings.ts'

export interface Assumptions {
  /** Where V comes from; undefined = the file; `absent`: the file has none for a part of the rollout, or for all. */
  readonly values: Exclude<ValueSource, { kind: 'file' }> | { readonly kind: 'absent' } | undefined
  /** What became of values that are fitted; undefined: none are, or it is not known yet. */
  readonly fit?: Prepared['fit']
  /** Outcome of the rollout on the screen where the file has none; undefined = the file's own. */
  readonly outcome:
    | { readonly kind: 'typed'; readonly value: number }
    | { readonly kind: 'absent' }
    | undefined
  /** The strip of the loss coefficient rests on simulated log-probs. */
  readonly drift?: DriftChoice
}

/** @param recorded the table as loaded; undefined: no trace, then nothing is said about outcomes */
export function assumptionsOf(
  settings: { readonly values: ValueSource; readonly outcomes: Outcomes },
  recorded: RolloutTable | undefined,
  rollout: number,
): Assumptions {
  const isWithout = recorded?.positions[rollout] && !holds(recorded, rollout, 'values')
  const ofFile = isWithout ? ({ kind: 'absent' } as const) : undefined
  const values = settings.values.kind === 'file' ? ofFile : settings.values
  const isOpen = recorded !== undefined && Number.isNaN(recorded.outcome[rollout])
  if (!isOpen) return { values, outcome: undefined }
  const { all, byRollout } = settings.outcomes
  const id = recorded.id[rollout]
  const value = Object.hasOwn(byRollout, id) ? byRollout[id] : all
  return { values, outcome: value === undefined ? { kind: 'absent' } : { kind: 'typed', value } }
}
