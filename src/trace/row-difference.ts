/** Whether two stored rows say the same, column by column. */
import type { BuilderStore } from './builder-store.ts'

type Range = readonly [from: number, to: number]
type At = (index: number) => number
type Indexed = ArrayLike<number>

const at =
  (column: Indexed, absent: number): At =>
  (i) =>
    i < column.length ? column[i] : absent

/** No single column: its length, parts and text. */
const PROMPT = 'the prompt'

/** The first column in which two rows differ, as messages name it; undefined: they are equal in all. O(positions of a row). */
export function differenceOf(store: BuilderStore, one: number, other: number): string | undefined {
  const rangesBy = ({ data: end }: { readonly data: Uint32Array }) =>
    [one, other].map((row): Range => [row === 0 ? 0 : end[row - 1], end[row]])
  const positions = rangesBy(store.positionEnd)
  const turns = rangesBy(store.turnEnd)
  const parts = rangesBy(store.partEnd)
  const rows = [one, other].map((row): Range => [row, row + 1])
  const differs = (column: At, [a, b]: readonly Range[]): boolean => {
    if (a[1] - a[0] !== b[1] - b[0]) return true
    for (let i = 0; i < a[1] - a[0]; i++) {
      const [x, y] = [column(a[0] + i), column(b[0] + i)]
      if (x !== y && !(Number.isNaN(x) && Number.isNaN(y))) return true
    }
    return false
  }
  const numbers = (columns: readonly Indexed[], ranges: readonly Range[], absent = Number.NaN) =>
    columns.some((column) => differs(at(column, absent), ranges))
  const texts = (
    { bytes, end }: { readonly bytes: Uint8Array; readonly end: Uint32Array },
    ranges: readonly Range[],
  ): boolean => {
    const start = (piece: number) =>
      piece === 0 || end.length === 0 ? 0 : end[Math.min(piece, end.length) - 1]
    const length: At = (piece) => start(piece + 1) - start(piece)
    const inPool = ranges.map(([from, to]): Range => [start(from), start(to)])
    return differs(length, ranges) || differs(at(bytes, 0), inPool)
  }
  const columns: readonly (readonly [string, () => boolean])[] = [
    ['response_mask', () => numbers([store.mask.view()], positions)],
    ...Array.from(
      store.floats,
      ([name, column]) => [name, () => numbers([column.written()], positions)] as const,
    ),
    [
      'values_per_critic',
      () =>
        numbers(
          store.critics.map((column) => column.written()),
          positions,
        ),
    ],
    ['response_ids', () => numbers([store.tokenIds.view()], positions, -1)],
    ['policy_versions', () => numbers([store.versions.view()], positions, -1)],
    ['response_tokens', () => texts(store.text.view(), positions)],
    [
      'turns',
      () =>
        numbers(
          [
            store.turnStart.data,
            store.turnStop.data,
            store.turnKind.data,
            store.turnTool.data,
            store.turnStateKey.data,
            store.turnStatus.data,
            store.turnReward.data,
            store.turnValue.data,
            store.turnLatency.data,
          ],
          turns,
        ),
    ],
    [
      PROMPT,
      () =>
        numbers([store.partLength.data, store.partLabel.data], parts) ||
        texts(store.partText.view(), parts),
    ],
    ['ended', () => numbers([store.ended.data], rows)],
    ['boundary', () => numbers([store.boundary.data], rows)],
    ['bootstrap_value', () => numbers([store.bootstrap.data], rows)],
    ['flags', () => numbers([store.flags.data], rows)],
  ]
  const name = columns.find(([, isOther]) => isOther())?.[0]
  return name === undefined || name === PROMPT ? name : `\`${name}\``
}
