/** From a refusal to the dialog that asks which column is what. Pure; comes when a table is refused. */
import type { Refusal } from '../trace/diagnostics.ts'
import type { Mapping, TableOutline } from '../trace/mapping.ts'
import type { OpenInput } from '../worker/api.ts'
import type { MappingTask } from './store.ts'

/** The mapping to start from, and how it came about. */
export interface Before {
  readonly mapping: Mapping
  /** `tried`: by a person or a link; `likely`: only because it was there; `open`: the trace is open by it. */
  readonly was: 'tried' | 'likely' | 'open'
}

/** For the first table among the refusals; undefined where there is none. */
export function columnsTask(
  refusals: readonly Refusal[],
  inputs: readonly OpenInput[],
  before: Before | undefined,
): MappingTask | undefined {
  const refusal = refusals.find(({ table }) => table !== undefined)
  const outline = refusal?.table
  if (!refusal || !outline) return undefined
  const fits = before && isFitting(before.mapping, outline)
  const failed = before?.was === 'tried' || (before?.was === 'likely' && fits)
  return {
    file: refusal.file,
    outline,
    start: fits ? before.mapping : undefined,
    why: failed ? whyOf(refusal) : undefined,
    inputs,
  }
}

/** That no rollout was usable says less than what was wrong with the first. */
const whyOf = ({ diagnostics }: Refusal): string | undefined =>
  (diagnostics.find(({ code }) => code !== 'no-rollouts') ?? diagnostics[0])?.message

const isFitting = ({ columns }: Mapping, outline: TableOutline): boolean =>
  Object.values(columns).every((name) => outline.columns.some((column) => column.name === name))
