/** Reading the "Advantages (CSV)" export the way any other program would. */

export interface AdvantageRow {
  readonly rollout_id: string
  /** NaN where the trace has no training steps. */
  readonly step: number
  readonly segment_index: number
  readonly inv_iter: number
  readonly position: number
  readonly kind: string
  readonly mask: number
  readonly value: number
  readonly reward: number
  readonly advantage_a: number
  /** NaN where the estimator defines no return. */
  readonly return_a: number
  readonly advantage_b: number
  readonly return_b: number
}

export const COLUMNS = [
  'rollout_id',
  'segment_index',
  'inv_iter',
  'position',
  'kind',
  'mask',
  'value',
  'reward',
  'advantage_a',
  'return_a',
  'advantage_b',
  'return_b',
  'outcome',
] as const

/** Cells of one RFC 4180 line. */
function cells(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )
}

const number = (cell: string): number => (cell === '' ? Number.NaN : Number(cell))

export interface AdvantageTable {
  /** The `#` line with the options. */
  readonly header: string
  readonly rows: readonly AdvantageRow[]
}

/** Throws where the file is not what the README promises. */
export function parseAdvantages(text: string): AdvantageTable {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const comments = lines.filter((line) => line.startsWith('#'))
  const [names, ...body] = lines.filter((line) => line !== '' && !line.startsWith('#'))
  // Behind the id, where the trace has training steps.
  const hasSteps = names.startsWith(`${COLUMNS[0]},step,`)
  const columns = COLUMNS.toSpliced(1, 0, ...(hasSteps ? ['step' as never] : []))
  if (names !== columns.join(',')) throw new Error(`Unexpected columns: ${names}`)
  return {
    header: comments.join('\n'),
    rows: body.map((line) => {
      const all = cells(line)
      if (all.length !== columns.length) throw new Error(`Unexpected row: ${line}`)
      const cell = hasSteps ? all.toSpliced(1, 1) : all
      return {
        rollout_id: cell[0],
        step: hasSteps ? number(all[1]) : Number.NaN,
        segment_index: number(cell[1]),
        inv_iter: number(cell[2]),
        position: number(cell[3]),
        kind: cell[4],
        mask: number(cell[5]),
        value: number(cell[6]),
        reward: number(cell[7]),
        advantage_a: number(cell[8]),
        return_a: number(cell[9]),
        advantage_b: number(cell[10]),
        return_b: number(cell[11]),
      }
    }),
  }
}

export const actionRows = ({ rows }: AdvantageTable): readonly AdvantageRow[] =>
  rows.filter((row) => row.mask === 1)

export const idsOf = ({ rows }: AdvantageTable): readonly string[] => [
  ...new Set(rows.map((row) => row.rollout_id)),
]
