import { useState } from 'react'
import { number } from '../../plot/format.ts'
import { useText } from '../../ui/text.tsx'
import type { Frame } from '../../worker/api.ts'
import { tableWords } from './tableText.ts'
import { useSegmentsWords } from './text.ts'
import './table.css'

/** Height of a row in CSS pixels, as segments.css has it: rows out of sight are one empty box. */
const ROW = 25
/** Rows beyond the ones in sight, above and below. */
const MARGIN = 8
/** Rows that fit into the box (max-height 320 px), headers not counted. */
const IN_SIGHT = 13

const COLUMNS = 11

/** The picture as a table, row by row; every number is of the whole segment. */
export function NumbersTable(props: { readonly frame: Frame; readonly order: readonly number[] }) {
  const { tokens } = useSegmentsWords()
  const { frame, order } = props
  const t = useText(tableWords)
  const [scroll, setScroll] = useState(0)
  const first = Math.max(0, Math.min(order.length, Math.floor(scroll / ROW) - MARGIN))
  const end = Math.min(order.length, first + IN_SIGHT + 2 * MARGIN)
  const boundaries = new Map(frame.boundariesB.map((row) => [row.earlier, row]))
  const range = (pairs: Float64Array, segment: number): string =>
    Number.isNaN(pairs[2 * segment]!)
      ? '–'
      : t('rangeCell', {
          low: number(pairs[2 * segment]),
          high: number(pairs[2 * segment + 1]),
        })
  return (
    <section
      className="seg-table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
      aria-label={t('tableCaption')}
      onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
    >
      <table aria-rowcount={order.length + 2}>
        <caption>{t('tableCaption')}</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('columnSegment')}
            </th>
            <th scope="col" rowSpan={2}>
              inv_
              <wbr />
              iter
            </th>
            <th scope="col" rowSpan={2}>
              {t('columnTokens')}
            </th>
            <th scope="col" rowSpan={2}>
              {t('columnAction')}
            </th>
            <th scope="colgroup" colSpan={2}>
              {t('columnRange')}
            </th>
            <th scope="colgroup" colSpan={2}>
              {t('columnReach')}
            </th>
            <th scope="colgroup" colSpan={3}>
              {t('columnBoundary')}
            </th>
          </tr>
          <tr>
            {(['A', 'B', 'A', 'B'] as const).map((slot, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: fixed columns
              <th key={i} scope="col" className={slot === 'A' ? 'seg-a' : 'seg-b'}>
                {slot}
              </th>
            ))}
            <th scope="col">
              last
              <wbr />
              gaelam
            </th>
            <th scope="col">
              critic_
              <wbr />
              last
              <wbr />
              gaelam
            </th>
            <th scope="col">
              next
              <wbr />
              values
            </th>
          </tr>
        </thead>
        <tbody>
          <Gap rows={first} />
          {order.slice(first, end).map((index, i) => {
            const segment = frame.detail.segments[index]!
            const row = boundaries.get(index)
            return (
              <tr key={index} aria-rowindex={first + i + 3}>
                <th scope="row">{segment.segmentIndex}</th>
                <td>{segment.invIter}</td>
                <td>{tokens(segment.length)}</td>
                <td>{tokens(segment.actionTokens)}</td>
                <td>{range(frame.rangesA, index)}</td>
                <td>{range(frame.rangesB, index)}</td>
                <td>{number(frame.reachA.meanBySegment[index])}</td>
                <td>{number(frame.reachB.meanBySegment[index])}</td>
                <td>{number(row?.lastgaelam)}</td>
                <td>{number(row?.criticLastgaelam)}</td>
                <td>{number(row?.nextvalues)}</td>
              </tr>
            )
          })}
          <Gap rows={order.length - end} />
        </tbody>
      </table>
    </section>
  )
}

function Gap({ rows }: { readonly rows: number }) {
  if (rows <= 0) return null
  return (
    <tr>
      <td colSpan={COLUMNS} className="seg-table-gap" style={{ height: rows * ROW }} />
    </tr>
  )
}
