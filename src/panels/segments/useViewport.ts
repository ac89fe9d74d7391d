/** Tells the worker what a picture shows: how many pixel columns, and which segments. */
import { useEffect } from 'react'
import type { Viewport } from '../../store/store.ts'
import { useActions } from '../useStore.ts'

/** `value` in pixels; 0 before the first layout says nothing. */
export function useViewport(own: 'columns' | 'curveColumns', value: number): void {
  const actions = useActions()
  useEffect(() => {
    if (value > 0) actions.setViewport({ [own]: value })
  }, [own, value, actions])
}

/** Segments are asked for in blocks of this many, so that scrolling by a row asks for nothing. */
const BLOCK = 16

/** Segments in sight, with a block more on both sides. `shown` in any order; none: nothing is said. */
export function useSegmentsInSight(shown: readonly number[]): void {
  const actions = useActions()
  const low = shown.reduce((least, segment) => Math.min(least, segment), Number.POSITIVE_INFINITY)
  const high = shown.reduce((most, segment) => Math.max(most, segment), -1)
  const from = high < 0 ? 0 : Math.max(0, Math.floor(low / BLOCK) - 1) * BLOCK
  const to = (Math.floor(high / BLOCK) + 2) * BLOCK
  const known: Viewport['segments'] | undefined = high < 0 ? undefined : { from, to }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `from` and `to` are all there is to it
  useEffect(() => {
    if (known) actions.setViewport({ segments: known })
  }, [from, to, known === undefined, actions])
}
