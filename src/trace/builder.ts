/**
 * Rows in, one Batch out. Rows may come in any order, over several files; a row that breaks a rule of
 * trace-schema §2 leaves its whole rollout out and says why.
 */
import type { Batch } from './batch.ts'
import { assemble } from './builder-assemble.ts'
import { BuilderStore } from './builder-store.ts'
import {
  DiagnosticList,
  diagnosticOf,
  type Fault,
  type LineUnit,
  quote,
} from './diagnostic-list.ts'
import type { Diagnostic } from './diagnostics.ts'
import { growF64, growU8, growU32 } from './grow.ts'
import { GIVEN, headOf, type RowHead, type RowPiece } from './piece.ts'
import { type FileOfRows, orderRows, type RowWords } from './row-order.ts'
import type { CanonicalRow } from './rows.ts'
import { appendRows } from './store-rows.ts'

export interface RowOrigin {
  readonly file: string
  /** 1-based line or row number, as messages name it. */
  readonly line: number
  /** Number of the row over all files of the load, 0-based. */
  readonly row: number
  readonly unit?: LineUnit
  /** Sampling calls of the row, where they differ from what mask and turns show. */
  readonly calls?: number
  /** Default: the canonical columns. */
  readonly words?: RowWords
}

const CANONICAL: RowWords = {
  reward: {
    field: 'reward',
    rule: 'write the same outcome on every row, or on one only.',
  },
  index: {
    field: 'segment_index',
    name: '`segment_index`',
    rule: 'number the segments of a rollout 0, 1, 2, ….',
  },
}

export interface FinishOptions {
  /** Token counts are estimated from text. */
  readonly approximate?: boolean
  /** Masks were derived, not recorded. */
  readonly maskDerived?: boolean
  /** Training step by rollout id, of those that have one. */
  readonly steps?: ReadonlyMap<string, number>
  /** The id in the file by rollout id, where the two differ. */
  readonly ownIds?: ReadonlyMap<string, string>
}

export interface BuiltBatch {
  readonly batch: Batch
  readonly diagnostics: readonly Diagnostic[]
  /** Sampling calls of the main agent, one number per segment. */
  readonly turns: Uint32Array
  /** The rows of some rollout do not follow each other. */
  readonly scattered: boolean
}

/** Largest `segment_index` that is taken for one. */
const MAX_INDEX = 2 ** 31 - 2

/** The fault with the file's own name for the column. */
function inWords(fault: Fault, { columns }: RowWords): Fault {
  const { field, message } = fault
  const own = field === undefined ? undefined : columns?.[field]
  if (field === undefined || own === undefined) return fault
  return { ...fault, field: own, message: message.replaceAll(`\`${field}\``, `\`${own}\``) }
}

/** Rollouts are numbered as they appear, so their rows are together where the numbers never fall. */
function areTogether(rolloutOfRow: Uint32Array): boolean {
  for (let i = 1; i < rolloutOfRow.length; i++) {
    if (rolloutOfRow[i] < rolloutOfRow[i - 1]) return false
  }
  return true
}

export class BatchBuilder {
  readonly #store = new BuilderStore()
  readonly #diagnostics: DiagnosticList
  readonly #files: FileOfRows[] = []
  readonly #rolloutIndex = new Map<string, number>()
  readonly #ids: string[] = []
  readonly #groups: (string | undefined)[] = []
  readonly #rejected = growU8()
  readonly #rows = growU32()
  readonly #rewards = growF64()
  /** 1: some row of the rollout has `rewards`, be it an empty list: its outcome then is their sum. */
  readonly #recorded = growU8()

  /** `diagnostics`: a list to share with whoever reads the rows; default: a list of its own. */
  constructor(diagnostics = new DiagnosticList()) {
    this.#diagnostics = diagnostics
  }

  /** Rows that are stored so far, rejected rollouts included. */
  get rowCount(): number {
    return this.#store.rollout.length
  }

