/**
 * Build only: what a method computes with leaves the first load, unless the first picture needs it. In the files of
 * `METHODS`, the functions of `WORK` in an exported object become stand-ins; a chunk of its own, which
 * `src/credit/work.ts` opens, has them whole, with all that only they import. The sources stay as they are: in the
 * dev server and in tests every function is where it is written.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { type ESTree, type Plugin, parseAst } from 'vite'

const CREDIT = 'src/credit'
const METHODS = ['estimators', 'baselines', 'ratio', 'reweight', 'keeping', 'penalty']
/** What the first sample is drawn with (`DEFAULT_DOCUMENT`). */
const FIRST: ReadonlySet<string> = new Set(['per-segment-gae', 'cross-segment-gae'])
/** Fields of estimators, ratio rules and rules of post-processing that only the session worker calls. */
const WORK: ReadonlySet<string> = new Set(['graph', 'apply', 'reweigh', 'masks', 'penalty'])

/** Modules that only work of rules needs: every function that they export. */
const MODULES = ['postprocess.ts', 'penalty/penalise.ts']

const CHUNK = '\0late-work'
const WHOLE = '?work'

/** What `src/credit/work.ts` is in a build. */
const OPENING = `
let work
const standIns = new WeakSet()
export const standIn = (pick) => {
  const call = (...given) => pick(work)(...given)
  standIns.add(call)
  return call
}
export const isMissing = (call) => !work && standIns.has(call)
export const fetchWork = async () => {
  work ??= await import('${CHUNK}')
}
`

interface Part {
  readonly name: string
  readonly start: number
  readonly end: number
}

interface Method {
  /** Of the exported constant. */
  readonly name: string
  /** The object. */
  readonly start: number
  readonly end: number
  readonly work: readonly Part[]
}

function partsOf({ properties }: ESTree.ObjectExpression): readonly Part[] {
  return properties.flatMap((one) => {
    if (one.type !== 'Property' || one.key.type !== 'Identifier' || !WORK.has(one.key.name))
      return []
    const { start, end } = one.value
    return [{ name: one.key.name, start, end }]
  })
}

/** Exported objects that have work; most files have one, many have none. */
function methodsIn(source: string): readonly Method[] {
  const { body } = parseAst(source, { lang: 'ts' })
  return body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    if (statement.declaration?.type !== 'VariableDeclaration') return []
    return statement.declaration.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || init?.type !== 'ObjectExpression') return []
      const work = partsOf(init)
      return work.length === 0 ? [] : [{ name: id.name, start: init.start, end: init.end, work }]
    })
  })
}

const replaced = (source: string, { start, end }: Omit<Part, 'name'>, by: string): string =>
  source.slice(0, start) + by + source.slice(end)

/** The last first, so that places before it stay. */
const backwards = <T extends { readonly start: number }>(parts: readonly T[]): readonly T[] =>
  parts.toSorted((one, other) => other.start - one.start)

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Every identifier, names of properties among them. */
function namesIn(node: ESTree.Node): readonly string[] {
  if (node.type === 'Identifier') return [node.name]
  return Object.values(node).flat().filter(isNode).flatMap(namesIn)
}

/** Names that a statement of a module makes. */
function namesOf(statement: ESTree.Program['body'][number]): readonly string[] {
  if (statement.type === 'ImportDeclaration')
    return statement.specifiers.map(({ local }) => local.name)
  if (statement.type === 'FunctionDeclaration') return statement.id ? [statement.id.name] : []
  if (statement.type !== 'VariableDeclaration') return []
  return statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
}

/**
 * Without imports and declarations that no export needs any more: what a module imports counts as the first load's
 * (`worker-chunks.ts`), used or not.
 */
