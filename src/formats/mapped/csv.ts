/** Lines of comma-, tab- or semicolon-separated cells (RFC 4180 without line breaks inside of cells). */

const DELIMITERS = [',', '\t', ';'] as const

/** The cells of a line; undefined where a quote is not closed. */
export function cellsOf(line: string, delimiter: string): readonly string[] | undefined {
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (line[at] === '"') {
      let cell = ''
      let from = at + 1
      for (;;) {
        const end = line.indexOf('"', from)
        if (end < 0) return undefined
        cell += line.slice(from, end)
        from = end + 1
        if (line[from] !== '"') break
        cell += '"'
        from++
      }
      cells.push(cell)
      at = from
      if (at < line.length && line[at] !== delimiter) return undefined
    } else {
      const end = line.indexOf(delimiter, at)
      cells.push(line.slice(at, end < 0 ? line.length : end).trim())
      at = end < 0 ? line.length : end
    }
    if (at >= line.length) return cells
    at++
    if (at === line.length) return [...cells, '']
  }
}

/** Whether a line before the header is none: our own export writes its settings there. */
export const isComment = (line: string): boolean => line.startsWith('#')

export interface CsvHeader {
  readonly delimiter: string
  readonly columns: readonly string[]
}

/** The header, where these are the first lines of a table: at least two columns, and as many in every row. */
export function csvHeader(lines: readonly string[]): CsvHeader | undefined {
  const [head, ...rows] = lines.map((line) => line.replace(/\r$/, ''))
  if (head === undefined || rows.length === 0) return undefined
  for (const delimiter of DELIMITERS) {
    const columns = cellsOf(head, delimiter)
    if (!columns || columns.length < 2 || !isHeader(columns)) continue
    if (rows.every((row) => cellsOf(row, delimiter)?.length === columns.length)) {
      return { delimiter, columns }
    }
  }
  return undefined
}

const isHeader = (columns: readonly string[]) =>
  new Set(columns).size === columns.length &&
  columns.every((name) => name !== '' && name.length <= 80 && !/^[-+.\d]/.test(name))
