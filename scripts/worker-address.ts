/** Inlined workers forget their own address as they start; those that start copies of themselves need it. */
import type { Plugin } from 'vite'

/** What Vite puts before an inlined worker's code. */
const FORGET = /(['"])URL\.revokeObjectURL\(import\.meta\.url\);\1,/

/** `workers`: ends of the module names. Such a worker revokes its address itself. */
export const keepWorkerAddress = (...workers: readonly string[]): Plugin => ({
  name: 'segue:worker-address',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!workers.some((worker) => id.endsWith(`${worker}?worker&inline`))) return undefined
    const kept = code.replace(FORGET, '')
    if (kept === code) this.error(`${id}: Vite no longer starts inlined workers as expected.`)
    return { code: kept, map: { mappings: '' } }
  },
})
