/** What a mapping of columns makes of the beginning of some files. */
import type { Mapping, MappingPreview } from '../trace/mapping.ts'
import type { OpenInput } from './api.ts'

/** Rows that are read of every file: enough to see whether the columns are the right ones. */
const ROWS = { segment: 500, token: 20_000 } as const

/** Never throws for what the files hold. */
export async function previewMapping(
  inputs: readonly OpenInput[],
  mapping: Mapping,
): Promise<MappingPreview> {
  const rows = ROWS[mapping.rows]
  let limited = false
  const onLimit = () => {
    limited = true
  }
  const { readTrace } = await import('../formats/read.ts')
  const read = await readTrace(inputs, () => {}, undefined, { mapping, rows, onLimit })
  const limit = limited ? rows : undefined
  if (!read.ok) {
    // Of a file without usable rows the sentence about its first row says more than that there are none.
    const said = read.error.refusals.flatMap(({ diagnostics }) => diagnostics)
    const first = said.find(({ code }) => code !== 'no-rollouts') ?? said[0]
    return { ...NOTHING, limit, problems: said.length, firstProblem: first?.message }
  }
  const { batch, diagnostics, refusals } = read.value
  const problems = [...refusals.flatMap((r) => r.diagnostics), ...diagnostics].filter(
    // Said of every mapping without a mask, in words of the dialog's own.
    ({ code }) => code !== 'mask-assumed',
  )
  return {
    rollouts: batch.rolloutCount,
    segments: batch.segmentCount,
    groups: batch.groupIds.length,
    actionTokens: batch.mask.reduce((sum, bit) => sum + bit, 0),
    outcomes: batch.rollout.outcome.reduce((n, x) => n + (Number.isNaN(x) ? 0 : 1), 0),
    maskDerived: batch.maskDerived,
    approximate: batch.approximate,
    limit,
    problems: problems.length,
    firstProblem: problems[0]?.message,
  }
}

const NOTHING: Omit<MappingPreview, 'limit' | 'problems' | 'firstProblem'> = {
  rollouts: 0,
  segments: 0,
  groups: 0,
  actionTokens: 0,
  outcomes: 0,
  maskDerived: false,
  approximate: false,
}
