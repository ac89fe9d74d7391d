/** Parts of `soon.ts`, drawn at once where it was loaded ahead. */
import type { ComponentType } from 'react'
import { type Late, lateModule } from '../ui/late.tsx'

/** All of them, for those that are no part to draw. */
export const soonParts = lateModule(() => import('./soon.ts'))

/** Loads all of them ahead. */
export const prepareSoon = soonParts.prepare

type Parts = NonNullable<ReturnType<typeof soonParts.known>>

export const soon = <P extends object>(pick: (parts: Parts) => ComponentType<P>): Late<P> => ({
  known: () => {
    const parts = soonParts.known()
    return parts && pick(parts)
  },
  prepare: soonParts.prepare,
})
