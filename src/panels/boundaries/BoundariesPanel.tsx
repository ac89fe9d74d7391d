/** What crosses each cut of the selected rollout, and how far the terminal reward gets. */
import { useState } from 'react'
import { estimatorOf } from '../../credit/registry.ts'
import type { Boundary } from '../../trace/batch.ts'
import { formatNumber, formatSigned, withoutNoise } from '../../ui/format.ts'
import { Quietly } from '../../ui/late.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Section } from '../../ui/Section.tsx'
import { useText } from '../../ui/text.tsx'
import type { BoundaryRow, Frame } from '../../worker/api.ts'
import { useSpecText } from '../controls/specText.ts'
import { useStore } from '../useStore.ts'
import { type Cut, cutsOf, isLiteral } from './cuts.ts'
import { RewardReach } from './RewardReach.tsx'
import { boundaryNote, MAX_ROWS, Shortened } from './Shortened.tsx'
import { words } from './text.ts'
import './boundaries.css'

export function BoundariesPanel() {
  const t = useText(words)
  const frame = useStore((state) => state.data.frame)
  const [withA, setWithA] = useState(true)
  const both = frame !== undefined && frame.boundariesA.length > 0 && frame.boundariesB.length > 0
  return (
    <Section
      title={t('title')}
      className="boundaries"
      aside={
        both && (
          <label className="check">
            <input
              type="checkbox"
              checked={withA}
              onChange={(event) => setWithA(event.target.checked)}
            />
            {t('showA')}
          </label>
        )
      }
    >
      {!frame && <p className="quiet coming">{t('loading')}</p>}
      {frame && <HandOvers frame={frame} withA={withA} />}
      {frame && <RewardReach frame={frame} />}
    </Section>
  )
}

function HandOvers({ frame, withA }: { readonly frame: Frame; readonly withA: boolean }) {
  const t = useText(words)
  const spec = useSpecText()
  if (frame.detail.segments.length === 1) return <p className="quiet">{t('none')}</p>
  const { a, b } = frame.request.settings
  const name = (id: string): string => {
    const estimator = estimatorOf(id)
    return estimator ? spec.estimator(estimator) : id
  }
  const nothing = [
    ...(frame.boundariesB.length === 0 ? [name(b.estimator)] : []),
    ...(frame.boundariesA.length === 0 ? [name(a.estimator)] : []),
  ]
  const cuts = cutsOf(frame.boundariesA, frame.boundariesB)
  return (
    <>
      {[...new Set(nothing)].map((estimator) => (
        <p key={estimator} className="boundaries-nothing">
          <Quietly part={boundaryNote} props={{ says: 'handsNothing', values: { estimator } }} />
        </p>
      ))}
      {cuts.length > 0 && (
        <>
          <p className="boundaries-intro">
            {t(frame.boundariesB.length > 0 ? 'handed' : 'handedA')}
          </p>
          <BoundaryTable frame={frame} cuts={cuts} withA={withA} />
          <p className="boundaries-intro">
            {isLiteral(cuts) ? (
              <Quietly part={boundaryNote} props={{ says: 'introLiteral' }} />
            ) : (
              t('intro')
            )}
          </p>
        </>
      )}
    </>
  )
}

interface BoundaryTableProps {
  readonly frame: Frame
  readonly cuts: readonly Cut[]
  readonly withA: boolean
}

function BoundaryTable({ frame, cuts, withA }: BoundaryTableProps) {
  const t = useText(words)
  return (
    <ScrollRegion name={t('tableName')}>
      <table className="numbers" aria-label={t('tableName')}>
        <thead>
          <tr>
            <th scope="col" title={t('cutHelp')}>
              {t('cut')}
            </th>
            <th scope="col">
              <span className="hidden-visually">A/B</span>
            </th>
            <th scope="col" title={t('lastgaelamHelp')}>
              last
              <wbr />
              gaelam
            </th>
            <th scope="col" title={t('criticHelp')}>
              critic_
              <wbr />
              last
              <wbr />
              gaelam
            </th>
            <th scope="col" title={t('nextvaluesHelp')}>
              next
              <wbr />
              values
            </th>
            <th scope="col" title={t('deltaHelp')}>
              {t('delta')}
            </th>
          </tr>
        </thead>
        {cuts.slice(0, MAX_ROWS).map((cut) => (
          <CutRows
            key={cut.earlier}
            cut={cut}
            withA={withA}
            boundary={frame.detail.segments[cut.earlier]?.boundary ?? 'unknown'}
          />
        ))}
      </table>
      {cuts.length > MAX_ROWS && <Shortened shown={MAX_ROWS} of={cuts.length} />}
    </ScrollRegion>
  )
}

interface CutRowsProps {
  readonly cut: Cut
  readonly boundary: Boundary
  readonly withA: boolean
}

function CutRows({ cut, boundary, withA }: CutRowsProps) {
  const t = useText(words)
  const rows = [
    ...(cut.b ? [{ slot: 'b', row: cut.b }] : []),
    ...(cut.a && (withA || !cut.b) ? [{ slot: 'a', row: cut.a }] : []),
  ]
  return (
    <tbody>
      {rows.map(({ slot, row }, at) => (
        <tr key={slot} className={at > 0 ? 'is-a' : ''}>
          {at === 0 && (
            <th
              scope="rowgroup"
              rowSpan={rows.length}
              className="cut"
              title={t('cutWay', { from: row.from, to: row.to })}
            >
              <span className="cut-way">{t('cutName', { n: cut.earlier + 1 })}</span>
              <span className="cut-kind">
                ({cut.earlier}|{cut.earlier + 1}) · {t(boundary)}
              </span>
            </th>
          )}
          <th scope="row" className={`slot-${slot}`}>
            {slot.toUpperCase()}
          </th>
          <NumberCells row={row} />
        </tr>
      ))}
    </tbody>
  )
}

function NumberCells({ row }: { readonly row: BoundaryRow }) {
  return (
    <>
      <td>{formatNumber(row.lastgaelam)}</td>
      <td>{formatNumber(row.criticLastgaelam)}</td>
      <td>{formatNumber(row.nextvalues)}</td>
      <td>{formatSigned(withoutNoise(row.delta, row.nextvalues))}</td>
    </>
  )
}
