/** Reading TypeScript just well enough for the rules: imports, and code without comments and strings. */

export interface Import {
  readonly specifier: string
  /** `import type`, `export type`, or braces in which every name is a type. */
  readonly typeOnly: boolean
  readonly line: number
}

/** Path from the repository's root, with slashes, → source text. */
export type Sources = ReadonlyMap<string, string>

const STATEMENT =
  /^[ \t]*(?:import|export)\s+(type\s+)?(?:([\w$*{][^'"`;()]*?)\s+from\s+)?['"]([^'"\n]+)['"]/gm
const CALL = /\bimport\(\s*['"]([^'"\n]+)['"]\s*[,)]/g
const ASSET = /\bnew URL\(\s*['"](\.[^'"\n]+)['"]\s*,\s*import\.meta\.url/g

const lineOf = (source: string, index: number): number => source.slice(0, index).split('\n').length

function onlyTypes(names: string | undefined): boolean {
  const braces = names?.trim().match(/^\{([\s\S]*)\}$/)
  if (!braces) return false
  const parts = braces[1].split(',').map((part) => part.trim())
  return parts.filter(Boolean).every((part) => part.startsWith('type '))
}

/** Static and dynamic imports, re-exports, and the modules that `new URL(…, import.meta.url)` names. */
export function importsOf(source: string): readonly Import[] {
  const text = withoutComments(source)
  const statements = [...text.matchAll(STATEMENT)].map((match) => ({
    specifier: match[3],
    typeOnly: match[1] !== undefined || onlyTypes(match[2]),
    line: lineOf(text, match.index + match[0].indexOf(match[0].trimStart())),
  }))
  const calls = [...text.matchAll(CALL), ...text.matchAll(ASSET)].map((match) => ({
    specifier: match[1],
    typeOnly: false,
    line: lineOf(text, match.index),
  }))
  return [...statements, ...calls]
}

/** The file that a relative specifier names, without query (`?raw`, `?worker`); undefined: a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const parts = from.split('/').slice(0, -1)
  for (const part of specifier.split('?')[0].split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?{};\n>]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')
const isComment = (token: string): boolean => token.startsWith('//') || token.startsWith('/*')

/** Comments become blanks, so that line numbers stay. */
export const withoutComments = (source: string): string =>
  source.replace(TOKEN, (token) => (isComment(token) ? blank(token) : token))

/** Comments, strings, templates (with what is inside `${}`) and regular expressions become blanks. */
export const codeOnly = (source: string): string => source.replace(TOKEN, blank)
