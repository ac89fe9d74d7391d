/** `V`, the critic's value of every position, as the page has it: the file's, or one that was made up. */
import type { ValueSource } from '../../../trace/prepare.ts'
import { type Lines, number } from './python.ts'

/** Needs `rows`, `size`, `mask`, `start`, `rollouts`, `outcome` (ramp). */
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
  }
}

/** The seed's part of `hashUniform`. */
const seedHash = (seed: number): number => Math.imul(seed | 0, 0x85ebca6b) >>> 0

/** Positions of rollout `R` in time order. */
export const POSITIONS = 'np.concatenate([np.arange(start[i], start[i + 1]) for i in R])'
