/** Which words of a module belong to a book: found by how they are written, so that they need no marks. */
import { parseAst } from 'vite'

export type Book = 'chinese' | 'methods'

export interface Moved {
  readonly book: Book
  /** Lists and tables are filled in place; a sentence is looked up (`textOf`). */
  readonly kind: 'table' | 'list' | 'sentence'
  /** In the source, UTF-16. */
  readonly start: number
  readonly end: number
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const partsOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode)

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined

const isRaw = (tag: unknown): boolean =>
  isNode(tag) && nameOf(tag.object) === 'String' && nameOf(tag.property) === 'raw'

/** Nothing but words: it means the same in another module. */
function isPlain(node: Node): boolean {
  switch (node.type) {
    case 'Literal':
      return true
    case 'TemplateLiteral':
    case 'ArrayExpression':
    case 'ObjectExpression':
      return partsOf(node).every(isPlain)
    case 'TemplateElement':
      return true
    case 'TaggedTemplateExpression':
      return isRaw(node.tag) && isNode(node.quasi) && isPlain(node.quasi)
    case 'Property':
      return (
        isNode(node.key) &&
        (node.computed ? isPlain(node.key) : true) &&
        isNode(node.value) &&
        isPlain(node.value)
      )
    default:
      return false
  }
}

const KINDS: Readonly<Partial<Record<string, Moved['kind']>>> = {
  ObjectExpression: 'table',
  ArrayExpression: 'list',
}

/** `const namesZh = …`, `const REASONS_ZH = …`, `const helpZhOf = …` */
const CHINESE_NAME = /(?:^ZH|_ZH|Zh)(?:Of)?$/

function chineseOf(node: Node): unknown {
  if (node.type === 'VariableDeclarator' && CHINESE_NAME.test(nameOf(node.id) ?? '')) {
    return node.init
  }
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'dictionary') {
    return (node.arguments as readonly unknown[])[1]
  }
  return undefined
}

/** Fields of `Method` and of option specs that only a person reads. */
const LISTS: ReadonlySet<string> = new Set(['tex', 'pitfalls', 'symbols'])
const SENTENCES: ReadonlySet<string> = new Set(['help', 'source'])

function methodWord(node: Node): Pick<Moved, 'kind' | 'start' | 'end'> | undefined {
  const { type, key, value } = node
  const name = nameOf(key)
  if (type !== 'Property' || name === undefined || !isNode(value) || !isPlain(value)) return
  const { start, end } = value
  if (LISTS.has(name) && value.type === 'ArrayExpression') return { kind: 'list', start, end }
  if (SENTENCES.has(name) && value.type === 'Literal') return { kind: 'sentence', start, end }
  return undefined
}

/** A formula with a name of its own: `const RHYTHM_LOCAL = [String.raw`…`]` in `rhythm-tex.ts`. */
function namedTex({ type, init }: Node): Pick<Moved, 'kind' | 'start' | 'end'> | undefined {
  if (type !== 'VariableDeclarator' || !isNode(init)) return undefined
  const list = isNode(init.expression) ? init.expression : init
  if (list.type !== 'ArrayExpression' || !isPlain(list)) return undefined
  return { kind: 'list', start: list.start, end: list.end }
}

/** In the order in which they stand; none inside another. `path` is from the root, with slashes. */
export function movedFrom(path: string, source: string): readonly Moved[] {
  const moved: Moved[] = []
  const isMethod = /^src\/credit\/(?!conventions\/|settings\/)/.test(path)
  const visit = (node: Node): void => {
    const chinese = chineseOf(node)
    const kind = isNode(chinese) ? KINDS[chinese.type] : undefined
    if (isNode(chinese) && kind && isPlain(chinese)) {
      const { start, end } = chinese
      moved.push({ book: 'chinese', kind, start, end })
    }
    const word = isMethod
      ? (methodWord(node) ?? (path.endsWith('-tex.ts') ? namedTex(node) : undefined))
      : undefined
    if (word) {
      moved.push({ book: 'methods', ...word })
      return
    }
    for (const part of partsOf(node)) if (part !== chinese || !kind) visit(part)
  }
  const lang = path.endsWith('x') ? 'tsx' : 'ts'
  visit(parseAst(source, { lang }) as unknown as Node)
  return moved.sort((one, other) => one.start - other.start)
}
