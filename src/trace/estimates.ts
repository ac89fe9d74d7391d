/** Which rollouts of several files have estimated tokens or a derived mask, where not all of them do. */
import type { Batch } from './batch.ts'

/** What a file does not record and a reader told from text or roles instead. */
export interface Marks {
  readonly tokens: boolean
  readonly mask: boolean
}

/**
 * What a mask that no file records was told from: roles of messages; marks of tools and other speakers in the text of
 * a response, of which all else counts as sampled; nothing, so that all of a response does; or what the file says
 * of itself.
 */
export type MaskSource = 'roles' | 'marks' | 'response' | 'file'

/** Rows of the load that follow each other in one file. */
export interface RowsOfFile extends Marks {
  /** Number of the first, over all files of the load; they ascend. */
  readonly first: number
  readonly file: string
}

export interface EstimatedPart {
  /** How many; a rollout counts if one of its rows does. */
  readonly rollouts: number
  /** Files that gave such rows, in the order of the load. */
  readonly files: readonly string[]
}

export interface Estimates {
  readonly tokens: EstimatedPart
  readonly mask: EstimatedPart
  /** By rollout of the batch, 1: its tokens are estimated. */
  readonly ofRollouts: Uint8Array
  /** The same of a derived mask. */
  readonly maskOfRollouts: Uint8Array
}

/** undefined: all rollouts are alike. O(segments). */
export function estimatesOf(batch: Batch, runs: readonly RowsOfFile[]): Estimates | undefined {
  if (runs.every(({ tokens, mask }) => tokens === runs[0].tokens && mask === runs[0].mask)) {
    return undefined
  }
  const { rollout, segment, rolloutCount } = batch
  const flagsOf = (mark: keyof Marks): Uint8Array => {
    const flags = new Uint8Array(rolloutCount)
    for (let r = 0; r < rolloutCount; r++) {
      for (let s = rollout.firstSegment[r]; s < rollout.firstSegment[r + 1]; s++) {
        if (runOf(runs, segment.row[s])[mark]) flags[r] = 1
      }
    }
    return flags
  }
  const partOf = (mark: keyof Marks, flags: Uint8Array): EstimatedPart => ({
    rollouts: flags.reduce((sum, flag) => sum + flag, 0),
    files: [...new Set(runs.flatMap((run) => (run[mark] ? [run.file] : [])))],
  })
  const ofRollouts = flagsOf('tokens')
  const maskOfRollouts = flagsOf('mask')
  const [tokens, mask] = [partOf('tokens', ofRollouts), partOf('mask', maskOfRollouts)]
  const isOfAll = [tokens, mask].every(
    ({ rollouts }) => rollouts === 0 || rollouts === rolloutCount,
  )
  return isOfAll ? undefined : { tokens, mask, ofRollouts, maskOfRollouts }
}

/** Files of which some row is in the batch. O(segments). */
export function namesOf(batch: Batch, runs: readonly RowsOfFile[]): ReadonlySet<string> {
  const names = new Set<string>()
  if (runs.length > 0) for (const row of batch.segment.row) names.add(runOf(runs, row).file)
  return names
}

/** The last run that starts at the row or before it. */
function runOf(runs: readonly RowsOfFile[], row: number): RowsOfFile {
  let low = 0
  let high = runs.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (runs[middle].first <= row) low = middle
    else high = middle
  }
  return runs[low]
}
