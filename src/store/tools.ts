/**
 * What a person's actions may need: undo, the keys that step, exports, large files and their totals. It comes after
 * the first picture.
 */
import { type Late, late } from '../trace/late.ts'

export type Tools = typeof import('./all-tools.ts')

export type LateTools = Late<Tools>

/** At once where they are here; rejects where they cannot be loaded. */
export type WithTools = <T>(use: (given: Tools) => T | Promise<T>) => Promise<T>

export const lateTools = (): LateTools => late(() => import('./all-tools.ts'))
