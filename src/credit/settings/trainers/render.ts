/** Keys as a YAML tree or as command-line flags. */
import type { Key } from './draft.ts'

/** Strings that YAML would read as something else (`0.5_5.0` is a number in YAML 1.1) are quoted. */
function yamlValue(value: Key['value']): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'object') return value.flow
  if (typeof value === 'string') return /^[A-Za-z][\w.-]*$/.test(value) ? value : `"${value}"`
  return decimal(value)
}

/** With a point, so that `1` and `1e-8` are read as floats by every YAML reader. */
export function decimal(x: number): string {
  const text = String(x)
  return /[.]/.test(text) ? text : text.replace(/^(-?\d+)/, '$1.0')
}

/** Nested by the dots of the paths; paths with a common beginning stand together in the list. */
export function yaml(keys: readonly Key[]): readonly string[] {
  const lines: string[] = []
  let open: readonly string[] = []
  for (const { path, value, note } of keys) {
    const parts = path.split('.')
    const parents = parts.slice(0, -1)
    let shared = 0
    while (shared < parents.length && parents[shared] === open[shared]) shared++
    parents.slice(shared).forEach((part, i) => {
      lines.push(`${'  '.repeat(shared + i)}${part}:`)
    })
    const remark = note === undefined ? '' : `  # ${note}`
    lines.push(
      `${'  '.repeat(parents.length)}${parts[parts.length - 1]}: ${yamlValue(value)}${remark}`,
    )
    open = parents
  }
  return lines
}

/** A bash array, as the trainer's own scripts have them. */
export function flags(name: string, keys: readonly Key[]): readonly string[] {
  if (keys.length === 0) return []
  const line = ({ path, value, note }: Key): string => {
    const shown =
      value === undefined ? '' : ` ${typeof value === 'number' ? decimal(value) : value}`
    return `   --${path}${shown}${note === undefined ? '' : `  # ${note}`}`
  }
  return [`${name}=(`, ...keys.map(line), ')']
}
