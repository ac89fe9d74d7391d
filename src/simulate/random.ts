/** A small seeded generator: the same numbers in every browser, so that a sample is the same in every link. */
import { hashUniform } from '../trace/hash.ts'

export interface Random {
  /** Uniform in [0, 1). */
  uniform(): number
  /** Standard normal (Box-Muller). */
  normal(): number
  /** Integer in [low, high]. */
  integer(low: number, high: number): number
}

export function createRandom(seed: number): Random {
  let drawn = 0
  const uniform = (): number => hashUniform(seed, drawn++)
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    integer: (low, high) => low + Math.floor(uniform() * (high - low + 1)),
  }
}
