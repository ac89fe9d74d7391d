import { brief, count, number } from '../../plot/format.ts'
import type { Frame } from '../../worker/api.ts'
import { rangeText } from './RowCanvas.tsx'
import type { SegmentsText } from './text.ts'

/** The picture as a table, row by row. */
export function NumbersTable(props: {
  readonly frame: Frame
  readonly order: readonly number[]
  readonly t: SegmentsText
}) {
  const { frame, order, t } = props
  const strips = new Map(frame.strips.map((strip) => [strip.segment, strip]))
  const boundaries = new Map(frame.boundariesB.map((row) => [row.earlier, row]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="seg-table" tabIndex={0} aria-label={t('tableCaption')}>
      <table>
        <caption className="visually-hidden">{t('tableCaption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('columnSegment')}</th>
            <th scope="col">inv_iter</th>
            <th scope="col">{t('columnTokens')}</th>
            <th scope="col">{t('columnAction')}</th>
            <th scope="col">{t('columnRange', { slot: 'A' })}</th>
            <th scope="col">{t('columnRange', { slot: 'B' })}</th>
            <th scope="col">{t('columnReach', { slot: 'A' })}</th>
            <th scope="col">{t('columnReach', { slot: 'B' })}</th>
            <th scope="col">{t('columnBoundary')}</th>
          </tr>
        </thead>
        <tbody>
          {order.map((index) => {
            const segment = frame.detail.segments[index]!
            const strip = strips.get(index)
            const row = boundaries.get(index)
            return (
              <tr key={index}>
                <th scope="row">{segment.segmentIndex}</th>
                <td>{segment.invIter}</td>
                <td>{count(segment.length)}</td>
                <td>{count(segment.actionTokens)}</td>
                <td>{rangeText(strip?.a, t)}</td>
                <td>{rangeText(strip?.b, t)}</td>
                <td>{number(frame.reachA.meanBySegment[index])}</td>
                <td>{number(frame.reachB.meanBySegment[index])}</td>
                <td>
                  {row
                    ? `lastgaelam ${brief(row.lastgaelam)}, critic_lastgaelam ${brief(row.criticLastgaelam)}, nextvalues ${brief(row.nextvalues)}`
                    : '–'}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
