/** Which of many equally high rows are on the screen. */
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

interface VisibleRows {
  /** Rows [first, end) exist. */
  readonly first: number
  readonly end: number
  /** Brings a row into sight with as little scrolling as can be. */
  readonly scrollToRow: (row: number) => void
}

/** Rows above and below the window, so that fast scrolling shows no gap. */
const MARGIN = 8

/** @param height of a row, in pixels */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
): VisibleRows {
  const [range, setRange] = useState({ first: 0, end: 0 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = (): void => {
      const first = Math.max(0, Math.floor(element.scrollTop / height) - MARGIN)
      const seen = Math.ceil((element.scrollTop + element.clientHeight) / height)
      const end = Math.min(count, seen + MARGIN)
      setRange((old) => (old.first === first && old.end === end ? old : { first, end }))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [scroller, count, height])
  const scrollToRow = useCallback(
    (row: number): void => {
      const element = scroller.current
      if (!element) return
      const below = (row + 1) * height - element.clientHeight
      element.scrollTop = Math.min(row * height, Math.max(below, element.scrollTop))
    },
    [scroller, height],
  )
  return { first: Math.min(range.first, count), end: Math.min(range.end, count), scrollToRow }
}
