/** What was opened, what it records, and the statistics of its advantages. */
import { Fragment } from 'react'
import type { Has } from '../../trace/batch.ts'
import { clipMiddle } from '../../trace/clip.ts'
import {
  formatBytes,
  formatCount,
  formatNumber,
  formatSigned,
  withoutNoise,
} from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Section } from '../../ui/Section.tsx'
import { useText } from '../../ui/text.tsx'
import type { Frame, TraceSummary } from '../../worker/api.ts'
import { SyntheticBadge } from '../controls/SyntheticBadge.tsx'
import { RecordedNotice } from '../conventions/RecordedNotice.tsx'
import { columnNames } from '../open/columnNames.ts'
import { useStore } from '../useStore.ts'
import { words } from './text.ts'
import './trace.css'

const HAS = [
  'mask',
  'token_ids',
  'values',
  'rewards',
  'log_probs',
  'versions',
] as const satisfies readonly (keyof Has)[]

export function TracePanel({ startsOpen }: { readonly startsOpen: boolean }) {
  const t = useText(words)
  const summary = useStore((state) => state.data.summary)
  const frame = useStore((state) => state.data.frame)
  return (
    <Section
      title={t('title')}
      className="trace"
      startsOpen={startsOpen}
      aside={summary?.approximate && <span className="badge">{t('approximateShort')}</span>}
    >
      {summary ? <TraceCard summary={summary} /> : <p className="quiet">{t('none')}</p>}
      {summary && frame && <Statistics frame={frame} approximate={summary.approximate} />}
    </Section>
  )
}

function TraceCard({ summary }: { readonly summary: TraceSummary }) {
  const t = useText(words)
  const isSample = useStore((state) => state.document.source.kind === 'sample')
  const { approximate } = summary
  const unknown = columnNames(summary.unknownColumns)
  const counts = [
    [t('rollouts'), formatCount(summary.rolloutCount)],
    [t('groups'), formatCount(summary.groupCount)],
    [t('segments'), formatCount(summary.segmentCount)],
    [t('positions'), formatCount(summary.positionCount, approximate)],
    [t('actionTokens'), formatCount(summary.actionTokens, approximate)],
  ]
  return (
    <>
      {!isSample && summary.files.length > 0 && (
        <ul className="trace-files">
          {summary.files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name; the list is fixed
            <li key={at}>
              <span className="trace-file" title={clipMiddle(file.name)}>
                {clipMiddle(file.name)}
              </span>
              <span className="quiet">
                {file.format ?? t('unread')}
                {file.bytes > 0 && `, ${formatBytes(file.bytes)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <dl className="trace-counts">
        {counts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <h3 className="trace-heading">{t('holds')}</h3>
      <ul className="trace-has">
        {HAS.map((name) => {
          const there = summary.has[name]
          return (
            <li key={name} className={there ? 'is-there' : ''}>
              <Icon name={there ? 'check' : 'close'} size={11} />
              {t(`has_${name}`)}
              <span className="hidden-visually">: {t(there ? 'yes' : 'no')}</span>
            </li>
          )
        })}
      </ul>
      <RecordedNotice />
      {approximate && <p className="trace-note">{t('approximate')}</p>}
      {summary.maskDerived && <p className="trace-note">{t('maskDerived')}</p>}
      {summary.unknownColumns.length > 0 && (
        <p className="trace-note">
          {t('unknownColumns')} <code>{unknown.names}</code>
          {unknown.more > 0 && ` ${t('unknownMore', { n: formatCount(unknown.more) })}`}
        </p>
      )}
    </>
  )
}

interface StatisticsProps {
  readonly frame: Frame
  readonly approximate: boolean
}

function Statistics({ frame, approximate }: StatisticsProps) {
  const t = useText(words)
  const slots = [
    { key: 'a', name: 'A', of: frame.statisticsA },
    { key: 'b', name: 'B', of: frame.statisticsB },
  ] as const
  return (
    <>
      <h3 className="trace-heading">
        {t('statistics')} <SyntheticBadge />
      </h3>
      <table className="numbers" aria-label={t('statistics')}>
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
              title={`${t('min')} ${formatSigned(of.min)}, ${t('max')} ${formatSigned(of.max)}`}
            >
              <th scope="row" className={`slot-${key}`}>
                {name}
              </th>
              <td>{formatCount(of.count, approximate)}</td>
              <td>{formatSigned(withoutNoise(of.mean, of.min, of.max))}</td>
              <td>{formatNumber(of.std)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
