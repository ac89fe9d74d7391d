/** The rules of src/README.md as pure functions over sources, so that each can be shown a breach. */
import { codeOnly, importsOf, resolveImport, type Sources } from './source.ts'

export interface Breach {
  readonly file: string
  readonly line?: number
  readonly message: string
}

export type Rule = (sources: Sources) => readonly Breach[]

const CORE = ['trace']
const PURE = [...CORE, 'formats', 'credit', 'audit', 'simulate']
const UP_TO_ENGINE = [...PURE, 'engine']
const UP_TO_STORE = [...UP_TO_ENGINE, 'worker', 'store']
const VIEW = [...UP_TO_STORE, 'plot', 'ui']

/** What each folder of src may import besides itself. Folders of one rank do not know each other. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  trace: [],
  formats: CORE,
  credit: CORE,
  audit: [...CORE, 'credit'],
  simulate: [...CORE, 'credit'],
  engine: PURE,
  worker: UP_TO_ENGINE,
  store: [...UP_TO_ENGINE, 'worker'],
  plot: [...CORE, 'credit'],
  ui: CORE,
  panels: VIEW,
  lessons: VIEW,
  main: [...VIEW, 'panels', 'lessons'],
}

/** Types that a folder may name although it may not import the folder's values. */
const TYPES_ALLOWED: Readonly<Record<string, readonly string[]>> = {
  plot: ['src/worker/api.ts'],
}

/** `src/trace/batch.ts` → `trace`; a file straight in src (main.tsx and what boots it) → `main`. */
export function layerOf(path: string): string {
  const parts = path.split('/')
  return parts.length > 2 ? parts[1] : 'main'
}

const isCode = (path: string): boolean => /\.tsx?$/.test(path)

export const inSource = (sources: Sources): readonly (readonly [string, string])[] =>
  [...sources].filter(([path]) => path.startsWith('src/') && isCode(path))

export const layerOrder: Rule = (sources) =>
  inSource(sources).flatMap(([file, source]) => {
    const layer = layerOf(file)
    const allowed = MAY_IMPORT[layer]
    if (!allowed) return [{ file, message: `${layer} is not a folder of the map` }]
    return importsOf(source).flatMap(({ specifier, typeOnly, line }) => {
      const target = resolveImport(file, specifier)
      if (!target?.startsWith('src/')) return []
      const to = layerOf(target)
      const fine =
        to === layer || allowed.includes(to) || (typeOnly && TYPES_ALLOWED[layer]?.includes(target))
      return fine ? [] : [{ file, line, message: `${layer} may not import ${target}` }]
    })
  })

export const circularImports: Rule = (sources) => {
  const edges = new Map(
    inSource(sources).map(([file, source]) => [
      file,
      importsOf(source)
        .map(({ specifier }) => resolveImport(file, specifier))
        .filter((target): target is string => target !== undefined && sources.has(target)),
    ]),
  )
  const done = new Set<string>()
  const breaches: Breach[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) {
      breaches.push({ file, message: `circle: ${[...path.slice(at), file].join(' → ')}` })
      return
    }
    if (done.has(file)) return
    for (const target of edges.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of edges.keys()) visit(file, [])
  return breaches
}

interface PackageRule {
  readonly name: RegExp
  readonly layers: readonly string[]
  /** Packages of the family that further folders may use. */
  readonly except?: { readonly name: RegExp; readonly layers: readonly string[] }
}

const PACKAGES: readonly PackageRule[] = [
  {
    name: /^(react|react-dom|@tanstack\/react-[\w-]+)(\/|$)/,
    layers: ['panels', 'lessons', 'ui', 'main'],
  },
  {
    name: /^d3(-|\/|$)/,
    layers: ['plot'],
    except: { name: /^d3-array(\/|$)/, layers: ['credit'] },
  },
  { name: /^comlink(\/|$)/, layers: ['worker'] },
  // A chunk of its own, loaded when the first formula is shown.
  { name: /^katex(\/|$)/, layers: ['ui'] },
]

export const packageHomes: Rule = (sources) =>
  inSource(sources).flatMap(([file, source]) =>
    importsOf(source).flatMap(({ specifier, line }) => {
      const rule = PACKAGES.find(({ name }) => name.test(specifier))
      const layer = layerOf(file)
      if (!rule || rule.layers.includes(layer)) return []
      if (rule.except?.name.test(specifier) && rule.except.layers.includes(layer)) return []
      return [{ file, line, message: `${specifier} belongs to ${rule.layers.join(', ')} only` }]
    }),
  )

interface GlobalRule {
  readonly pattern: RegExp
  readonly home: string
  readonly what: string
}

