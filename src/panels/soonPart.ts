/** Parts of `soon.ts`, drawn at once where it was loaded ahead. */
import type { ComponentType } from 'react'
import { type Late, lateModule } from '../ui/late.tsx'

const all = lateModule(() => import('./soon.ts'))

/** Loads all of them ahead. */
export const prepareSoon = all.prepare

type Parts = NonNullable<ReturnType<typeof all.known>>

export const soon = <P extends object>(pick: (parts: Parts) => ComponentType<P>): Late<P> => ({
  known: () => {
    const parts = all.known()
    return parts && pick(parts)
  },
  prepare: all.prepare,
})
