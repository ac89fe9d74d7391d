/** Between readers and builder: row numbers over the whole load, and ids that formats must not share. */
import type { BatchBuilder } from '../trace/builder.ts'
import {
  clip,
  type DiagnosticList,
  diagnosticOf,
  type Fault,
  type LineUnit,
  quote,
} from '../trace/diagnostic-list.ts'
import type { MaskSource, RowsOfFile } from '../trace/estimates.ts'
import { Namespace, StepIds } from './names.ts'
import { MOST_COLUMNS } from './parse-lines.ts'
import type { Format, Sink } from './types.ts'

/** What readers said about the load as a whole. */
export interface Load {
  approximate: boolean
  maskDerived: boolean
  readonly unknownColumns: Set<string>
  /** Training step by rollout id. */
  readonly steps: Map<string, number>
  /** The id of a rollout in its file by the name that it goes by, where the two differ. */
  readonly ownIds: ReadonlyMap<string, string>
  document: unknown
}

/** Rows that follow each other in one file, and what its reader says of the file. */
interface Run {
  readonly first: number
  readonly own: { readonly file: string; approximate: boolean; readonly masks: Set<MaskSource> }
}

export function createSinkFactory(builder: BatchBuilder, diagnostics: DiagnosticList) {
  const stepIds = new StepIds()
  const load: Load = {
    approximate: false,
    maskDerived: false,
    unknownColumns: new Set(),
    steps: new Map(),
    ownIds: stepIds.own,
    document: undefined,
  }
  const rollouts = new Namespace()
  const groups = new Namespace()
  const runs: Run[] = []
  let rows = 0

  const sinkFor = (file: string, { id, ids: format = id, words }: Format, unit: LineUnit) => {
    const refused: Fault[] = []
    const nameOf = (id: string, step: number | undefined) =>
      stepIds.name(rollouts.name(id, format), step)
    const own = { file, approximate: false, masks: new Set<MaskSource>() }
    const first = rows
    const mark = () => {
      load.approximate ||= own.approximate
      load.maskDerived ||= own.masks.size > 0
      if (runs.at(-1)?.own !== own) runs.push({ first: rows, own })
    }
    const sink: Sink = {
      row(row, { line, calls, step }) {
        const rollout_id = nameOf(row.rollout_id, step)
        const group_id = row.group_id === undefined ? undefined : groups.name(row.group_id, format)
        if (step !== undefined && Number.isFinite(step)) load.steps.set(rollout_id, step)
        mark()
        const same = rollout_id === row.rollout_id && group_id === row.group_id
        const origin = { file, line, row: rows++, unit, calls, words }
        builder.addRow(same ? row : { ...row, rollout_id, group_id }, origin)
      },
      piece({ rows: piece, notes, unknown, approximate, maskDerived, steps }, line) {
        for (const name of unknown) sink.unknownColumn(name)
        own.approximate ||= approximate
        for (const from of maskDerived) own.masks.add(from)
        if (piece.rollout.length > 0) mark()
        const rolloutIds = piece.rolloutIds.map((id, k) => {
          const step = steps[k]
          const name = nameOf(id, step)
          if (step !== undefined) load.steps.set(name, step)
          return name
        })
        const named = {
          ...piece,
          rolloutIds,
          groupIds: piece.groupIds.map((id) => groups.name(id, format)),
        }
        let from = 0
        const take = (to: number) => {
          const origin = { file, line, row: rows, unit, words }
          if (to > from) builder.addPiece(named, from, to, origin)
          rows += to - from
          from = to
        }
        for (const { after, rejects, fault } of notes) {
          take(after)
          const placed = { ...fault, ...(fault.line !== undefined && { line: fault.line + line }) }
          if (rejects === 'nothing') sink.warn(placed)
          else if (rejects === 'row') sink.reject(undefined, placed)
          else sink.reject(rejects.rollout, placed, rejects.step)
        }
        take(piece.rollout.length)
        return builder.spareOf(piece)
      },
      reject(rollout, fault, step) {
        const lost = rollout === undefined ? '' : ` Rollout ${quote(rollout)} is left out.`
        const message = `${fault.message}${lost}`
        const diagnostic = diagnosticOf({ ...fault, message }, 'error', file, unit)
        if (rollout === undefined) diagnostics.add(diagnostic)
        else builder.reject(nameOf(rollout, step), diagnostic)
      },
      warn: (fault) => diagnostics.add(diagnosticOf(fault, 'warning', file, unit)),
      refuse: (fault) => void refused.push(fault),
      unknownColumn(name) {
        if (load.unknownColumns.size < MOST_COLUMNS) load.unknownColumns.add(clip(name))
      },
      expect: (positions) => builder.expectMore(positions),
      document(document) {
        load.document = document
      },
      approximate() {
        own.approximate = true
      },
      maskDerived(from) {
        own.masks.add(from)
      },
    }
    return { sink, refused, withdraw: () => builder.withdraw(first) }
  }
  /** What is known of the files once all were read: what a file says late is meant of all its rows. */
  const rowsOfFiles = (): readonly RowsOfFile[] =>
    runs.map(({ first, own: { file, approximate, masks } }) => ({
      first,
      file,
      tokens: approximate,
      mask: masks.size > 0,
    }))
  /** What the masks of a file's rows were told from. */
  const masksOf = (file: string): readonly MaskSource[] => [
    ...new Set(runs.flatMap(({ own }) => (own.file === file ? [...own.masks] : []))),
  ]
  return { load, sinkFor, rowsOfFiles, masksOf }
}