const GLOBALS: readonly GlobalRule[] = [
  { pattern: /\bnavigator\s*\??\.\s*gpu\b/, home: 'src/engine/webgpu/', what: 'navigator.gpu' },
  {
    pattern:
      /\b(?:window|globalThis|document|self)\.location\b|(?<![.\w])location\.(?:hash|href|search|pathname|origin|host|assign|replace|reload)\b/,
    home: 'src/store/',
    what: 'location',
  },
  {
    pattern:
      /\b(?:window|globalThis|self)\.history\b|(?<![.\w])history\.(?:pushState|replaceState|back|forward|go|state)\b/,
    home: 'src/store/',
    what: 'history',
  },
]

/** First line of the code (not of comments or strings) that matches. */
function lineMatching(source: string, pattern: RegExp): number | undefined {
  const at = codeOnly(source)
    .split('\n')
    .findIndex((line) => pattern.test(line))
  return at < 0 ? undefined : at + 1
}

export const globalHomes: Rule = (sources) =>
  inSource(sources).flatMap(([file, source]) =>
    GLOBALS.flatMap(({ pattern, home, what }) => {
      const line = file.startsWith(home) ? undefined : lineMatching(source, pattern)
      return line === undefined ? [] : [{ file, line, message: `${what} belongs to ${home} only` }]
    }),
  )

/** Ways around the page's Content-Security-Policy, or of turning trace text into markup. */
const UNSAFE: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  { pattern: /\bdangerouslySetInnerHTML\b/, why: 'text is only ever text' },
  {
    pattern: /\.(?:innerHTML|outerHTML)\s*=|\.insertAdjacentHTML\(/,
    why: 'text is only ever text',
  },
  { pattern: /\beval\(|\bnew Function\(/, why: 'the policy forbids it' },
  { pattern: /\bconsole\.(?:log|debug|info)\b|\bdebugger\b/, why: 'left-over of debugging' },
]

export const safeOutput: Rule = (sources) =>
  inSource(sources).flatMap(([file, source]) => [
    ...UNSAFE.flatMap(({ pattern, why }) => {
      const line = lineMatching(source, pattern)
      return line === undefined ? [] : [{ file, line, message: `${pattern.source}: ${why}` }]
    }),
    // In strings, so not visible in codeOnly: a style attribute is blocked by style-src 'self'.
    ...[...source.matchAll(/(?:\.attr|setAttribute)\(\s*'style'|\.html\(\s*[^)\s]/g)].map(
      ([match]) => ({ file, message: `${match}…: use .style() and .text()` }),
    ),
  ])

export const LINE_LIMIT = 400

export const fileLength: Rule = (sources) =>
  [...sources]
    .filter(([file]) => /\.(tsx?|wgsl|css|mjs)$/.test(file))
    .map(([file, source]) => ({ file, lines: source.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > LINE_LIMIT)
    .map(({ file, lines }) => ({ file, message: `${lines} lines, at most ${LINE_LIMIT}` }))

/** Real trace files keep the paths of the machines they came from. */
const isFixture = (file: string): boolean =>
  /^(test\/(formats|conformance|links)|public)\//.test(file) && !isCode(file)

const OWN_MACHINE = /(?<![\w.\-/*])\/(?:work|root)(?![\w-])/
/** Tests may make up a user's folder. */
const HOME = /(?<![\w.\-/*])\/(?:home|Users)\/\w+/
const UNFINISHED = new RegExp(
  `\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`,
)
const FOCUSED = /\b(?:describe|it|test)\.(?:only|skip|todo)\b/

/** Every committed text file: no path of one machine, no unfinished work, no test switched off. */
export const committedText: Rule = (sources) =>
  [...sources]
    .filter(([file]) => !isFixture(file) && !file.startsWith('test/architecture/'))
    .flatMap(([file, source]) =>
      source.split('\n').flatMap((text, index) => {
        const found = [
          OWN_MACHINE,
          UNFINISHED,
          ...(file.startsWith('test/') ? [] : [HOME]),
          ...(isCode(file) ? [FOCUSED] : []),
        ]
          .map((pattern) => text.match(pattern)?.[0])
          .filter((match) => match !== undefined)
        return found.map((match) => ({ file, line: index + 1, message: `“${match}”` }))
      }),
    )

export const RULES: Readonly<Record<string, Rule>> = {
  'folders import from the left only': layerOrder,
  'no circular import': circularImports,
  'React, d3 and comlink stay at home': packageHomes,
  'navigator.gpu, location and history stay at home': globalHomes,
  'trace text is only ever text, and nothing is evaluated': safeOutput,
  'no file is longer than 400 lines': fileLength,
  'no path of one machine, no unfinished work, no test switched off': committedText,
}

export const describeBreach = ({ file, line, message }: Breach): string =>
  `${file}${line === undefined ? '' : `:${line}`} ${message}`
