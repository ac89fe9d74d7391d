/**
 * Build only: every `new URL('./X.worker.ts', import.meta.url)` becomes an entry of the page's own build, so
 * that page and workers share their chunks. The dev server resolves the same expression by itself.
 */
import type { Plugin } from 'vite'

const WORKER = /new URL\(\s*'(\.[^']*\/([\w-]+)\.worker\.ts)',\s*import\.meta\.url,?\s*\)/g
const PRELOAD_HELPER = '\0vite/preload-helper.js'

export const workerChunks = (): Plugin => ({
  name: 'segue:worker-chunks',
  apply: 'build',
  enforce: 'pre',
  async transform(code, id) {
    const found = [...code.matchAll(WORKER)]
    if (found.length === 0) return undefined
    const addresses = await Promise.all(
      found.map(async ([, specifier, name]) => {
        const entry = await this.resolve(specifier, id)
        if (!entry) return this.error(`${id}: there is no ${specifier}.`)
        const reference = this.emitFile({ type: 'chunk', id: entry.id, name })
        return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`
      }),
    )
    return { code: code.replace(WORKER, () => addresses.shift() ?? ''), map: null }
  },
})

/**
 * Vite wraps each `import()` in a helper that preloads with <link> and reports to `window`, of which a worker
 * has neither. All styles are in one file and chunks are few, so imports can stay plain.
 */
export const plainImports = (): Plugin => ({
  name: 'segue:plain-imports',
  apply: 'build',
  transform: (_, id) =>
    id === PRELOAD_HELPER
      ? { code: 'export const __vitePreload = (load) => load()', map: null }
      : undefined,
})
