/** What crosses each cut of the selected rollout, and how far the terminal reward gets. */
import { useState } from 'react'
import type { Boundary } from '../../trace/batch.ts'
import { formatNumber, formatSigned } from '../../ui/format.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Section } from '../../ui/Section.tsx'
import { useText } from '../../ui/text.tsx'
import type { BoundaryRow, Frame } from '../../worker/api.ts'
import { useStore } from '../useStore.ts'
import { RewardReach } from './RewardReach.tsx'
import { words } from './text.ts'
import './boundaries.css'

export function BoundariesPanel() {
  const t = useText(words)
  const frame = useStore((state) => state.data.frame)
  const [withA, setWithA] = useState(true)
  const cuts = frame?.boundariesB.length ?? 0
  return (
    <Section
      title={t('title')}
      className="boundaries"
      aside={
        cuts > 0 && (
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
      {!frame && <p className="quiet">{t('loading')}</p>}
      {frame && cuts === 0 && <p className="quiet">{t('none')}</p>}
      {frame && cuts > 0 && (
        <>
          <p className="boundaries-intro">{t('handed')}</p>
          <BoundaryTable frame={frame} withA={withA} />
          <p className="boundaries-intro">{t('intro')}</p>
        </>
      )}
      {frame && <RewardReach frame={frame} />}
    </Section>
  )
}

/** B's hand-overs as they happen: the segment that is processed first hands over first. */
function inOrderOfHandOver({ boundariesB, detail }: Frame): readonly BoundaryRow[] {
  const turn = (row: BoundaryRow): number => detail.processingOrder.indexOf(row.from)
  return [...boundariesB].sort((one, other) => turn(one) - turn(other))
}

function BoundaryTable({ frame, withA }: { readonly frame: Frame; readonly withA: boolean }) {
  const t = useText(words)
  const boundaryOf = (row: BoundaryRow): Boundary =>
    frame.detail.segments[row.earlier]?.boundary ?? 'unknown'
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
        {inOrderOfHandOver(frame).map((b) => {
          const a = frame.boundariesA.find((row) => row.earlier === b.earlier)
          const both = withA && a !== undefined
          return (
            <tbody key={b.earlier}>
              <tr>
                <th scope="rowgroup" rowSpan={both ? 2 : 1} className="cut">
                  <span className="cut-way">
                    {b.from} → {b.to}
                  </span>
                  <span className="cut-kind">{t(boundaryOf(b))}</span>
                </th>
                <th scope="row" className="slot-b">
                  B
                </th>
                <NumberCells row={b} />
              </tr>
              {both && (
                <tr className="is-a">
                  <th scope="row" className="slot-a">
                    A
                  </th>
                  <NumberCells row={a} />
                </tr>
              )}
            </tbody>
          )
        })}
      </table>
    </ScrollRegion>
  )
}

function NumberCells({ row }: { readonly row: BoundaryRow }) {
  return (
    <>
      <td>{formatNumber(row.lastgaelam)}</td>
      <td>{formatNumber(row.criticLastgaelam)}</td>
      <td>{formatNumber(row.nextvalues)}</td>
      <td>{formatSigned(row.delta)}</td>
    </>
  )
}
