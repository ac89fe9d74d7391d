/** Numbers per position of the latest scan, filled when somebody reads them. */
import type { Batch, FloatColumn } from '../trace/batch.ts'
import { type NodeResults, type Spreading, spreadAdvantages, spreadReturns } from './spread.ts'

/** What a scan left: how a rollout's numbers are spread. */
export type SpreadingOf = (rollout: number) => Spreading

/** A column by position, and by rollout the number of the scan that it was filled from. */
interface Filled {
  readonly column: FloatColumn
  readonly from: Uint32Array
}

/** The columns are as wide as the results; those that nobody reads are never allocated. */
export class Filling {
  readonly #batch: Batch
  #advantages: Filled | undefined
  #returns: Filled | undefined
  #factor: FloatColumn | undefined
  #stretch: FloatColumn | undefined

  constructor(batch: Batch) {
    this.#batch = batch
  }

  /** What post-processing multiplied each advantage by; undefined = 1 everywhere. */
  get factor(): FloatColumn | undefined {
    return this.#factor
  }

  /** A column for it, to be written. */
  newFactor(like: FloatColumn): FloatColumn {
    if (!this.#factor || !isSameWidth(this.#factor, like)) {
      this.#factor = columnLike(like, like.length)
    }
    return this.#factor
  }

  /** A column of zeros for so many positions, to be written; the next call takes it. */
  stretch(like: FloatColumn, positions: number): FloatColumn {
    const kept = this.#stretch
    const fits = kept && isSameWidth(kept, like) && kept.length >= positions
    this.#stretch = fits ? kept : columnLike(like, positions)
    const column = this.#stretch.subarray(0, positions)
    return fits ? column.fill(0) : column
  }

  /**
   * Current at the positions of rollouts [from, to); elsewhere it may be older.
   * @param round number of the scan
   * @param together rollouts that stand side by side may be spread as one
   */
  advantages(round: number, from: number, to: number, of: SpreadingOf, together: boolean) {
    this.#advantages = this.#fitting(this.#advantages, of(from).scan)
    return this.#fill(this.#advantages, round, from, to, of, together, spreadAdvantages)
  }

  /** As `advantages`. */
  returns(round: number, from: number, to: number, of: SpreadingOf, together: boolean) {
    this.#returns = this.#fitting(this.#returns, of(from).scan)
    return this.#fill(this.#returns, round, from, to, of, together, spreadReturns)
  }

  #fitting(filled: Filled | undefined, { advantage }: NodeResults): Filled {
    if (filled && isSameWidth(filled.column, advantage)) return filled
    const { positionCount, rolloutCount } = this.#batch
    return {
      column: columnLike(advantage, positionCount),
      from: new Uint32Array(rolloutCount),
    }
  }

  #fill(
    filled: Filled,
    round: number,
    from: number,
    to: number,
    of: SpreadingOf,
    together: boolean,
    spread: typeof spreadAdvantages,
  ): FloatColumn {
    const { firstSegment } = this.#batch.rollout
    for (let r = from; r < to; r++) {
      if (filled.from[r] === round) continue
      let end = r + 1
      while (together && end < to && filled.from[end] !== round) end++
      spread(of(r), filled.column, firstSegment[r], firstSegment[end])
      filled.from.fill(round, r, end)
      r = end
    }
    return filled.column
  }
}

const isSameWidth = (x: FloatColumn, y: FloatColumn): boolean =>
  x.BYTES_PER_ELEMENT === y.BYTES_PER_ELEMENT

const columnLike = (like: FloatColumn, length: number): FloatColumn =>
  like instanceof Float32Array ? new Float32Array(length) : new Float64Array(length)
