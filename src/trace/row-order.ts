/** Which stored row is which segment: what holds across the rows of a rollout, wherever they came from. */
import type { BuilderStore } from './builder-store.ts'
import { clipMiddle } from './clip.ts'
import type { Fault, LineUnit } from './diagnostic-list.ts'
import { Grow, growU32 } from './grow.ts'
import { differenceOf } from './row-difference.ts'

/** How a format writes what is checked across the rows of a rollout, so that messages name its fields. */
export interface RowWords {
  readonly reward: { readonly field: string; readonly rule: string }
  readonly index: { readonly field: string; readonly name: string; readonly rule: string }
  /** Names of per-token columns in the file, by canonical name, where they differ. */
  readonly columns?: Readonly<Record<string, string>>
}

export interface FileOfRows {
  readonly name: string
  readonly unit: LineUnit
  readonly words: RowWords
}

interface OrderInput {
  readonly store: BuilderStore
  readonly files: readonly FileOfRows[]
  /** By rollout, 1: left out already. */
  readonly rejected: Uint8Array
  /** Leaves a rollout out. */
  readonly fail: (rollout: number, fault: Fault, file: FileOfRows) => void
  readonly warn: (fault: Fault, file: FileOfRows) => void
}

/** A stored row that says the same as one of another file. */
interface Copy {
  readonly row: number
  readonly original: number
}

interface Ordered {
  /** Stored rows in batch order. */
  readonly order: Uint32Array
  readonly kept: Uint32Array
}

/**
 * Kept rollouts in order of first appearance and their stored rows by `segment_index`. A row that another file has
 * too, equal in every column, counts once; rollouts with an index that is repeated otherwise, or missing, are left out.
 */
export function orderRows(input: OrderInput): Ordered {
  const { store, rejected } = input
  const { rollout, index } = store
  const rollouts = rejected.length
  const first = new Uint32Array(rollouts + 1)
  for (let i = 0; i < rollout.length; i++) first[rollout.data[i] + 1]++
  for (let r = 0; r < rollouts; r++) first[r + 1] += first[r]
  const byRollout = new Uint32Array(rollout.length)
  const next = first.slice()
  for (let i = 0; i < rollout.length; i++) byRollout[next[rollout.data[i]]++] = i

  const order = new Grow((n) => new Uint32Array(n))
  const kept = growU32()
  const copies: Copy[] = []
  const joined: Uint32Array[] = []
  // Only then can rows be copies, or stand together by their id alone.
  const areSeveral = input.files.length > 1
  for (let r = 0; r < rollouts; r++) {
    const all = byRollout.subarray(first[r], first[r + 1])
    if (rejected[r] || all.length === 0) continue
    if (areSeveral) countCopies(input, all)
    // Rows of one rollout mostly come sorted; a comparator sort would be the slowest step then.
    if (all.some((row, i) => i > 0 && index.data[row] < index.data[all[i - 1]])) {
      all.sort((a, b) => index.data[a] - index.data[b] || a - b)
    }
    const rows = areSeveral ? withoutCopies(store, all, copies) : all
    if (!checkIndices(input, r, rows)) continue
    if (areSeveral && rows.some((row) => isJoined(input, row, rows[0]))) joined.push(rows)
    kept.push(r)
    order.reserve(order.length + rows.length)
    order.data.set(rows, order.length)
    order.length += rows.length
  }
  sayCopies(input, copies)
  sayJoined(input, joined)
  return { order: order.take(), kept: kept.take() }
}

/**
 * Rows without a number of their own, opened behind a saved part that has numbered them: they count from 0, so that
 * each meets its copy, where all of them have one.
 *
 * @param rows as they came
 */
function countCopies(input: OrderInput, rows: Uint32Array): void {
  const { index, numbered } = input.store
  const isNumbered = (row: number) => numbered.data[row] === 1
  if (!rows.some(isNumbered) || rows.every(isNumbered)) return
  const plain = rows.filter((row) => !isNumbered(row))
  const byIndex = new Map(Array.from(rows.filter(isNumbered), (row) => [index.data[row], row]))
  const areCopies = plain.every((row, k) => {
    const other = byIndex.get(k)
    if (other === undefined || !isJoined(input, row, other)) return false
    return differenceOf(input.store, other, row) === undefined
  })
  if (areCopies) for (const [k, row] of plain.entries()) index.data[row] = k
}