  /** Checks the row and takes it in. What its columns hold is copied. */
  addRow(row: CanonicalRow, origin: RowOrigin): void {
    const rollout = this.#rolloutOf(row.rollout_id)
    const seen = this.#rows.data[rollout]++
    const index = row.segment_index ?? seen
    const file = this.#fileOf(origin)
    const { name, unit, words } = this.#files[file]
    const fault = this.#checkRollout(row, rollout, index, words) ?? this.#store.append(row)
    if (fault) {
      this.#fail(rollout, { ...inWords(fault, words), line: origin.line }, name, unit)
      return
    }
    const store = this.#store
    store.rollout.push(rollout)
    store.index.push(index)
    store.numbered.push(row.segment_index === undefined ? 0 : 1)
    store.line.push(origin.line)
    store.file.push(file)
    store.row.push(origin.row)
    store.calls.push(origin.calls ?? -1)
    if (row.rewards) this.#recorded.data[rollout] = 1
  }

  /** How much of the load these rows are (0 < share ≤ 1), so that columns grow once. */
  expect(share: number): void {
    if (share > 0) this.#store.expect(Math.ceil((1.05 * this.#store.mask.length) / share))
  }

  /** As `expect`, where it is known how many positions are to come. */
  expectMore(positions: number): void {
    this.#store.expect(this.#store.mask.length + positions)
  }

  /**
   * As `addRow` for the rows [from, to) of a piece, which are checked and stored already. `origin` is
   * the place of row `from`, its `line` what counts before the piece's own lines.
   */
  addPiece(piece: RowPiece, from: number, to: number, origin: RowOrigin): void {
    const file = this.#fileOf(origin)
    const { name, unit, words } = this.#files[file]
    const store = this.#store
    let good = from
    for (let k = from; k < to; k++) {
      const row = headOf(piece, k)
      const line = origin.line + piece.line[k]
      const rollout = this.#rolloutOf(row.rollout_id)
      const seen = this.#rows.data[rollout]++
      const index = row.segment_index ?? seen
      const fault = this.#checkRollout(row, rollout, index, words) ?? piece.faults.get(k)
      if (fault) {
        appendRows(store, piece.stored, good, k)
        good = k + 1
        this.#fail(rollout, { ...fault, line }, name, unit)
        continue
      }
      store.rollout.push(rollout)
      store.index.push(index)
      store.numbered.push(piece.given[k] & GIVEN.index)
      store.line.push(line)
      store.file.push(file)
      store.row.push(origin.row + k - from)
      store.calls.push(-1)
      if (piece.given[k] & GIVEN.rewards) this.#recorded.data[rollout] = 1
    }
    appendRows(store, piece.stored, good, to)
  }