function pruned(source: string): string {
  const { body } = parseAst(source, { lang: 'ts' })
  const statements = body.map((statement) => ({
    text: source.slice(statement.start, statement.end),
    names: namesOf(statement),
    uses: namesIn(statement),
  }))
  const needed = new Set<string>()
  const kept = new Set<(typeof statements)[number]>()
  for (let before = -1; kept.size > before; ) {
    before = kept.size
    for (const one of statements) {
      if (kept.has(one) || (one.names.length > 0 && !one.names.some((name) => needed.has(name))))
        continue
      kept.add(one)
      for (const name of one.uses) needed.add(name)
    }
  }
  return statements.flatMap((one) => (kept.has(one) ? [one.text] : [])).join('\n')
}

const importing = (opening: string): string => `import { standIn } from ${JSON.stringify(opening)}`

const withStandInsFor = (functions: readonly string[], opening: string): string =>
  [
    importing(opening),
    ...functions.map((name) => `export const ${name} = standIn(({ ${name} }) => ${name})`),
  ].join('\n')

const withStandIns = (code: string, opening: string): string => {
  const parts = backwards(
    methodsIn(code).flatMap((method) => method.work.map((part) => ({ ...part, of: method.name }))),
  )
  const stood = parts.reduce(
    (text, part) => replaced(text, part, `standIn(({ ${part.of} }) => ${part.of}.${part.name})`),
    code,
  )
  return pruned(`${importing(opening)}\n${stood}`)
}

/** Nothing of the objects but their work, and no type that the rest would have to match. */
const onlyWork = (source: string): string =>
  backwards(methodsIn(source)).reduce((text, method) => {
    const fields = method.work.map(({ name, start, end }) => `${name}: ${source.slice(start, end)}`)
    return replaced(text, method, `{ ${fields.join(',\n')} }`)
  }, source)

/** What comes later, by name: names of methods and of functions are all different. */
const chunkOf = (files: Iterable<readonly [file: string, names: readonly string[]]>): string =>
  [...files]
    .map(([file, names]) => `export { ${names.join(', ')} } from ${JSON.stringify(file + WHOLE)}`)
    .join('\n')

const exportedFunctions = (source: string): readonly string[] =>
  parseAst(source, { lang: 'ts' }).body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' &&
    statement.declaration?.type === 'FunctionDeclaration' &&
    statement.declaration.id
      ? [statement.declaration.id.name]
      : [],
  )

const read = (file: string): string => readFileSync(file, 'utf8')

export function lateWork(): Plugin {
  let opening = ''
  /** File → names of its methods. */
  const methods = new Map<string, readonly string[]>()
  /** File → names of its functions. */
  const modules = new Map<string, readonly string[]>()
  return {
    name: 'segue:late-work',
    apply: 'build',
    enforce: 'pre',
    configResolved({ root }) {
      opening = resolve(root, CREDIT, 'work.ts')
      for (const folder of METHODS.map((name) => resolve(root, CREDIT, name))) {
        for (const name of readdirSync(folder)) {
          const file = resolve(folder, name)
          const found = methodsIn(read(file))
          if (found.length === 0 || FIRST.has(basename(name, '.ts'))) continue
          methods.set(
            file,
            found.map((one) => one.name),
          )
        }
      }
      for (const file of MODULES.map((name) => resolve(root, CREDIT, name))) {
        modules.set(file, exportedFunctions(read(file)))
      }
    },
    resolveId: (id) => (id === CHUNK || id.endsWith(WHOLE) ? id : undefined),
    load(id) {
      if (id === opening) return OPENING
      if (id === CHUNK) return chunkOf([...methods, ...modules])
      if (id.endsWith(WHOLE)) {
        const file = id.slice(0, -WHOLE.length)
        return methods.has(file) ? pruned(onlyWork(read(file))) : read(file)
      }
      const functions = modules.get(id)
      return functions && withStandInsFor(functions, opening)
    },
    transform: {
      order: 'pre',
      handler: (code, id) =>
        methods.has(id) ? { code: withStandIns(code, opening), map: null } : undefined,
    },
  }
}
