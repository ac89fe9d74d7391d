import { useId, useMemo, useRef, useState } from 'react'
import { curveMarks, hasBand } from '../../plot/curve.ts'
import { actionAt, curvePlotWidth } from '../../plot/curveAxes.ts'
import { number } from '../../plot/format.ts'
import { curveLegend } from '../../plot/legend.ts'
import { actionIndex, actionOfPlace, placeOfAction, type TokenPlace } from '../../plot/spans.ts'
import { seriesRange } from '../../plot/strips.ts'
import type { PlotWords } from '../../plot/words.ts'
import { Quietly } from '../../ui/late.tsx'
import type { Frame } from '../../worker/api.ts'
import { Marks } from '../segments/Marks.tsx'
import { pinKey } from '../segments/pinKeys.ts'
import type { PlotStyle } from '../segments/usePlot.ts'
import { useViewport } from '../segments/useViewport.ts'
import { soon } from '../soonPart.ts'
import { useActions, useStore } from '../useStore.ts'
import { type CreditText, reachSentence } from './text.ts'
import { useActionWindow } from './useActionWindow.ts'
import { curveLabels, fullNames, type Names } from './useNames.ts'

const HEIGHT = 268

const cursor = soon(({ CurveCursor }) => CurveCursor)

function alternative(frame: Frame, names: Names, t: CreditText, words: PlotWords): string {
  const full = fullNames(names)
  const a = seriesRange(frame.curve.a)
  const b = seriesRange(frame.curve.b)
  return t('chart', {
    tokens: words.tokens(frame.curve.tokens),
    nameA: full.a,
    nameB: full.b,
    lowA: number(a?.[0]),
    highA: number(a?.[1]),
    lowB: number(b?.[0]),
    highB: number(b?.[1]),
    reach: reachSentence(frame, t),
  })
}

/** A and B over the rollout's action tokens. */
export function CurveChart(props: {
  readonly frame: Frame
  readonly names: Names
  readonly width: number
  readonly style: PlotStyle
  readonly words: PlotWords
  readonly t: CreditText
}) {
  const { frame, names, width, style, words, t } = props
  const { detail } = frame
  const actions = useActions()
  const pinned = useStore((state) => state.document.token)
  const pointed = useStore(({ hovered, document }) => (hovered ?? document.token) !== undefined)
  const lastHover = useRef<number>(undefined)
  useViewport('curveColumns', Math.floor(curvePlotWidth(width)))
  const index = useMemo(() => actionIndex(detail), [detail])
  const labels = useMemo(() => curveLabels(frame, names, t), [frame, names, t])
  const window = useActionWindow(detail, index)
  const { marks, layout } = useMemo(
    () =>
      curveMarks({ frame, width, height: HEIGHT, window, labels, words, measure: style.measure }),
    [frame, width, window, labels, words, style],
  )
  const band = hasBand(frame)
  const zoomed = window !== undefined
  const legend = useMemo(
    () =>
      curveLegend({
        width,
        names: fullNames(names),
        band,
        window: zoomed,
        words,
        measure: style.measure,
      }),
    [width, names, band, zoomed, words, style],
  )
  const [told, setTold] = useState<'pointer' | 'keyboard'>()
  const keys = useId()
  const actionOf = useMemo(
    () => (place: TokenPlace) => actionOfPlace(detail, index, place),
    [detail, index],
  )
  const placeUnder = (event: React.PointerEvent | React.MouseEvent): TokenPlace | undefined => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    const action = actionAt(layout, x)
    return action === undefined ? undefined : placeOfAction(detail, index, action)
  }
  const hover = (place: TokenPlace | undefined): void => {
    const action = place && actionOf(place)
    if (action === lastHover.current) return
    lastHover.current = action
    actions.hover(place)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture with keys is no form */}
      <div
        className="credit-chart"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture has keyboard commands
        tabIndex={0}
        aria-label={t('title')}
        aria-describedby={keys}
        onPointerMove={(event) => {
          setTold('pointer')
          hover(placeUnder(event))
        }}
        onPointerLeave={() => {
          setTold(undefined)
          hover(undefined)
        }}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) setTold('keyboard')
        }}
        onBlur={() => setTold(undefined)}
        onClick={(event) => {
          const place = placeUnder(event)
          if (place) actions.edit({ token: place }, 'token')
        }}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          const order = detail.segments.map((_, segment) => segment)
          if (!pinKey(event, detail, order, pinned, actions)) return
          setTold('keyboard')
          hover(undefined)
          event.preventDefault()
        }}
      >
        <p id={keys} className="hidden-visually">
          {t('keys')}
        </p>
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={alternative(frame, names, t, words)}
          className="credit-svg"
        >
          <Marks marks={marks} />
        </svg>
        {frame.curve.tokens === 0 ? (
          <p className="credit-empty">{t('empty')}</p>
        ) : (
          pointed && <Quietly part={cursor} props={{ layout, height: HEIGHT, actionOf, told, t }} />
        )}
      </div>
      <svg width={width} height={legend.height} aria-hidden="true" className="credit-svg">
        <Marks marks={legend.marks} />
      </svg>
    </>
  )
}
