/** The hand-overs of both slots, cut by cut, in the order in which they happen: pure. */
import type { BoundaryRow } from '../../worker/api.ts'

export interface Cut {
  /** Segment before the cut. */
  readonly earlier: number
  /** Undefined: the slot hands nothing over (a group baseline). */
  readonly a: BoundaryRow | undefined
  readonly b: BoundaryRow | undefined
}

/** The segment that is processed first hands over first; under B, or under A where B hands nothing over. */
export function cutsOf(a: readonly BoundaryRow[], b: readonly BoundaryRow[]): readonly Cut[] {
  const leading = b.length > 0 ? b : a
  const [ofA, ofB] = [a, b].map((rows) => new Map(rows.map((row) => [row.earlier, row])))
  return [...leading]
    .sort((one, other) =>
      one.from > one.to ? other.earlier - one.earlier : one.earlier - other.earlier,
    )
    .map(({ earlier }) => ({ earlier, a: ofA.get(earlier), b: ofB.get(earlier) }))
}

/** Whether the earlier segment hands to the later one, as the literal order N→0 has it. */
export function isLiteral([first]: readonly Cut[]): boolean {
  const row = first?.b ?? first?.a
  return row !== undefined && row.from < row.to
}
