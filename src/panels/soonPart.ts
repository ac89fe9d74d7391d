/** Parts of `soon.ts`, drawn at once where it was loaded ahead. */
import type { ComponentType } from 'react'
import { late } from '../trace/late.ts'
import type { Late } from '../ui/late.tsx'

const all = late(() => import('./soon.ts'))

/** Loads all of them ahead. */
export const prepareSoon = all.fetch

type Parts = NonNullable<ReturnType<typeof all.here>>

export const soon = <P extends object>(pick: (parts: Parts) => ComponentType<P>): Late<P> => ({
  here: () => {
    const parts = all.here()
    return parts && pick(parts)
  },
  fetch: async () => pick(await all.fetch()),
})
