import { useMemo, useRef } from 'react'
import type { PositionAxis, Range } from '../../plot/axis.ts'
import { clampRange, effectiveRange, panRange } from '../../plot/range.ts'
import { kindRects } from '../../plot/segmentMarks.ts'
import type { RolloutDetail } from '../../worker/api.ts'
import { Marks } from './Marks.tsx'

export const MINIMAP_HEIGHT = 14
/** Grabbing distance of the window's edges. */
const EDGE = 7
const CLICK_PIXELS = 3

type Drag =
  | { readonly kind: 'move'; readonly at: number; readonly range: Range }
  | { readonly kind: 'edge'; readonly fixed: number }
  | { readonly kind: 'brush'; readonly at: number; readonly x: number }

/** The longest segment's kinds with the visible window; drag the window, its edges, or a new one. */
export function Minimap(props: {
  readonly detail: RolloutDetail
  readonly left: number
  readonly right: number
  readonly range: Range | undefined
  readonly length: number
  readonly setRange: (range: Range | undefined) => void
  readonly label: string
  readonly name: string
}) {
  const { detail, left, right, length, setRange } = props
  const drag = useRef<Drag>(undefined)
  const axis: PositionAxis = useMemo(
    () => ({
      from: 0,
      to: length,
      left,
      right,
      promptWidth: 0,
      perToken: (right - left) / length,
    }),
    [left, right, length],
  )
  const marks = useMemo(() => {
    const longest = detail.segments.find((segment) => segment.length === length)
    return longest ? kindRects(longest, axis, { y: 3, height: MINIMAP_HEIGHT - 6 }) : []
  }, [detail, axis, length])
  const window = effectiveRange(props.range, length)
  const x0 = left + window.from * axis.perToken
  const x1 = left + window.to * axis.perToken
  const positionOf = (event: React.PointerEvent): number => {
    const box = event.currentTarget.getBoundingClientRect()
    return (event.clientX - box.left - left) / axis.perToken
  }
  const down = (event: React.PointerEvent): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = positionOf(event)
    const x = left + at * axis.perToken
    const zoomed = props.range !== undefined
    if (Math.abs(x - x0) < EDGE) drag.current = { kind: 'edge', fixed: window.to }
    else if (Math.abs(x - x1) < EDGE) drag.current = { kind: 'edge', fixed: window.from }
    else if (zoomed && x > x0 && x < x1) drag.current = { kind: 'move', at, range: window }
    else drag.current = { kind: 'brush', at, x: event.clientX }
  }
  const move = (event: React.PointerEvent): void => {
    const active = drag.current
    if (!active) return
    const at = positionOf(event)
    if (active.kind === 'move') setRange(panRange(active.range, at - active.at, length))
    else if (active.kind === 'edge')
      setRange(
        clampRange({ from: Math.min(at, active.fixed), to: Math.max(at, active.fixed) }, length),
      )
    else if (Math.abs(event.clientX - active.x) >= CLICK_PIXELS)
      setRange(clampRange({ from: Math.min(at, active.at), to: Math.max(at, active.at) }, length))
  }
  const up = (event: React.PointerEvent): void => {
    const active = drag.current
    drag.current = undefined
    if (active?.kind !== 'brush' || Math.abs(event.clientX - active.x) >= CLICK_PIXELS) return
    const half = (window.to - window.from) / 2
    setRange(panRange(window, active.at - half - window.from, length))
  }
  return (
    <svg
      className="seg-minimap"
      width="100%"
      height={MINIMAP_HEIGHT + 4}
      role="img"
      aria-label={props.label}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
    >
      <text x={0} y={11} fontSize={10} style={{ fill: 'var(--muted)' }}>
        {props.name}
      </text>
      <Marks marks={marks} />
      <rect
        x={left}
        y={0}
        width={Math.max(0, x0 - left)}
        height={MINIMAP_HEIGHT}
        className="seg-minimap-outside"
      />
      <rect
        x={x1}
        y={0}
        width={Math.max(0, right - x1)}
        height={MINIMAP_HEIGHT}
        className="seg-minimap-outside"
      />
      <rect
        x={x0}
        y={0.5}
        width={Math.max(2, x1 - x0)}
        height={MINIMAP_HEIGHT - 1}
        rx={2}
        className="seg-minimap-window"
      />
    </svg>
  )
}
