/** A made-up policy drift for traces without log-probs: seeded, so that a link shows the same numbers. */
import type { Batch } from '../../trace/batch.ts'
import { hashUniform } from '../../trace/hash.ts'
import type { Numbers } from '../../trace/rows.ts'
import type { LogProbColumn } from './rule.ts'

export interface Drift {
  /** σ of ln(π_θ/π_old) of a token that the newest policy version sampled. */
  readonly size: number
  /** 32 bits. */
  readonly seed: number
  /** Newest version of the batch; lags count from it. */
  readonly newest: number
}

/** Training and inference engine differ by so much of an update's drift (their numerics, no update). */
const NUMERICS = 0.25

/** Newest policy version of the batch, -1 where none is recorded. */
export function newestVersion({ versions }: Batch): number {
  let newest = -1
  for (let p = 0; versions && p < versions.length; p++) {
    if (versions[p] > newest) newest = versions[p]
  }
  return newest
}

/** Versions between the newest and the one that sampled the token; 0 where unknown. */
export const versionLag = ({ versions }: Batch, position: number, newest: number): number => {
  const version = versions?.[position] ?? -1
  return version < 0 ? 0 : newest - version
}

function normal(seed: number, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - hashUniform(seed, 2 * index)))
  return radius * Math.cos(2 * Math.PI * hashUniform(seed, 2 * index + 1))
}

/** ln of a log-normal with mean 1: the expected ratio under the policy that sampled is 1. */
const logNormal = (sigma: number, z: number): number => sigma * z - (sigma * sigma) / 2

/**
 * All three log-probs of one segment, the file's where it has them. ln(π_θ/π_old) has
 * σ = size·sqrt(1 + lag): one independent step per update since the token was sampled.
 * ln(π_old/π_rollout) has σ = size/4 at every lag; a rule that does not need π_rollout is spared it.
 * Where the file has none, only their differences mean something; masked positions stay 0.
 */
export function simulatedLogProbs(
  batch: Batch,
  segment: number,
  { size, seed, newest }: Drift,
  own: (name: LogProbColumn) => Numbers | undefined,
  needs: readonly LogProbColumn[],
): Readonly<Record<LogProbColumn, Numbers>> {
  const start = batch.segment.start[segment]
  const length = batch.segment.start[segment + 1] - start
  const [current, old, rollout] = [own('log_probs'), own('old_log_probs'), own('rollout_log_probs')]
  const made = {
    log_probs: new Float64Array(length),
    old_log_probs: new Float64Array(length),
    rollout_log_probs: new Float64Array(length),
  }
  const readsRollout = rollout !== undefined || needs.includes('rollout_log_probs')
  for (let t = 0; t < length; t++) {
    const p = start + t
    if (batch.mask[p] === 0) continue
    const sigma = size * Math.sqrt(1 + versionLag(batch, p, newest))
    const updates = logNormal(sigma, normal(seed, 2 * p))
    const numerics = readsRollout ? logNormal(NUMERICS * size, normal(seed, 2 * p + 1)) : 0
    const before =
      old?.[t] ?? (rollout ? rollout[t] + numerics : current ? current[t] - updates : 0)
    made.old_log_probs[t] = before
    made.rollout_log_probs[t] = rollout?.[t] ?? before - numerics
    made.log_probs[t] = current?.[t] ?? before + updates
  }
  return made
}
