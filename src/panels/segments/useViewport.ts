/** Tells the worker how many pixel columns a picture shows. */
import { useEffect, useRef } from 'react'
import { useActions, useStore } from '../useStore.ts'

/**
 * Two pictures share one request: each sends its own number with the other's latest one. They agree
 * after at most two frames, since a picture speaks only when the frame's own number is not its own.
 * The same pair is never sent twice in a row: a store that clamps numbers must not cause a loop.
 */
export function useViewport(own: 'columns' | 'curveColumns', value: number): void {
  const actions = useActions()
  const columns = useStore((state) => state.data.frame?.request.columns)
  const curveColumns = useStore((state) => state.data.frame?.request.curveColumns)
  const sent = useRef('')
  useEffect(() => {
    if (value <= 0) return
    const seen = own === 'columns' ? columns : curveColumns
    if (seen === value) return
    const other = (own === 'columns' ? curveColumns : columns) ?? value
    const pair = own === 'columns' ? ([value, other] as const) : ([other, value] as const)
    const key = pair.join(' ')
    if (sent.current === key && seen !== undefined) return
    sent.current = key
    actions.setViewport(...pair)
  }, [own, value, columns, curveColumns, actions])
}
