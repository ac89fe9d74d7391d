/** The critic's value of every position, as the page has it: the file's, or one that was made up. */
import type { ValueSource } from '../../../trace/prepare.ts'
import type { Settings } from '../settings.ts'
import { type Lines, number } from './python.ts'

/** `value` of the row at hand; needs `mask`. */
export function valueLine(source: ValueSource): string {
  switch (source.kind) {
    case 'file':
      return 'value = np.mean(row.get("values_per_critic") or [row.get("values") or 0.0 * mask], axis=0)'
    case 'zero':
      return 'value = 0.0 * mask  # values made up in Segue'
    case 'constant':
      return `value = ${number(source.value)} + 0.0 * mask  # values made up in Segue`
    default:
      return 'value = row["values"]  # made up in Segue'
  }
}

/** Sets `row["values"]` of every row, where that takes more than a line. */
export function madeUpLines({ values }: Settings): Lines {
  switch (values.kind) {
    case 'ramp':
      return rampLines(values.from)
    case 'noise':
      return noiseLines(values.mean, values.amplitude, values.seed)
    case 'fitted':
      return fittedLines(values.ridge)
    default:
      return []
  }
}

/** Needs `in_time`, `length`, `outcome`. */
const rampLines = (from: number): Lines => [
  `low, seen = ${number(from)}, {}  # values made up in Segue: a ramp over action tokens to the outcome`,
  'for row in in_time:',
  '    rollout, mask = row["rollout_id"], np.array(row["response_mask"])',
  '    before = seen.get(rollout, 0) + np.cumsum(mask) - mask',
  '    rise = (outcome.get(rollout, 0.0) - low) / max(length[rollout], 1)',
  '    row["values"], seen[rollout] = low + rise * before, seen.get(rollout, 0) + mask.sum()',
]

/** Rows rollout by rollout, as the page counts positions: by first appearance in the file, then in time. */
export const BY_ROLLOUT: Lines = [
  'names = list(dict.fromkeys(row["rollout_id"] for row in rows))',
  'by_rollout = sorted(rows, key=lambda r: (names.index(r["rollout_id"]), r.get("segment_index") or 0))',
]

const noiseLines = (mean: number, amplitude: number, seed: number): Lines => [
  ...BY_ROLLOUT,
  'at = 1  # values made up in Segue: seeded noise by position (murmur3)',
  'for row in by_rollout:',
  '    n = len(row["response_mask"])',
  '    h = np.arange(at, at + n, dtype=np.uint32) * np.uint32(0x9E3779B9)',
  `    h = h ^ np.uint32(${seedHash(seed)})`,
  '    h = (h ^ (h >> np.uint32(16))) * np.uint32(0x85EBCA6B)',
  '    h = (h ^ (h >> np.uint32(13))) * np.uint32(0xC2B2AE35)',
  '    noise = 2 * ((h ^ (h >> np.uint32(16))) / 2**32) - 1',
  `    row["values"], at = ${number(mean)} + ${number(amplitude)} * noise, at + n`,
]

/** The regression of trace/fitted.ts. Standardised, the budget left is the positions so far, sign turned. */
const fittedLines = (ridge: number): Lines => [
  'state = {}  # values fitted in Segue; rollout -> its tokens, turns, action tokens, segments so far',
  'for row in in_time:',
  '    m, given = np.array(row["response_mask"], int), row.get("turns") or []',
  '    seen, turn, acted, s = state.get(row["rollout_id"], (0, 0, 0, 0))',
  '    row["X"] = np.zeros((len(m), 4))  # turn, budget, segment, action tokens so far',
  '    cuts = [p for p in range(1, len(m)) if m[p] != m[p - 1]',
  '            and not any(t["start"] < p < t["end"] for t in given)]',
  '    edges = sorted({0, len(m), *cuts, *(t[end] for t in given for end in ("start", "end"))})',
  '    for a, b in zip(edges, edges[1:]):  # a turn is a stretch with an action token',
  '        own, one = np.cumsum(m[a:b]), np.ones(b - a)',
  '        budget = -seen - np.arange(a, b)',
  '        row["X"][a:b] = np.transpose([turn * one, budget, s * one, acted + own - m[a:b]])',
  '        turn, acted = turn + bool(own[-1]), acted + own[-1]',
  '    state[row["rollout_id"]] = seen + len(m), turn, acted, s + 1',
  '    row["values"] = np.zeros(len(m))  # where there is nothing to fit',
  'used = [row for row in in_time if row["rollout_id"] in outcome and 1 in row["response_mask"]]',
  'count = len({row["rollout_id"] for row in used})  # every rollout weighs the same',
  'if len({outcome[row["rollout_id"]] for row in used}) > 1:',
  '    n = [sum(row["response_mask"]) for row in used]',
  '    X = np.concatenate([row["X"][np.array(row["response_mask"]) == 1] for row in used])',
  '    w = np.repeat([1 / length[row["rollout_id"]] for row in used], n)',
  '    y = np.repeat([outcome[row["rollout_id"]] for row in used], n)',
  '    mean, y_mean = w @ X / count, w @ y / count',
  '    std = np.sqrt(w @ (X - mean) ** 2 / count)',
  '    std = np.where(std > 1e-9, std, np.inf)',
  '    Z, keep = (X - mean) / std, [0, 1, 2, 3]',
  ...(ridge === 0
    ? [
        '    keep = []  # features that those before them do not say already',
        '    for j in range(4):',
        '        if np.linalg.matrix_rank(Z[:, keep + [j]]) > len(keep):',
        '            keep.append(j)',
        '    Z = Z[:, keep]',
      ]
    : []),
  `    normal = (Z.T * w) @ Z + ${number(ridge)} * np.eye(len(keep))`,
  '    beta = np.linalg.solve(normal, (Z.T * w) @ (y - y_mean))',
  '    for row in in_time:',
  '        row["values"] = y_mean + ((row["X"] - mean) / std)[:, keep] @ beta',
]

/** The seed's part of `hashUniform`. */
const seedHash = (seed: number): number => Math.imul(seed | 0, 0x85ebca6b) >>> 0
