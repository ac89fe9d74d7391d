/** `V`, the critic's value of every position, as the page has it: the file's, or one that was made up. */
import type { ValueSource } from '../../../trace/prepare.ts'
import { type Lines, number } from './python.ts'

/** Needs `rows`, `size`, `mask`, `start`, `rollouts`, `outcome` (ramp, fitted). */
export function valueLines(source: ValueSource): Lines {
  switch (source.kind) {
    case 'file':
      return [
        'V = np.concatenate([np.mean(r["values_per_critic"], axis=0) if r.get("values_per_critic")',
        '                    else r.get("values") or [0.0] * n for r, n in zip(rows, size)])',
      ]
    case 'zero':
      return ['V = np.zeros(len(mask))  # values made up in Segue']
    case 'constant':
      return [`V = np.full(len(mask), ${number(source.value)}, float)  # values made up in Segue`]
    case 'ramp':
      return [
        'V = np.zeros(len(mask))  # values made up in Segue: a ramp over action tokens to the outcome',
        'for R in rollouts.values():',
        `    P, low = ${POSITIONS}, ${number(source.from)}`,
        '    seen = np.cumsum(mask[P]) - mask[P]',
        '    V[P] = low + (np.nan_to_num(outcome(R)) - low) * seen / max(mask[P].sum(), 1)',
      ]
    case 'noise':
      return [
        'V = np.zeros(len(mask))  # values made up in Segue: seeded noise by position (murmur3)',
        `P = np.concatenate([np.arange(start[i], start[i + 1]) for R in rollouts.values() for i in R])`,
        'h = np.arange(1, len(P) + 1, dtype=np.uint32) * np.uint32(0x9E3779B9)',
        `h = h ^ np.uint32(${seedHash(source.seed)})`,
        'h = (h ^ (h >> np.uint32(16))) * np.uint32(0x85EBCA6B)',
        'h = (h ^ (h >> np.uint32(13))) * np.uint32(0xC2B2AE35)',
        `V[P] = ${number(source.mean)} + ${number(source.amplitude)} * (2 * ((h ^ (h >> np.uint32(16))) / 2**32) - 1)`,
      ]
    case 'fitted':
      return fittedLines(source.ridge)
  }
}

/** The regression of trace/fitted.ts. Standardised, the budget left is the positions so far, sign turned. */
const fittedLines = (ridge: number): Lines => [
  'X = np.zeros((len(mask), 4))  # values fitted in Segue: turn, budget, segment, action tokens so far',
  'for R in rollouts.values():',
  '    seen = turn = acted = 0',
  '    for s, i in enumerate(R):',
  '        m, given = mask[start[i]:start[i + 1]], rows[i].get("turns") or []',
  '        cuts = [p for p in range(1, len(m)) if m[p] != m[p - 1]',
  '                and not any(t["start"] < p < t["end"] for t in given)]',
  '        edges = sorted({0, len(m), *cuts, *(t[end] for t in given for end in ("start", "end"))})',
  '        for a, b in zip(edges, edges[1:]):  # a turn is a stretch with an action token',
  '            P, own = slice(start[i] + a, start[i] + b), np.cumsum(m[a:b])',
  '            X[P, 0], X[P, 1], X[P, 2] = turn, -seen - np.arange(a, b), s',
  '            X[P, 3] = acted + own - m[a:b]',
  '            turn, acted = turn + bool(own[-1]), acted + own[-1]',
  '        seen += len(m)',
  `used = [(P[mask[P]], outcome(R)) for R in rollouts.values() for P in [${POSITIONS}]]`,
  'used = [(P, y) for P, y in used if len(P) and y == y]  # every rollout weighs the same',
  'V = np.zeros(len(mask))  # nothing to fit: 0',
  'if len({y for _, y in used}) > 1:',
  '    T = np.concatenate([P for P, _ in used])',
  '    w = np.concatenate([np.full(len(P), 1 / len(P)) for P, _ in used])',
  '    y = np.concatenate([np.full(len(P), y) for P, y in used])',
  '    mean, y_mean = w @ X[T] / len(used), w @ y / len(used)',
  '    std = np.sqrt(w @ (X[T] - mean) ** 2 / len(used))',
  '    Z = (X - mean) / np.where(std > 1e-9, std, np.inf)',
  ...(ridge === 0
    ? [
        '    keep = []  # features that those before them do not say already',
        '    for j in range(4):',
        '        if np.linalg.matrix_rank(Z[T][:, keep + [j]]) > len(keep): keep.append(j)',
        '    Z = Z[:, keep]',
      ]
    : []),
  `    normal = (Z[T].T * w) @ Z[T] + ${number(ridge)} * np.eye(Z.shape[1])`,
  '    V = y_mean + Z @ np.linalg.solve(normal, (Z[T].T * w) @ (y - y_mean))',
]

/** The seed's part of `hashUniform`. */
const seedHash = (seed: number): number => Math.imul(seed | 0, 0x85ebca6b) >>> 0

/** Positions of rollout `R` in time order. */
export const POSITIONS = 'np.concatenate([np.arange(start[i], start[i + 1]) for i in R])'
