/** Wheel, drag, pinch and brush on a strip picture, as changes of the visible range. */
import { type RefObject, useEffect } from 'react'
import { type PositionAxis, placeAt, positionAt, type Range } from '../../plot/axis.ts'
import { panRange, zoomedTokens, zoomRange } from '../../plot/range.ts'
import type { TokenPlace } from '../../plot/spans.ts'
import { useLatest } from './usePlot.ts'

export interface GestureTarget {
  readonly axis: PositionAxis
  readonly range: Range
  /** Longest response. */
  readonly length: number
  /** Token under a pixel of the picture. */
  readonly placeAt: (x: number, y: number) => TokenPlace | undefined
  readonly setRange: (range: Range | undefined) => void
  readonly hover: (place: TokenPlace | undefined) => void
  readonly pin: (place: TokenPlace) => void
  /** Brush in progress, in pixels. */
  readonly brush: (span: readonly [number, number] | undefined) => void
}

/** A press that moves less is a click. */
const CLICK_PIXELS = 4
/** Wheel units per doubling; a mouse notch is about 100 units. */
const WHEEL_DOUBLING = 300
/** Units of a wheel that counts lines or pages, as Firefox's does. */
const UNITS = [1, 34, 300] as const
/** A trackpad sends many small steps; after this long (ms) the ones before are forgotten. */
const WHEEL_PAUSE = 400

type Drag =
  | { readonly kind: 'press' | 'pan'; readonly startX: number; readonly range: Range }
  | { readonly kind: 'brush'; readonly startX: number }
  | {
      readonly kind: 'pinch'
      readonly distance: number
      readonly anchor: number
      readonly range: Range
    }

/** Registers the gestures on `ref`'s element, whose left edge is the picture's x = 0. */
export function useGestures(ref: RefObject<HTMLElement | null>, target: GestureTarget): void {
  const latest = useLatest(target)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const pointers = new Map<number, number>()
    let drag: Drag | undefined
    const local = (event: MouseEvent): readonly [number, number] => {
      const box = element.getBoundingClientRect()
      return [event.clientX - box.left, event.clientY - box.top]
    }
    const tokensOf = (pixels: number): number => pixels / latest.current.axis.perToken

    let turned = { units: 0, at: 0 }
    const zoomByWheel = (event: WheelEvent): void => {
      const { range, length, axis, setRange } = latest.current
      const kept = event.timeStamp - turned.at < WHEEL_PAUSE ? turned.units : 0
      const units = kept + event.deltaY * (UNITS[event.deltaMode] ?? 1)
      const factor = 2 ** (units / WHEEL_DOUBLING)
      // Steps too small for a whole token add up.
      const moves = zoomedTokens(range, factor, length) !== range.to - range.from
      turned = { units: moves ? 0 : units, at: event.timeStamp }
      if (moves) setRange(zoomRange(range, factor, placeAt(axis, local(event)[0]), length))
    }
    const wheel = (event: WheelEvent): void => {
      const { range, length, setRange } = latest.current
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        zoomByWheel(event)
        return
      }
      const across = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX
      if (Math.abs(across) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return
      event.preventDefault()
      setRange(panRange(range, tokensOf(across), length))
    }
    const down = (event: PointerEvent): void => {
      if (event.button !== 0) return
      const [x] = local(event)
      pointers.set(event.pointerId, x)
      const { range, axis } = latest.current
      if (pointers.size === 2) {
        const [first = 0, second = 0] = [...pointers.values()]
        const anchor = placeAt(axis, (first + second) / 2)
        drag = { kind: 'pinch', distance: Math.max(8, Math.abs(first - second)), anchor, range }
        return
      }
      if (event.shiftKey) element.setPointerCapture(event.pointerId)
      drag = event.shiftKey ? { kind: 'brush', startX: x } : { kind: 'press', startX: x, range }
    }
    const move = (event: PointerEvent): void => {
      const { length, setRange, hover, placeAt, brush } = latest.current
      const [x, y] = local(event)
      if (pointers.has(event.pointerId)) pointers.set(event.pointerId, x)
      if (!drag) {
        hover(placeAt(x, y))
        return
      }
      if (drag.kind === 'press' && Math.abs(x - drag.startX) >= CLICK_PIXELS) {
        element.setPointerCapture(event.pointerId)
        hover(undefined)
        drag = { ...drag, kind: 'pan' }
      }
      if (drag.kind === 'pan') setRange(panRange(drag.range, tokensOf(drag.startX - x), length))
      if (drag.kind === 'brush') brush([drag.startX, x])
      if (drag.kind === 'pinch') {
        const [first = 0, second = 0] = [...pointers.values()]
        const factor = drag.distance / Math.max(8, Math.abs(first - second))
        setRange(zoomRange(drag.range, factor, drag.anchor, length))
      }
    }
    const up = (event: PointerEvent): void => {
      const { axis, setRange, brush, pin, placeAt } = latest.current
      const [x, y] = local(event)
      pointers.delete(event.pointerId)
      if (drag?.kind === 'press') {
        const place = placeAt(x, y)
        if (place) pin(place)
      }
      if (drag?.kind === 'brush') {
        brush(undefined)
        const from = positionAt(axis, Math.min(drag.startX, x))
        const to = positionAt(axis, Math.max(drag.startX, x)) + 1
        if (Math.abs(x - drag.startX) >= CLICK_PIXELS) setRange({ from, to })
      }
      drag = undefined
    }
    const cancel = (event: PointerEvent): void => {
      pointers.delete(event.pointerId)
      latest.current.brush(undefined)
      drag = undefined
    }
    const leave = (): void => {
      if (!drag) latest.current.hover(undefined)
    }
    element.addEventListener('wheel', wheel, { passive: false })
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', cancel)
    element.addEventListener('pointerleave', leave)
    return () => {
      element.removeEventListener('wheel', wheel)
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', cancel)
      element.removeEventListener('pointerleave', leave)
    }
  }, [ref, latest])
}
