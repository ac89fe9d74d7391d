/**
 * A piece of a load: rows whose types and numbers were checked and stored on their own, perhaps in
 * another thread. What is checked across rows is left to the builder that takes the piece in.
 */
import { BuilderStore } from './builder-store.ts'
import type { Fault } from './diagnostic-list.ts'
import { growF64, growI32, growU8, growU32 } from './grow.ts'
import { NEW_MEMORY } from './memory.ts'
import type { CanonicalRow } from './rows.ts'
import { type StoredRows, takeRows } from './store-rows.ts'

/** What the builder looks at across the rows of a rollout. */
export type RowHead = Pick<
  CanonicalRow,
  'rollout_id' | 'group_id' | 'segment_index' | 'reward' | 'bootstrap_value'
>

/** Bits of `RowPiece.given`: what a row says, be it NaN or an empty list. */
export const GIVEN = { index: 1, reward: 2, bootstrap: 4, rewards: 8 } as const

/** Plain data, one entry per row. */
export interface RowPiece {
  /** Index into `rolloutIds`. */
  readonly rollout: Uint32Array
  readonly rolloutIds: readonly string[]
  /** Index into `groupIds`, -1 = none. */
  readonly group: Int32Array
  readonly groupIds: readonly string[]
  readonly index: Float64Array
  readonly reward: Float64Array
  readonly bootstrap: Float64Array
  readonly given: Uint8Array
  /** 1-based inside the piece. */
  readonly line: Uint32Array
  /** Rows that broke a rule; they are stored without positions. */
  readonly faults: ReadonlyMap<number, Fault>
  readonly stored: StoredRows
}

export function headOf(piece: RowPiece, k: number): RowHead {
  const bits = piece.given[k]
  return {
    rollout_id: piece.rolloutIds[piece.rollout[k]],
    group_id: piece.group[k] < 0 ? undefined : piece.groupIds[piece.group[k]],
    segment_index: bits & GIVEN.index ? piece.index[k] : undefined,
    reward: bits & GIVEN.reward ? piece.reward[k] : undefined,
    bootstrap_value: bits & GIVEN.bootstrap ? piece.bootstrap[k] : undefined,
  }
}

export class PieceWriter {
  readonly #store: BuilderStore
  readonly #rollout = growU32()
  readonly #group = growI32()
  readonly #rolloutIds = new Numbered()
  readonly #groupIds = new Numbered()
  readonly #index = growF64()
  readonly #reward = growF64()
  readonly #bootstrap = growF64()
  readonly #given = growU8()
  readonly #line = growU32()
  readonly #faults = new Map<number, Fault>()

  /** @param memory for the columns per position */
  constructor(memory = NEW_MEMORY) {
    this.#store = new BuilderStore(memory)
  }

  get rowCount(): number {
    return this.#rollout.length
  }

  get positionCount(): number {
    return this.#store.mask.length
  }

  /** How many positions will probably come. */
  expect(positions: number): void {
    this.#store.expect(positions)
  }

  /**
   * Checks and stores a row; returns its fault. `elsewhere`: the numbers per position stand in columns
   * that were checked and are put into the piece at the end.
   */
  add(row: CanonicalRow, line: number, elsewhere = false): Fault | undefined {
    const fault = this.#store.append(row, elsewhere)
    if (fault) {
      this.#faults.set(this.rowCount, fault)
      this.#store.append({ rollout_id: '', response_mask: [] })
    }
    const { group_id: group, segment_index: index, reward, bootstrap_value: bootstrap } = row
    this.#rollout.push(this.#rolloutIds.of(row.rollout_id))
    this.#group.push(group === undefined ? -1 : this.#groupIds.of(group))
    this.#index.push(index ?? 0)
    this.#reward.push(reward ?? 0)
    this.#bootstrap.push(bootstrap ?? 0)
    this.#given.push(
      (index === undefined ? 0 : GIVEN.index) |
        (reward === undefined ? 0 : GIVEN.reward) |
        (bootstrap === undefined ? 0 : GIVEN.bootstrap) |
        (row.rewards ? GIVEN.rewards : 0),
    )
    this.#line.push(line)
    return fault
  }

  /** The piece. The writer must not be used afterwards. */
  take(): RowPiece {
    return {
      rollout: this.#rollout.view(),
      group: this.#group.view(),
      rolloutIds: this.#rolloutIds.all,
      groupIds: this.#groupIds.all,
      index: this.#index.view(),
      reward: this.#reward.view(),
      bootstrap: this.#bootstrap.view(),
      given: this.#given.view(),
      line: this.#line.view(),
      faults: this.#faults,
      stored: takeRows(this.#store),
    }
  }
}

/** Texts by number, each once. */
export class Numbered {
  readonly all: string[] = []
  readonly #index = new Map<string, number>()

  of(text: string): number {
    const known = this.#index.get(text)
    if (known !== undefined) return known
    this.#index.set(text, this.all.length)
    return this.all.push(text) - 1
  }
}
