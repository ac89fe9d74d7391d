import { useId, useMemo } from 'react'
import { number } from '../../plot/format.ts'
import { REACH_HEIGHT, reachMarks } from '../../plot/reach.ts'
import type { Frame, Reach } from '../../worker/api.ts'
import { Marks } from '../segments/Marks.tsx'
import type { PlotStyle } from '../segments/usePlot.ts'
import type { CreditText } from './text.ts'
import { type Names, reachHeadings } from './useNames.ts'

const inWords = (reach: Reach, t: CreditText): string =>
  reach.meanBySegment.map((mean, n) => t('reachSegment', { n, value: number(mean) })).join(', ')

/** ∂A/∂R by segment under A and B, below the curves and on their axis. */
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
