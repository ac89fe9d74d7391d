/** What of a link does not fit the trace that is shown, in sentences. Pure. */
import { clipMiddle } from '../trace/clip.ts'
import type { Opened, RolloutDetail } from '../worker/api.ts'
import type { DocumentState, TraceSource } from './document.ts'
import { fittedRange, fittedStep, rolloutIndex } from './fit.ts'
import { same } from './properties.ts'
import { sourceName } from './sources.ts'
import { tableOfStep } from './training-steps.ts'

/** What `fitted` (`fit.ts`) takes out of the document of a link, and outcomes that belong to nothing: one sentence each. */
export function misfits(
  document: DocumentState,
  { table }: Pick<Opened, 'table'>,
): readonly string[] {
  const { rollout, range, outcomes } = document
  const said: string[] = []
  const step = fittedStep(document, table)
  const own = tableOfStep(table, step)
  if (step !== document.step) {
    said.push(`step: the trace has no training step ${document.step}; all of it is shown.`)
  }
  if (rollout !== undefined && !own.id.includes(rollout)) {
    const where = step === undefined ? 'the trace' : `training step ${step}`
    said.push(`rollout: ${where} has no “${clipMiddle(rollout)}”; its first rollout is shown.`)
  } else if (range && !same(fittedRange(document, own), range)) {
    const longest = own.longest[rolloutIndex(document, own)] ?? 0
    said.push(
      `range: ${range.from}-${range.to} goes beyond the longest segment, which ends at ${longest}.`,
    )
  }
  const typed = Object.keys(outcomes.byRollout)
  const known = new Set(typed.length > 0 ? table.id : [])
  const unknown = typed.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    const rest = unknown.length - 1
    const more = rest === 0 ? '' : rest === 1 ? ' and one other' : ` and ${rest} others`
    said.push(`outcome: the trace has no rollout “${clipMiddle(unknown[0])}”${more}.`)
  }
  return said
}

/** Why the rollout has no such token; undefined if it has. */
export function tokenMisfit(
  { segment, position }: NonNullable<DocumentState['token']>,
  { segments }: Pick<RolloutDetail, 'segments'>,
): string | undefined {
  const there = segments[segment]
  if (there && position < there.length) return undefined
  const reason = there
    ? `segment ${segment} has ${there.length} positions, counted from 0`
    : `the rollout has ${segments.length} segments, counted from 0`
  return `token: there is no ${segment}.${position}, because ${reason}; none is pinned.`
}

/** Another file was opened than the link waits for. */
export const otherFile = (wanted: TraceSource, source: TraceSource): readonly string[] => [
  `file: the link was made from “${sourceName(wanted)}”, and this is “${sourceName(source)}”; what it says of a rollout or step is left out.`,
]
