/** The third sample: 256 rollouts in 32 groups with 1 to 6 segments, from a seeded generator. */
import type { Boundary, Ended } from '../trace/batch.ts'
import type { CanonicalRow, TurnRow } from '../trace/rows.ts'
import { criticValues } from './critic.ts'
import { createRandom, type Random } from './random.ts'

export interface BatchShape {
  readonly groups: number
  readonly rolloutsPerGroup: number
  readonly maxSegments: number
  readonly seed: number
}

export const BATCH_256: BatchShape = { groups: 32, rolloutsPerGroup: 8, maxSegments: 6, seed: 7 }

const BOUNDARIES: readonly Boundary[] = ['drop', 'summary', 'trim']

/** Rows of a random batch with values, log-probs of three policies and policy versions. */
export function batchSample(shape: BatchShape = BATCH_256): readonly CanonicalRow[] {
  const random = createRandom(shape.seed)
  const rows: CanonicalRow[] = []
  for (let g = 0; g < shape.groups; g++) {
    // Some prompts are easy, some hopeless: groups without signal occur, as in real runs.
    const solveRate = Math.min(1, Math.max(0, 0.5 + 0.35 * random.normal()))
    for (let i = 0; i < shape.rolloutsPerGroup; i++) {
      rows.push(...rolloutRows(shape, g, i, solveRate, random))
    }
  }
  return rows
}

function rolloutRows(
  shape: BatchShape,
  group: number,
  index: number,
  solveRate: number,
  random: Random,
): readonly CanonicalRow[] {
  const segments = random.integer(1, shape.maxSegments)
  const solved = random.uniform() < solveRate
  const truncated = !solved && random.uniform() < 0.3
  const critic = { prior: solveRate, final: solved ? 0.9 : 0.15, wobble: 0.06 }
  const boundary = BOUNDARIES[random.integer(0, 2)]
  return Array.from({ length: segments }, (_, s) => {
    const isLast = s === segments - 1
    const ended: Ended = isLast ? (truncated ? 'truncated' : 'terminated') : 'condensed'
    const turns = segmentTurns(s > 0, boundary, random)
    const length = turns[turns.length - 1].end
    const mask = new Uint8Array(length)
    for (const turn of turns) if (turn.kind === 'action') mask.fill(1, turn.start, turn.end)
    const version = 40 - random.integer(0, 3)
    return {
      rollout_id: `g${group}-r${index}`,
      group_id: `prompt-${group}`,
      segment_index: s,
      prompt_parts: [
        { label: 'sys', length: 120 },
        { label: 'task', length: 60 + ((group * 37) % 90) },
      ],
      response_mask: mask,
      turns,
      values: criticValues(critic, s / segments, (s + 1) / segments, length, random),
      ...logProbs(mask, random),
      policy_versions: Int32Array.from(mask, (m) => (m === 1 ? version : -1)),
      reward: solved ? 1 : 0,
      ended,
      ...(isLast ? {} : { boundary }),
      ...(isLast && truncated ? { bootstrap_value: 0.2 } : {}),
    }
  })
}

function segmentTurns(condensed: boolean, boundary: Boundary, random: Random): readonly TurnRow[] {
  const turns: TurnRow[] = []
  let end = 0
  const add = (kind: TurnRow['kind'], length: number): void => {
    turns.push({ start: end, end: end + length, kind })
    end += length
  }
  if (condensed) add(boundary === 'summary' ? 'summary' : 'skeleton', random.integer(30, 90))
  const count = random.integer(2, 6)
  for (let turn = 0; turn < count; turn++) {
    add('action', random.integer(12, 60))
    if (turn + 1 < count || random.uniform() < 0.5) add('observation', random.integer(20, 140))
  }
  return turns
}

/** π_old drifted a little from π_rollout (numerics), π_θ more (one update); 0 on masked positions. */
function logProbs(
  mask: Uint8Array,
  random: Random,
): Pick<CanonicalRow, 'log_probs' | 'old_log_probs' | 'rollout_log_probs'> {
  const rollout = new Float64Array(mask.length)
  const old = new Float64Array(mask.length)
  const current = new Float64Array(mask.length)
  for (let p = 0; p < mask.length; p++) {
    if (mask[p] === 0) continue
    rollout[p] = Math.log(1 - 0.9 * random.uniform() ** 3)
    old[p] = Math.min(0, rollout[p] + 0.02 * random.normal())
    current[p] = Math.min(0, old[p] + 0.15 * random.normal())
  }
  return { log_probs: current, old_log_probs: old, rollout_log_probs: rollout }
}
