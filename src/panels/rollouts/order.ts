/**
 * Which rollouts the list shows and in which order: pure, on typed arrays, so that 100 000 rollouts
 * cost no object each. Order 0..n−1 in, row codes out.
 */
import type { RolloutTable } from '../../worker/api.ts'

export const SORT_KEYS = ['file', 'outcome', 'segments', 'positions', 'share'] as const
export type SortKey = (typeof SORT_KEYS)[number]

export interface Sort {
  readonly key: SortKey
  readonly ascending: boolean
}

export const FILE_ORDER: Sort = { key: 'file', ascending: true }

/** Share of a rollout's positions that are action tokens; 0 where it has no positions. */
export const actionShare = (table: RolloutTable, rollout: number): number =>
  table.positions[rollout] === 0 ? 0 : table.actionTokens[rollout] / table.positions[rollout]

/** Lower-cased ids, made once per table: a search is then one `includes` a rollout. */
export interface SearchIndex {
  readonly rollouts: readonly string[]
  readonly groups: readonly string[]
}

export const searchIndex = (table: RolloutTable): SearchIndex => ({
  rollouts: table.id.map((id) => id.toLowerCase()),
  groups: table.groupIds.map((id) => id.toLowerCase()),
})

/** Rollouts whose id or group id contains `query` (case ignored), in file order. */
export function matching(table: RolloutTable, index: SearchIndex, query: string): Uint32Array {
  const count = table.id.length
  const found = new Uint32Array(count)
  const wanted = query.trim().toLowerCase()
  if (wanted === '') {
    for (let rollout = 0; rollout < count; rollout++) found[rollout] = rollout
    return found
  }
  const groupMatches = index.groups.map((group) => group.includes(wanted))
  let size = 0
  for (let rollout = 0; rollout < count; rollout++) {
    if (groupMatches[table.groupOf[rollout]] || index.rollouts[rollout].includes(wanted)) {
      found[size++] = rollout
    }
  }
  return found.slice(0, size)
}

function keyColumn(table: RolloutTable, key: SortKey): ArrayLike<number> | undefined {
  switch (key) {
    case 'file':
      return undefined
    case 'outcome':
      return table.outcome
    case 'segments':
      return table.segments
    case 'positions':
      return table.positions
    case 'share':
      return Float64Array.from(table.id, (_, rollout) => actionShare(table, rollout))
  }
}

/** Sorts in place and returns `rollouts`. Ties stay in file order; unknown outcomes come last both ways. */
export function sortRollouts(table: RolloutTable, rollouts: Uint32Array, sort: Sort): Uint32Array {
  const key = keyColumn(table, sort.key)
  if (!key) return sort.ascending ? rollouts : rollouts.reverse()
  const direction = sort.ascending ? 1 : -1
  return rollouts.sort((one, other) => {
    const x = key[one]
    const y = key[other]
    if (x === y) return one - other
    if (Number.isNaN(x)) return Number.isNaN(y) ? one - other : 1
    if (Number.isNaN(y)) return -1
    return direction * (x - y)
  })
}

/** Rows of the list: a rollout r is the code r, a group's header the code −1 − g. */
export interface Rows {
  readonly codes: Int32Array
  /** Rollouts in the order of the list, without headers. */
  readonly rollouts: Uint32Array
  /** Row of each entry of `rollouts`. */
  readonly rowOf: Uint32Array
}

/**
 * Puts group members together under a header, groups in the order of their first member in `rollouts`.
 * Without headers where every group has one rollout: the header would repeat the row.
 */
export function groupRows(table: RolloutTable, rollouts: Uint32Array): Rows {
  const groupCount = table.groupIds.length
  const total = table.id.length
  if (groupCount >= total) {
    return {
      codes: Int32Array.from(rollouts),
      rollouts,
      rowOf: Uint32Array.from(rollouts, (_, at) => at),
    }
  }
  const size = new Uint32Array(groupCount)
  const order = new Uint32Array(groupCount)
  let groups = 0
  for (const rollout of rollouts) {
    const group = table.groupOf[rollout]
    if (size[group]++ === 0) order[groups++] = group
  }
  const codes = new Int32Array(rollouts.length + groups)
  const nextRow = new Uint32Array(groupCount)
  let row = 0
  for (let at = 0; at < groups; at++) {
    const group = order[at]
    codes[row] = -1 - group
    nextRow[group] = row + 1
    row += 1 + size[group]
  }
  for (const rollout of rollouts) codes[nextRow[table.groupOf[rollout]]++] = rollout
  const grouped = new Uint32Array(rollouts.length)
  const rowOf = new Uint32Array(rollouts.length)
  let at = 0
  for (let code = 0; code < codes.length; code++) {
    if (codes[code] < 0) continue
    grouped[at] = codes[code]
    rowOf[at++] = code
  }
  return { codes, rollouts: grouped, rowOf }
}

/** Filter, sort and group in one go. */
export const listRows = (
  table: RolloutTable,
  index: SearchIndex,
  query: string,
  sort: Sort,
): Rows => groupRows(table, sortRollouts(table, matching(table, index, query), sort))

/** Place of a row among the rollouts shown, 0-based (headers do not count). */
export function placeOfRow(rows: Rows, row: number): number {
  let low = 0
  let high = rows.rowOf.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows.rowOf[middle] < row) low = middle + 1
    else high = middle
  }
  return low
}

/** Where a key takes the selection in a list of `count`; undefined: not a list key. `at` −1 = none. */
export function moveSelection(
  key: string,
  at: number,
  count: number,
  page: number,
): number | undefined {
  const clamp = (to: number): number => Math.min(count - 1, Math.max(0, to))
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return clamp(at + 1)
    case 'ArrowUp':
      return at < 0 ? count - 1 : clamp(at - 1)
    case 'PageDown':
      return clamp(at + page)
    case 'PageUp':
      return clamp(at - page)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
