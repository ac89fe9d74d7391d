/** What was opened, what it records, and the statistics of its advantages. */
import { Fragment, useState } from 'react'
import { formatCount, formatNumber, formatSigned, withoutNoise } from '../../ui/format.ts'
import { LaterWith, late, Quietly } from '../../ui/late.tsx'
import { Section } from '../../ui/Section.tsx'
import { useText } from '../../ui/text.tsx'
import type { RolloutTable, TraceSummary } from '../../worker/api.ts'
import { useUnread } from '../controls/ParameterSliders.tsx'
import { SyntheticBadge } from '../controls/SyntheticBadge.tsx'
import { soon } from '../soonPart.ts'
import { useIsOldTotal } from '../useIsOldTotal.ts'
import { useIsBatchApproximate, useStore } from '../useStore.ts'
import { Holds } from './Holds.tsx'
import { words } from './text.ts'
import './trace.css'

const consequences = late(async () => (await import('./Consequences.tsx')).Consequences)

/** Loads what folds out ahead. */
export const prepareTrace = consequences.fetch

const fileList = soon(({ FileList }) => FileList)
const unknownColumns = soon(({ UnknownColumns }) => UnknownColumns)
const recordedNotice = soon(({ RecordedNotice }) => RecordedNotice)
const mappedNote = soon(({ MappedNote }) => MappedNote)
const unknownTypes = soon(({ UnknownTypes }) => UnknownTypes)
const removedNote = soon(({ RemovedNote }) => RemovedNote)
const estimateBadge = soon(({ EstimateBadge }) => EstimateBadge)
const stepNote = soon(({ StepNote }) => StepNote)

const NO_PROPS = {}

export function TracePanel({ startsOpen }: { readonly startsOpen: boolean }) {
  const t = useText(words)
  const summary = useStore((state) => state.data.summary)
  const table = useStore((state) => state.data.table)
  const approximate = useIsBatchApproximate()
  return (
    <Section
      title={t('title')}
      className="trace"
      startsOpen={startsOpen}
      aside={approximate && <Quietly part={estimateBadge} props={NO_PROPS} />}
    >
      {summary && table ? (
        <TraceCard summary={summary} table={table} approximate={approximate} />
      ) : (
        <p className="quiet">{t('none')}</p>
      )}
      {summary && <Statistics approximate={approximate} />}
    </Section>
  )
}

interface CardProps {
  readonly summary: TraceSummary
  readonly table: RolloutTable
  readonly approximate: boolean
}

const sum = (column: Uint32Array): number => column.reduce((total, n) => total + n, 0)

/** Counts the batch: where a training step is chosen, its rollouts. */
function TraceCard({ summary, table, approximate }: CardProps) {
  const t = useText(words)
  const isSample = useStore((state) => state.document.source.kind === 'sample')
  const counts = [
    [t('rollouts'), formatCount(table.id.length)],
    [t('groups'), formatCount(table.groupIds.length)],
    [t('segments'), formatCount(sum(table.segments))],
    [t('positions'), formatCount(sum(table.positions), approximate)],
    [t('actionTokens'), formatCount(sum(table.actionTokens), approximate)],
  ]
  return (
    <>
      {!isSample && summary.files.length > 0 && <Quietly part={fileList} props={{ summary }} />}
      {!isSample && <Quietly part={mappedNote} props={NO_PROPS} />}
      <dl className="trace-counts">
        {counts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <Holds summary={summary} table={table} approximate={approximate} />
      {summary.recordsAdvantages && <Quietly part={recordedNotice} props={NO_PROPS} />}
      {summary.unknownColumns.length > 0 && <Quietly part={unknownColumns} props={{ summary }} />}
      {summary.diagnostics.some(({ skipped }) => skipped) && (
        <Quietly part={unknownTypes} props={{ diagnostics: summary.diagnostics }} />
      )}
      <Follows summary={summary} />
    </>
  )
}

function Follows({ summary }: { readonly summary: TraceSummary }) {
  const t = useText(words)
  const [open, setOpen] = useState(false)
  return (
    <details className="trace-follows" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('consequences')}</summary>
      {open && <LaterWith part={consequences} props={{ summary }} />}
    </details>
  )
}

/** In the place of a number, so that nothing moves when it comes. */
const COMING = '…'

/** Of all rollouts; a moment behind the picture of a large trace. */
function Statistics({ approximate }: { readonly approximate: boolean }) {
  const t = useText(words)
  const usesValues = !useUnread('values')
  const hasSteps = useStore((state) => state.data.whole?.steps !== undefined)
  const statistics = useStore((state) => state.data.totals.statistics?.of)
  const removedA = useStore((state) => state.data.frame?.removedA)
  const removedB = useStore((state) => state.data.frame?.removedB)
  const isOld = useIsOldTotal('statistics')
  const slots = [
    { key: 'a', name: 'A', of: statistics?.a, removed: removedA },
    { key: 'b', name: 'B', of: statistics?.b, removed: removedB },
  ] as const
  return (
    <>
      <h3 className="trace-heading">
        {t('statistics')} {usesValues && <SyntheticBadge />}
      </h3>
      <table
        className={`numbers trace-statistics ${isOld ? 'is-old' : ''}`}
        aria-label={t('statistics')}
      >
        <thead>
          <tr>
            <td />
            <th scope="col">{t('count')}</th>
            <th scope="col">{t('mean')}</th>
            <th scope="col">{t('std')}</th>
          </tr>
        </thead>
        <tbody>
          {slots.map(({ key, name, of }) => (
            <tr
              key={key}
              title={
                of && `${t('min')} ${formatSigned(of.min)}, ${t('max')} ${formatSigned(of.max)}`
              }
            >
              <th scope="row" className={`slot-${key}`}>
                {name}
              </th>
              <td>{of ? formatCount(of.count, approximate) : COMING}</td>
              <td>{of ? formatSigned(withoutNoise(of.mean, of.min, of.max)) : COMING}</td>
              <td>{of ? formatNumber(of.std) : COMING}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {slots.some(({ removed }) => removed && removed.removed > 0) && (
        <Quietly part={removedNote} props={{ a: removedA, b: removedB, approximate }} />
      )}
      {hasSteps && <Quietly part={stepNote} props={NO_PROPS} />}
    </>
  )
}
