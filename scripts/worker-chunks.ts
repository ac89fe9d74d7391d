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
 * has neither. All that is needed of it: a chunk's styles are there before its code runs, and what could not
 * be loaded can be tried again.
 */
const HELPER = `
const style = (address) => {
  const known = [...document.querySelectorAll('link[rel=stylesheet]')]
  if (known.some(({ href }) => href === address)) return
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error('A stylesheet could not be loaded.'))
    }
    document.head.append(link)
  })
}
export const __vitePreload = (load, styles = [], importer) =>
  Promise.all(styles.map((one) => style(new URL(one, importer).href))).then(load)
`

export const plainImports = (): Plugin => ({
  name: 'segue:plain-imports',
  apply: 'build',
  transform: (_, id) => (id === PRELOAD_HELPER ? { code: HELPER, map: null } : undefined),
})
