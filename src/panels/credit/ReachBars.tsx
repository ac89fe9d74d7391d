import { useId, useMemo } from 'react'
import { number } from '../../plot/format.ts'
import { REACH_HEIGHT, reachMarks } from '../../plot/reach.ts'
import type { Frame, Reach } from '../../worker/api.ts'
import { Marks } from '../segments/Marks.tsx'
import type { PlotStyle } from '../segments/usePlot.ts'
import type { CreditText } from './text.ts'
import { type Names, reachHeadings } from './useNames.ts'

/** More segments than this are told by their range: nobody listens to thousands of numbers. */
const SPOKEN = 24

function inWords({ meanBySegment }: Reach, t: CreditText): string {
  if (meanBySegment.length <= SPOKEN)
    return meanBySegment.map((mean, n) => t('reachSegment', { n, value: number(mean) })).join(', ')
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const mean of meanBySegment) {
    if (mean === undefined) continue
    low = Math.min(low, mean)
    high = Math.max(high, mean)
  }
  return t('reachRange', { low: number(low), high: number(high) })
}

/** ∂Â/∂R by segment under A and B, below the curves and on their axis. */
export function ReachBars(props: {
  readonly frame: Frame
  readonly names: Names
  readonly width: number
  readonly style: PlotStyle
  readonly t: CreditText
}) {
  const { frame, names, width, style, t } = props
  const heading = useId()
  const marks = useMemo(
    () =>
      reachMarks({
        frame,
        width,
        headings: reachHeadings(frame, names, t),
        measure: style.measure,
      }),
    [frame, names, width, style, t],
  )
  if (frame.curve.tokens === 0) return null
  return (
    <section className="credit-reach" aria-labelledby={heading}>
      <h3 id={heading}>
        {t('reachTitle')} <span className="credit-note">{t('reachNote')}</span>
      </h3>
      <svg
        width={width}
        height={REACH_HEIGHT}
        role="img"
        aria-label={t('reachAlt', { a: inWords(frame.reachA, t), b: inWords(frame.reachB, t) })}
        className="credit-svg"
      >
        <Marks marks={marks} />
      </svg>
    </section>
  )
}