/** @param rows by index; those of the same one as they came */
function withoutCopies(store: BuilderStore, rows: Uint32Array, copies: Copy[]): Uint32Array {
  const { index, file } = store
  const isCopy = (row: number, i: number): boolean => {
    const before = rows[i - 1]
    if (i === 0 || index.data[row] !== index.data[before]) return false
    return file.data[row] !== file.data[before] && differenceOf(store, before, row) === undefined
  }
  if (!rows.some(isCopy)) return rows
  return rows.filter((row, i) => {
    if (!isCopy(row, i)) return true
    copies.push({ row, original: rows[i - 1] })
    return false
  })
}

/** Whether a row became a later segment of a rollout only because its id stands in an earlier file. */
function isJoined(
  { store: { file, numbered }, files }: OrderInput,
  row: number,
  first: number,
): boolean {
  return numbered.data[row] === 0 && files[file.data[row]].name !== files[file.data[first]].name
}

/** Names of files that are told in full. */
const MOST_NAMES = 3

/** It is right where a rollout goes on from file to file, and wrong where each file is a step of its own. */
function sayJoined(input: OrderInput, joined: readonly Uint32Array[]): void {
  if (joined.length === 0) return
  const { store, files } = input
  const fileOf = (row: number) => files[store.file.data[row]]
  const names = [...new Set(joined.flatMap((rows) => Array.from(rows, (row) => fileOf(row).name)))]
  const [first] = joined
  const row = first.find((later) => isJoined(input, later, first[0])) ?? first[0]
  const { field } = fileOf(row).words.index
  const told = names.slice(0, MOST_NAMES).map((name) => clipMiddle(name))
  const rest = names.length - told.length
  const where = `${told.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`
  const what =
    joined.length === 1
      ? 'a rollout has rows in several files'
      : `${joined.length} rollouts have rows in several files`
  const columns =
    field === 'segment_index'
      ? 'write the `step` on every row; where a rollout goes on from file to file, number its rows by `segment_index`.'
      : 'open the files one at a time.'
  const message =
    `${what} (${where}) and no number that orders them, so what a later file has under the same id was read ` +
    `as later segments of the same rollout. Where each file is a training step of its own, ${columns}`
  const fault = { code: 'joined-files', field, line: store.line.data[row], message }
  input.warn(fault, fileOf(row))
}

function sayCopies(input: OrderInput, copies: readonly Copy[]): void {
  if (copies.length === 0) return
  const [{ row, original }] = copies
  const { line, file } = input.store
  const rows =
    copies.length === 1 ? 'this row stands' : `this row and ${copies.length - 1} more stand`
  const message =
    `${rows} in another file too, equal in every column (this one: ${placeOf(input, original)}), and ` +
    'counts once. Nothing is lost; leave one of the files out to be rid of this message.'
  const fault = { code: 'repeated-rows', line: line.data[row], message }
  input.warn(fault, input.files[file.data[row]])
}

function placeOf({ store, files }: OrderInput, row: number): string {
  const { name, unit } = files[store.file.data[row]]
  return `${clipMiddle(name)}, ${unit} ${store.line.data[row]}`
}

function checkIndices(input: OrderInput, rollout: number, rows: Uint32Array): boolean {
  const { index, row, line, file } = input.store
  for (let i = 0; i < rows.length; i++) {
    const got = index.data[rows[i]]
    if (got === i) continue
    const before = i > 0 ? rows[i - 1] : rows[i]
    const inOrder = row.data[before] <= row.data[rows[i]]
    const [earlier, later] = inOrder ? [before, rows[i]] : [rows[i], before]
    const repeated = i > 0 && got === index.data[before]
    const of = input.files[file.data[later]]
    const { name, rule, field } = of.words.index
    const what = repeated
      ? `is ${got} on two rows of the rollout${apart(input, earlier, later) ?? `; ${rule}`}`
      : `jumps to ${got} although ${i} is missing; ${rule}`
    const code = repeated ? 'duplicate-segment' : 'segment-gap'
    const fault = { code, field, line: line.data[later], message: `${name} ${what}` }
    input.fail(rollout, fault, of)
    return false
  }
  return true
}

/** Of two rows in different files: where the earlier one is, how they differ, what to do. */
function apart(input: OrderInput, earlier: number, later: number): string | undefined {
  const { file } = input.store
  if (file.data[earlier] === file.data[later]) return undefined
  const difference = differenceOf(input.store, earlier, later)
  const how = difference === undefined ? '' : `, which differ in ${difference}`
  return (
    `, here and in ${placeOf(input, earlier)}${how}; open one of the two files alone or, where they are two ` +
    'rollouts, give each row its `step`.'
  )
}
