import { useId, useRef } from 'react'
import { AssumedBadges } from '../controls/AssumedBadges.tsx'
import { useSegmentsWords } from '../segments/text.ts'
import { usePlotStyle, useSize } from '../segments/usePlot.ts'
import { useStore } from '../useStore.ts'
import { CurveChart } from './CurveChart.tsx'
import './credit.css'
import { ReachBars } from './ReachBars.tsx'
import { SavePicture } from './SavePicture.tsx'
import { useCreditText, useNames } from './useNames.ts'

/** Curves of both advantages and what the terminal reward adds to each segment. */
export function CreditPanel() {
  const frame = useStore((state) => state.data.frame)
  const t = useCreditText()
  const a = useStore(({ data, document }) => (data.frame?.request.settings ?? document).a)
  const b = useStore(({ data, document }) => (data.frame?.request.settings ?? document).b)
  const names = useNames(a, b)
  const { plot } = useSegmentsWords()
  const style = usePlotStyle()
  const body = useRef<HTMLDivElement>(null)
  const { width } = useSize(body)
  const heading = useId()
  return (
    <section className="credit-panel" aria-labelledby={heading}>
      <header className="credit-header">
        <h2 id={heading}>
          {t('title')} <span className="credit-note">{t('titleNote')}</span> <AssumedBadges />
        </h2>
        {frame && <SavePicture frame={frame} names={names} style={style} words={plot} t={t} />}
      </header>
      <div ref={body} className="credit-body">
        {frame && width > 0 && (
          <>
            <CurveChart
              frame={frame}
              names={names}
              width={width}
              style={style}
              words={plot}
              t={t}
            />
            <ReachBars frame={frame} names={names} width={width} style={style} t={t} />
          </>
        )}
        {!frame && <p className="quiet coming">{t('waiting')}</p>}
      </div>
    </section>
  )
}
