import type { CSSProperties } from 'react'
import { clampedX, type PositionAxis, xOf } from '../../plot/axis.ts'
import { rowTop, type SegmentsLayout } from '../../plot/rows.ts'
import type { TokenPlace } from '../../plot/spans.ts'
import { useStore } from '../useStore.ts'

const isVisible = (axis: PositionAxis, position: number): boolean =>
  position + 1 > axis.from && position < axis.to

/** A frame around the token's cell, at least 3 px wide so that it can be seen. */
function cellStyle(layout: SegmentsLayout, place: TokenPlace): CSSProperties | undefined {
  const display = layout.rowOf.get(place.segment)
  if (display === undefined || !isVisible(layout.axis, place.position)) return undefined
  const x0 = clampedX(layout.axis, place.position)
  const x1 = clampedX(layout.axis, place.position + 1)
  const width = Math.max(3, x1 - x0)
  return {
    left: (x0 + x1 - width) / 2 - 1,
    width: width + 2,
    top: rowTop(layout, display) - 3,
    height: layout.row.height + 6,
  }
}

/** The hovered position across all rows, the hovered token's cell, and the pinned token's cell. */
export function Cursor({ layout }: { readonly layout: SegmentsLayout }) {
  const hovered = useStore((state) => state.hovered)
  const pinned = useStore((state) => state.document.token)
  const line = hovered && isVisible(layout.axis, hovered.position)
  const hoverCell = hovered && cellStyle(layout, hovered)
  const pinCell = pinned && cellStyle(layout, pinned)
  return (
    <div aria-hidden="true">
      {line && (
        <div
          className="seg-cursor-line"
          style={{
            left: Math.round(xOf(layout.axis, hovered.position + 0.5)),
            height: layout.height,
          }}
        />
      )}
      {pinCell && <div className="seg-cell seg-cell-pinned" style={pinCell} />}
      {hoverCell && <div className="seg-cell" style={hoverCell} />}
    </div>
  )
}
