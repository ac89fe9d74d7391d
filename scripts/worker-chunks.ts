/**
 * Build only: every `new URL('./X.worker.ts', import.meta.url)` becomes an entry of the page's own build, so
 * that page and workers share their chunks. The dev server resolves the same expression by itself.
 */
import type { Plugin } from 'vite'

const WORKER = /new URL\(\s*'(\.[^']*\/([\w-]+)\.worker\.ts)',\s*import\.meta\.url,?\s*\)/g

export const workerChunks = (): Plugin => ({
  name: 'segue:worker-chunks',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { code: /\.worker\.ts'/ },
    async handler(code, id) {
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
export const __vitePreload = (load, needed = [], importer) =>
  Promise.all(
    needed.filter((file) => file.endsWith('.css')).map((file) => style(new URL(file, importer).href)),
  ).then(load)
`

export const plainImports = (): Plugin => ({
  name: 'segue:plain-imports',
  apply: 'build',
  transform: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => ({ code: HELPER, map: null }),
  },
})

/**
 * What a visit starts with, in few files: small ones that a later chunk happens to share cost a request
 * each and compress worse. `page` holds what starts the page and no worker ever imports, since a worker would
 * start the page with it; `both` what starts the page and is the workers' too, and what starts the session: one
 * text of two compresses to 0.9 KB less, and what a page does not call it does not compile.
 */
export function startingChunks(): Plugin {
  const started = {
    page: new Set<string>(),
    worker: new Set<string>(),
    session: new Set<string>(),
  }
  const isEntry = (id: string): boolean => id.endsWith('.worker.ts')
  const isInBoth = (id: string): boolean =>
    (started.page.has(id) && started.worker.has(id)) || (started.session.has(id) && !isEntry(id))
  return {
    name: 'segue:starting-chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'both', test: isInBoth, priority: 2 },
                { name: 'page', test: (id: string) => started.page.has(id), priority: 1 },
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      const entries = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry)
      const follow = (id: string, reached: Set<string>, later: boolean): void => {
        const info = this.getModuleInfo(id)
        if (!info || reached.has(id)) return
        reached.add(id)
        for (const next of info.importedIds) follow(next, reached, later)
        for (const next of later ? info.dynamicallyImportedIds : []) follow(next, reached, later)
      }
      for (const id of entries) {
        const isPage = id.endsWith('.html')
        follow(id, isPage ? started.page : started.worker, !isPage)
        if (id.endsWith('/session.worker.ts')) follow(id, started.session, false)
      }
    },
  }
}