  /** Memory of a piece that was taken in and is not needed any more: what per position was copied. */
  spareOf({ stored }: RowPiece): readonly ArrayBuffer[] {
    const { mask, versions, tokenIds, floats, critics } = stored
    const columns = [mask, versions, tokenIds, ...floats.map(([, column]) => column), ...critics]
    const buffers = new Set(columns.map(({ buffer }) => buffer))
    return [...buffers].filter(
      (buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer && !this.#store.owns(buffer),
    )
  }

  /** Leaves a whole rollout out, now and for all rows that still come. */
  reject(rolloutId: string, diagnostic: Diagnostic): void {
    this.#rejected.data[this.#rolloutOf(rolloutId)] = 1
    this.#diagnostics.add(diagnostic)
  }

  /** Leaves all rollouts out that have a row with number `row` or a later one: their file is unusable. */
  withdraw(row: number): void {
    const store = this.#store
    for (let i = this.rowCount - 1; i >= 0 && store.row.data[i] >= row; i--) {
      this.#rejected.data[store.rollout.data[i]] = 1
    }
  }

  /** Builds the batch. The builder must not be used afterwards. */
  finish(options: FinishOptions = {}): BuiltBatch {
    const store = this.#store
    const ordered = orderRows({
      store,
      files: this.#files,
      rejected: this.#rejected.view(),
      fail: (rollout, fault, { name, unit }) => this.#fail(rollout, fault, name, unit),
      warn: (fault, { name, unit }) =>
        this.#diagnostics.add(diagnosticOf(fault, 'warning', name, unit)),
    })
    const { batch, turns } = assemble({
      store,
      order: ordered.order,
      rollouts: ordered.kept,
      ids: this.#ids,
      groups: this.#groups,
      steps: options.steps ?? new Map(),
      ownIds: options.ownIds ?? new Map(),
      rewards: this.#rewards.data,
      recorded: this.#recorded.data,
      approximate: options.approximate ?? false,
      maskDerived: options.maskDerived ?? false,
    })
    this.#dropEndlessSums(batch, ordered.order)
    const scattered = !areTogether(store.rollout.view())
    return { batch, turns, diagnostics: this.#diagnostics.list(), scattered }
  }

  /** Finite `rewards` may sum to an outcome that is not; it counts as missing then. */
  #dropEndlessSums({ rollout }: Batch, order: Uint32Array): void {
    const { file, line } = this.#store
    for (let r = 0; r < rollout.outcome.length; r++) {
      const sum = rollout.outcome[r]
      if (Number.isNaN(sum) || Number.isFinite(sum)) continue
      rollout.outcome[r] = Number.NaN
      const row = order[rollout.firstSegment[r + 1] - 1]
      const { name, unit } = this.#files[file.data[row]]
      const message =
        `\`rewards\` of rollout ${quote(rollout.id[r])} sum to ${sum}, so its outcome counts as ` +
        'missing; write smaller rewards, or the outcome as `reward`.'
      const fault = { code: 'non-finite', field: 'rewards', line: line.data[row], message }
      this.#diagnostics.add(diagnosticOf(fault, 'warning', name, unit))
    }
  }

  #rolloutOf(id: string): number {
    const known = this.#rolloutIndex.get(id)
    if (known !== undefined) return known
    const rollout = this.#ids.push(id) - 1
    this.#rolloutIndex.set(id, rollout)
    this.#groups.push(undefined)
    this.#rejected.push(0)
    this.#rows.push(0)
    this.#rewards.push(Number.NaN)
    this.#recorded.push(0)
    return rollout
  }

  #fileOf({ file: name, unit = 'line', words = CANONICAL }: RowOrigin): number {
    const last = this.#files[this.#files.length - 1]
    if (last?.name === name && last.unit === unit && last.words === words) {
      return this.#files.length - 1
    }
    return this.#files.push({ name, unit, words }) - 1
  }

  #fail(rollout: number, fault: Fault, file: string, unit: LineUnit): void {
    this.#rejected.data[rollout] = 1
    const message = `${fault.message} Rollout ${quote(this.#ids[rollout])} is left out.`
    this.#diagnostics.add(diagnosticOf({ ...fault, message }, 'error', file, unit))
  }

  #checkRollout(row: RowHead, rollout: number, index: number, words: RowWords): Fault | undefined {
    if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) {
      const message = `${words.index.name} is ${index}; write an integer from 0 up.`
      return { code: 'bad-integer', field: words.index.field, message }
    }
    const { reward, group_id: group, bootstrap_value: bootstrap } = row
    if (bootstrap !== undefined && !Number.isFinite(bootstrap)) {
      const message = `\`bootstrap_value\` is ${bootstrap}; write a finite number or leave it out.`
      return { code: 'non-finite', field: 'bootstrap_value', message }
    }
    if (reward !== undefined) {
      const known = this.#rewards.data[rollout]
      const { field, rule } = words.reward
      if (!Number.isFinite(reward)) {
        const message = `\`${field}\` is ${reward}; write a finite number or leave it out.`
        return { code: 'non-finite', field, message }
      }
      if (!Number.isNaN(known) && known !== reward) {
        const message = `\`${field}\` is ${reward} but an earlier row of the rollout has ${known}; ${rule}`
        return { code: 'reward-mismatch', field, message }
      }
      this.#rewards.data[rollout] = reward
    }
    if (group !== undefined) {
      const known = this.#groups[rollout]
      if (known !== undefined && known !== group) {
        const message =
          `\`group_id\` is ${quote(group)} but an earlier row of the rollout has ` +
          `${quote(known)}; a rollout belongs to one group.`
        return { code: 'group-mismatch', field: 'group_id', message }
      }
      this.#groups[rollout] = group
    }
    return undefined
  }
}
