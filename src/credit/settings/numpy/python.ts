/** Python literals, and what every snippet shares: reading the rows, writing the answer. */

/** Lines of Python; an indented block is written with its indentation. */
export type Lines = readonly string[]

/** `when` decides whether a piece is needed. */
export const when = (needed: boolean, ...lines: string[]): Lines => (needed ? lines : [])

export const indented = (lines: Lines): Lines => lines.map((line) => `    ${line}`)

export function number(x: number): string {
  if (Number.isFinite(x)) return String(x)
  return Number.isNaN(x) ? 'np.nan' : `${x < 0 ? '-' : ''}np.inf`
}

/** JSON's escapes are Python's too. */
export const text = (x: string): string => JSON.stringify(x)

/** One assignment for all parameters: `gamma, lam = 1, 0.95`. */
export function parameters(named: readonly (readonly [name: string, value: number])[]): Lines {
  if (named.length === 0) return []
  const names = named.map(([name]) => name).join(', ')
  return [`${names} = ${named.map(([, value]) => number(value)).join(', ')}`]
}

export const IMPORTS = 'import json, sys, numpy as np'

export const ROWS =
  'rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8") if line.strip()]'

/** `{rollout: column}` of the rows that have it; it may stand on any row of a rollout. */
export const byRollout = (column: string): string =>
  `{row["rollout_id"]: row["${column}"] for row in rows if row.get("${column}") is not None}`

/** One list per row, in the file's order. */
export function writing(returns: boolean, masks: boolean): string {
  const keys = '{key: [row[key].tolist() for row in rows] for key in ("advantages", "returns")}'
  const masked = '(r["advantages"] * r["response_mask"]).tolist() for r in rows'
  const advantages = `{"advantages": [${masks ? masked : 'row["advantages"].tolist() for row in rows'}]}`
  return `print(json.dumps(${returns ? keys : advantages}))`
}
