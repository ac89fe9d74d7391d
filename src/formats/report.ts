/** What was read, as `npm run inspect` prints it (trace-schema §5). */
import { BOUNDARIES, ENDED, type Has } from '../trace/batch.ts'
import type { Diagnostic } from '../trace/diagnostics.ts'
import type { Result } from '../trace/result.ts'
import type { LoadedTrace, ReadFailure } from './types.ts'

export interface InspectReport {
  readonly files: readonly {
    readonly name: string
    readonly format: string | null
    readonly bytes: number
  }[]
  readonly rollouts: readonly {
    readonly id: string
    readonly group: string
    readonly segments: number
    readonly positions: readonly number[]
    readonly action_tokens: readonly number[]
    readonly turns: readonly number[]
    readonly boundaries: readonly string[]
    readonly outcome: number | null
    readonly ended: string | null
  }[]
  readonly has: Has
  readonly approximate_tokens: boolean
  readonly diagnostics: readonly Diagnostic[]
}

const NOTHING: Has = {
  token_ids: false,
  mask: false,
  log_probs: false,
  values: false,
  rewards: false,
  versions: false,
}

/** `null` stands for what JSON cannot leave out: an unread file's format, an unknown outcome or end. */
export function reportOf(read: Result<LoadedTrace, ReadFailure>): InspectReport {
  const { files, refusals } = read.ok ? read.value : read.error
  const kept = read.ok ? read.value.diagnostics : []
  return {
    files: files.map(({ name, format, bytes }) => ({ name, format: format ?? null, bytes })),
    rollouts: read.ok ? rolloutsOf(read.value) : [],
    has: read.ok ? read.value.has : NOTHING,
    approximate_tokens: read.ok && read.value.batch.approximate,
    // The message counts what was skipped.
    diagnostics: [...refusals.flatMap((r) => r.diagnostics), ...kept].map(
      ({ skipped: _, ...diagnostic }) => diagnostic,
    ),
  }
}

function rolloutsOf({ batch, turns }: LoadedTrace): InspectReport['rollouts'] {
  const { rollout, segment, mask } = batch
  return rollout.id.map((id, r) => {
    const first = rollout.firstSegment[r]
    const end = rollout.firstSegment[r + 1]
    const segments = Array.from({ length: end - first }, (_, i) => first + i)
    const ended = ENDED[segment.ended[end - 1]]
    return {
      id,
      group: batch.groupIds[rollout.group[r]],
      segments: end - first,
      positions: segments.map((s) => segment.start[s + 1] - segment.start[s]),
      action_tokens: segments.map((s) => {
        let count = 0
        for (let p = segment.start[s]; p < segment.start[s + 1]; p++) count += mask[p]
        return count
      }),
      turns: segments.map((s) => turns[s]),
      boundaries: segments.slice(0, -1).map((s) => BOUNDARIES[segment.boundary[s]]),
      outcome: Number.isNaN(rollout.outcome[r]) ? null : rollout.outcome[r],
      ended: ended === 'unknown' ? null : ended,
    }
  })
}
