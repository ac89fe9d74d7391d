/**
 * Build only: words that the first picture does without leave the modules they are written in. `chinese` takes
 * what is Chinese, `methods` what `src/credit` says of its methods; each book is a chunk (`src/ui/books.ts`).
 * The sources stay whole: in the dev server and in tests every word is where it is written.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import type { Plugin } from 'vite'
import { type Book, type Moved, movedFrom } from './book-words.ts'

const RUNTIME = '\0book-keeping'
const bookId = (book: Book): string => `\0book-${book}`
const BOOKS: readonly Book[] = ['chinese', 'methods']

/** What `src/ui/books.ts` is in a build. */
const OPENING = `
import { arrived, bookOf, lookUp } from '${RUNTIME}'
const loads = {
  chinese: () => import('${bookId('chinese')}'),
  methods: () => import('${bookId('methods')}'),
}
export const isHere = (book) => bookOf(book).table !== undefined
export const whenHere = (book) => bookOf(book).here
export const openBook = async (book) => {
  if (!isHere(book)) arrived(book, (await loads[book]()).default)
}
export const textOf = lookUp
`

/** Lists and tables are filled when their book arrives; a sentence is a key until then. */
const BOOKKEEPING = `
const closed = () => {
  const book = { waiting: [] }
  book.here = new Promise((resolve) => { book.opened = resolve })
  return book
}
const books = { chinese: closed(), methods: closed() }
export const bookOf = (name) => books[name]
const fill = (target, words) => Object.assign(target, words)
export const place = (name, key, target) => {
  const { table, waiting } = books[name]
  if (table) return fill(target, table[key])
  waiting.push(() => fill(target, books[name].table[key]))
  return target
}
export const arrived = (name, table) => {
  const book = books[name]
  if (book.table) return
  book.table = table
  for (const write of book.waiting) write()
  book.opened()
}
export const lookUp = (text) =>
  text[0] === '\\u0001' ? (books.methods.table?.[text.slice(1)] ?? '') : text
`

const IMPORTS = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?'(\.[^']+)'/gm

/** Every module of ours that comes with `entry`. */
function startingModules(entry: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const follow = (file: string): void => {
    if (reached.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return
    reached.add(file)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORTS)) {
      follow(resolve(dirname(file), specifier))
    }
  }
  follow(entry)
  return reached
}

const keyOf = (path: string, index: number): string =>
  createHash('sha1').update(`${path}:${index}`).digest('base64url').slice(0, 5)

/** What stands in the module instead. */
const standIn = (moved: Moved, key: string): string =>
  moved.kind === 'sentence'
    ? JSON.stringify(`\u0001${key}`)
    : `place('${moved.book}', '${key}', ${moved.kind === 'list' ? '[]' : '{}'})`

export function books(): Plugin {
  const tables: Record<Book, Map<string, string>> = { chinese: new Map(), methods: new Map() }
  const written = new Map<string, string>()
  let opening = ''
  return {
    name: 'segue:books',
    apply: 'build',
    enforce: 'pre',
    configResolved({ root }) {
      opening = resolve(root, 'src/ui/books.ts')
      for (const file of startingModules(resolve(root, 'src/main.tsx'))) {
        const path = relative(root, file).split(sep).join('/')
        const source = readFileSync(file, 'utf8')
        const moved = movedFrom(path, source)
        if (moved.length === 0) continue
        let code = source
        for (const [index, one] of [...moved.entries()].reverse()) {
          const key = keyOf(path, index)
          if (tables[one.book].has(key)) throw new Error(`${path}: two words have the key ${key}.`)
          tables[one.book].set(key, source.slice(one.start, one.end))
          code = code.slice(0, one.start) + standIn(one, key) + code.slice(one.end)
        }
        written.set(file, `import { place } from '${RUNTIME}'\n${code}`)
      }
    },
    resolveId: (id) => (id.startsWith('\0book-') ? id : undefined),
    load(id) {
      if (id === RUNTIME) return BOOKKEEPING
      if (id === opening) return OPENING
      const book = BOOKS.find((one) => bookId(one) === id)
      if (!book) return written.get(id)
      const entries = [...tables[book]].map(([key, words]) => `${JSON.stringify(key)}: ${words}`)
      return `export default {${entries.join(',\n')}}`
    },
  }
}
