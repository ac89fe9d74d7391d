/**
 * Smallest, largest and sum of blocks of tokens, of blocks of blocks, and so on: a zoom or a pan over a rollout of
 * millions of tokens reads few of them. A block is worked out when it is first asked for, so a picture that is
 * drawn once reads every token once, as it would without.
 */
import { type Adds, BLOCK, clear, newTally, type Tally } from './summaries.ts'

/** Blocks of a block of the next level. */
const FAN = 16

/** Not worked out yet. */
const UNKNOWN = -1

interface Level {
  /** Tokens of one block. */
  readonly tokens: number
  readonly count: Int32Array
  readonly sum: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
}

function levelsFor(length: number): readonly Level[] {
  const levels: Level[] = []
  for (let tokens = BLOCK; tokens <= length; tokens *= FAN) {
    const blocks = Math.floor(length / tokens)
    levels.push({
      tokens,
      count: new Int32Array(blocks).fill(UNKNOWN),
      sum: new Float64Array(blocks),
      min: new Float64Array(blocks),
      max: new Float64Array(blocks),
    })
  }
  return levels
}

export interface Pyramid {
  /** Positions of the segment. */
  readonly length: number
  /** As the function that it was renewed with, but into an empty tally; the mean agrees to rounding. */
  readonly add: Adds
  /** Other numbers: what is known is forgotten, the memory stays. */
  renew(tokens: Adds): void
}

/** @param length positions of the segment */
export function createPyramid(length: number, first: Adds): Pyramid {
  const levels = levelsFor(length)
  let read = first
  const own = levels.map(newTally)

  const addBlock = (depth: number, block: number, into: Tally): void => {
    const { tokens, count, sum, min, max } = levels[depth]
    if (count[block] === UNKNOWN) {
      const tally = clear(own[depth])
      const start = block * tokens
      if (depth === 0) read(start, start + tokens, tally)
      else {
        for (let i = block * FAN; i < (block + 1) * FAN; i++) addBlock(depth - 1, i, tally)
      }
      count[block] = tally.count
      sum[block] = tally.sum
      min[block] = tally.min
      max[block] = tally.max
    }
    into.count += count[block]
    into.sum += sum[block]
    if (min[block] < into.min) into.min = min[block]
    if (max[block] > into.max) into.max = max[block]
  }

  /** By blocks of this depth, what sticks out on both sides by smaller ones. */
  const addAt = (depth: number, from: number, to: number, into: Tally): void => {
    if (from >= to) return
    if (depth < 0) {
      read(from, to, into)
      return
    }
    const { tokens } = levels[depth]
    const begin = Math.ceil(from / tokens)
    const end = Math.floor(to / tokens)
    if (begin >= end) {
      addAt(depth - 1, from, to, into)
      return
    }
    addAt(depth - 1, from, begin * tokens, into)
    for (let block = begin; block < end; block++) addBlock(depth, block, into)
    addAt(depth - 1, end * tokens, to, into)
  }

  return {
    length,
    add: (from, to, into) => {
      addAt(levels.length - 1, from, to, into)
      if (Number.isFinite(into.sum)) return
      // Sums beyond the range of doubles: only token by token there is a mean.
      read(from, to, clear(into))
    },
    renew: (tokens) => {
      read = tokens
      for (const { count } of levels) count.fill(UNKNOWN)
    },
  }
}
