/** Rows of a BuilderStore as plain data: what one thread stored goes into the store of another at copy speed. */
import type { FloatColumn, FloatColumnName } from './batch.ts'
import { type BuilderStore, checkCount } from './builder-store.ts'
import type { Grow } from './grow.ts'
import type { TextPieces } from './utf8.ts'

/** Views of the store's columns, in its order. Columns per position may end early: the rest is absent. */
export interface StoredRows {
  /** Ends of each row's positions, turns and prompt parts. */
  readonly positionEnd: Uint32Array
  readonly turnEnd: Uint32Array
  readonly partEnd: Uint32Array
  readonly ended: Uint8Array
  readonly boundary: Uint8Array
  readonly bootstrap: Float64Array
  readonly flags: Uint8Array
  readonly promptLength: Uint32Array
  readonly mask: Uint8Array
  readonly floats: readonly (readonly [FloatColumnName, FloatColumn])[]
  readonly critics: readonly FloatColumn[]
  readonly versions: Int32Array
  readonly tokenIds: Int32Array
  readonly text: TextPieces
  readonly turnStart: Uint32Array
  readonly turnStop: Uint32Array
  readonly turnKind: Uint8Array
  readonly turnTool: Int32Array
  readonly turnStateKey: Int32Array
  readonly turnStatus: Int32Array
  readonly turnReward: Float64Array
  readonly turnValue: Float64Array
  readonly turnLatency: Float64Array
  readonly partLength: Uint32Array
  readonly partLabel: Int32Array
  readonly partText: TextPieces
  readonly strings: readonly string[]
}

/** Everything in the store, which must not be used afterwards. */
export function takeRows(store: BuilderStore): StoredRows {
  return {
    positionEnd: store.positionEnd.view(),
    turnEnd: store.turnEnd.view(),
    partEnd: store.partEnd.view(),
    ended: store.ended.view(),
    boundary: store.boundary.view(),
    bootstrap: store.bootstrap.view(),
    flags: store.flags.view(),
    promptLength: store.promptLength.view(),
    mask: store.mask.view(),
    floats: Array.from(store.floats, ([name, column]) => [name, column.written()] as const),
    critics: store.critics.map((column) => column.written()),
    versions: store.versions.view(),
    tokenIds: store.tokenIds.view(),
    text: store.text.view(),
    turnStart: store.turnStart.view(),
    turnStop: store.turnStop.view(),
    turnKind: store.turnKind.view(),
    turnTool: store.turnTool.view(),
    turnStateKey: store.turnStateKey.view(),
    turnStatus: store.turnStatus.view(),
    turnReward: store.turnReward.view(),
    turnValue: store.turnValue.view(),
    turnLatency: store.turnLatency.view(),
    partLength: store.partLength.view(),
    partLabel: store.partLabel.view(),
    partText: store.partText.view(),
    strings: store.strings,
  }
}

/** Adds the rows [from, to); large columns of all rows become the store's own where it is empty. */
export function appendRows(store: BuilderStore, rows: StoredRows, from: number, to: number): void {
  if (from >= to) return
  const first = startOf(rows.positionEnd, from)
  appendEnds(store.positionEnd, rows.positionEnd, from, to, store.mask.length - first)
  appendPositions(store, rows, first, rows.positionEnd[to - 1])
  appendNames(store, rows, from, to)
  appendTurns(store, rows, from, to)
  appendParts(store, rows, from, to)
  store.ended.append(rows.ended, from, to)
  store.boundary.append(rows.boundary, from, to)
  store.bootstrap.append(rows.bootstrap, from, to)
  store.flags.append(rows.flags, from, to)
  store.promptLength.append(rows.promptLength, from, to)
}

const startOf = (end: Uint32Array, row: number): number => (row === 0 ? 0 : end[row - 1])

function appendPositions(store: BuilderStore, rows: StoredRows, from: number, to: number): void {
  const at = store.mask.length
  checkCount(at + to - from)
  store.mask.append(rows.mask, from, to)
  for (const [name, source] of rows.floats) {
    const end = Math.min(to, source.length)
    if (end <= from) continue
    const column = store.floats.get(name) ?? store.newFloat(source)
    store.floats.set(name, column)
    column.append(at, source, from, end)
  }
  for (const [k, source] of rows.critics.entries()) {
    const end = Math.min(to, source.length)
    if (end <= from) continue
    store.critics[k] ??= store.newFloat(source)
    store.critics[k].append(at, source, from, end)
  }
  for (const name of ['versions', 'tokenIds'] as const) {
    const end = Math.min(to, rows[name].length)
    if (end <= from) continue
    store[name].pad(at, -1)
    store[name].append(rows[name], from, end)
  }
  if (Math.min(to, rows.text.end.length) > from) {
    store.text.pad(at)
    store.text.append(rows.text, from, to)
  }
}

/** Row by row, because texts are numbered in the order in which rows name them. */
function appendNames(store: BuilderStore, rows: StoredRows, from: number, to: number): void {
  const of = (index: number) => (index < 0 ? -1 : store.intern(rows.strings[index]))
  let turn = startOf(rows.turnEnd, from)
  let part = startOf(rows.partEnd, from)
  for (let row = from; row < to; row++) {
    for (; turn < rows.turnEnd[row]; turn++) {
      store.turnTool.push(of(rows.turnTool[turn]))
      store.turnStateKey.push(of(rows.turnStateKey[turn]))
      store.turnStatus.push(of(rows.turnStatus[turn]))
    }
    for (; part < rows.partEnd[row]; part++) store.partLabel.push(of(rows.partLabel[part]))
  }
}

function appendTurns(store: BuilderStore, rows: StoredRows, from: number, to: number): void {
  const first = startOf(rows.turnEnd, from)
  const end = rows.turnEnd[to - 1]
  appendEnds(store.turnEnd, rows.turnEnd, from, to, store.turnStart.length - first)
  store.turnStart.append(rows.turnStart, first, end)
  store.turnStop.append(rows.turnStop, first, end)
  store.turnKind.append(rows.turnKind, first, end)
  store.turnReward.append(rows.turnReward, first, end)
  store.turnValue.append(rows.turnValue, first, end)
  store.turnLatency.append(rows.turnLatency, first, end)
}

function appendParts(store: BuilderStore, rows: StoredRows, from: number, to: number): void {
  const first = startOf(rows.partEnd, from)
  const end = rows.partEnd[to - 1]
  const at = store.partLength.length
  appendEnds(store.partEnd, rows.partEnd, from, to, at - first)
  if (end > first) store.partText.pad(at)
  store.partText.append(rows.partText, first, end)
  store.partLength.append(rows.partLength, first, end)
}

function appendEnds(
  into: Grow<Uint32Array>,
  end: Uint32Array,
  from: number,
  to: number,
  shift: number,
): void {
  into.reserve(into.length + to - from)
  for (let row = from; row < to; row++) into.push(end[row] + shift)
}
