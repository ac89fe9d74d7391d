import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { AXIS_HEIGHT, axisMarks, positionAt, type Range } from '../../plot/axis.ts'
import { boundaryMarks, handOverForm, narrowNameMarks } from '../../plot/gutter.ts'
import { segmentsLegend, usedSigns } from '../../plot/legend.ts'
import {
  connectorMarks,
  inflowMarks,
  rewardPins,
  sceneOf,
  visibleConnectors,
} from '../../plot/links.ts'
import { group, type Mark } from '../../plot/marks.ts'
import { effectiveRange, revealPosition, zoomAnchor, zoomRange } from '../../plot/range.ts'
import {
  LABEL_WIDTH,
  layoutSegments,
  longestResponse,
  rowAt,
  rowTop,
  visibleRows,
} from '../../plot/rows.ts'
import { rowNameMarks } from '../../plot/segmentMarks.ts'
import type { TokenPlace } from '../../plot/spans.ts'
import { hasCoefficient } from '../../plot/strips.ts'
import type { PlotWords } from '../../plot/words.ts'
import { Quietly } from '../../ui/late.tsx'
import type { Frame } from '../../worker/api.ts'
import { inRewards } from '../credit/slotNames.ts'
import { useName } from '../shownName.ts'
import { soon } from '../soonPart.ts'
import { useActions, useStore } from '../useStore.ts'
import { Cursor } from './Cursor.tsx'
import { Marks } from './Marks.tsx'
import { Minimap } from './Minimap.tsx'
import { pinKey } from './pinKeys.ts'
import { RowCanvas } from './RowCanvas.tsx'
import type { SegmentsText } from './text.ts'
import { useGestures } from './useGestures.ts'
import { usePixelRatio, usePlotStyle, useSize } from './usePlot.ts'
import { useSegmentsInSight, useViewport } from './useViewport.ts'

const promptTitles = soon(({ PromptTitles }) => PromptTitles)
const moreBelow = soon(({ MoreBelow }) => MoreBelow)

const ZOOM_STEP = 2
/** The page's skip link leads here. */
const PICTURE_ID = 'picture'

const samePlace = (a: TokenPlace | undefined, b: TokenPlace | undefined): boolean =>
  a?.segment === b?.segment && a?.position === b?.position

/** Axis, windowed rows with their connectors, minimap and legend. */
export function SegmentsFigure(props: {
  readonly frame: Frame
  readonly t: SegmentsText
  readonly words: PlotWords
}) {
  const { frame, t, words } = props
  const { detail } = frame
  const name = useName()
  const actions = useActions()
  const given = useStore((state) => state.document.range)
  const order = useStore((state) => state.document.order)
  const pinned = useStore((state) => state.document.token)
  const style = usePlotStyle()
  const ratio = usePixelRatio()
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const size = useSize(scroller)
  const [scroll, setScroll] = useState(0)
  const [brush, setBrush] = useState<readonly [number, number]>()

  const length = longestResponse(detail)
  const range = useMemo(() => effectiveRange(given, length), [given, length])
  const hasTexts = frame.strips.some((strip) => strip.texts !== undefined)
  const withCoefficient = hasCoefficient(frame)
  const layout = useMemo(
    () =>
      layoutSegments({
        detail,
        width: size.width,
        range,
        order,
        hasTexts,
        hasCoefficient: withCoefficient,
      }),
    [detail, size.width, range, order, hasTexts, withCoefficient],
  )
  const { axis } = layout
  useViewport('columns', size.width > 0 ? axis.right - axis.left : 0)

  const setRange = useCallback(
    (next: Range | undefined) => actions.edit({ range: next }, 'range'),
    [actions],
  )
  const hovered = useRef<TokenPlace>(undefined)
  useGestures(content, {
    axis,
    range,
    length,
    setRange,
    brush: setBrush,
    placeAt: (x, y) => {
      const display = rowAt(layout, y)
      const segment = display === undefined ? undefined : layout.order[display]
      if (segment === undefined || x < axis.left || x > axis.right) return undefined
      const position = positionAt(axis, x)
      return position < detail.segments[segment]!.length ? { segment, position } : undefined
    },
    hover: (place) => {
      if (samePlace(place, hovered.current)) return
      hovered.current = place
      actions.hover(place)
    },
    pin: (place) => actions.edit({ token: place }, 'token'),
  })

  const keyDown = (event: React.KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const anchor = zoomAnchor(range, pinned?.position)
    if (event.key === '+' || event.key === '=')
      setRange(zoomRange(range, 1 / ZOOM_STEP, anchor, length))
    else if (event.key === '-' || event.key === '−')
      setRange(zoomRange(range, ZOOM_STEP, anchor, length))
    else if (event.key === '0') setRange(undefined)
    else if (!pinKey(event, detail, layout.order, pinned, actions)) return
    // A resting pointer must not hide the token that the keys moved to.
    hovered.current = undefined
    actions.hover(undefined)
    event.preventDefault()
  }

  // Keep the pinned token in sight when it moves, and only then.
  const shown = useRef(pinned)
  useEffect(() => {
    if (samePlace(shown.current, pinned)) return
    shown.current = pinned
    const element = scroller.current
    const display = pinned && layout.rowOf.get(pinned.segment)
    if (!pinned || !element || display === undefined) return
    if (pinned.position < range.from || pinned.position >= range.to)
      setRange(revealPosition(range, pinned.position, length))
    const top = rowTop(layout, display) - layout.gutter
    const bottom = rowTop(layout, display) + layout.row.height + 12
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight
  }, [pinned, layout, range, length, setRange])

  // Rows grow when texts appear: the first row in sight stays the first one.
  const pitch = useRef(layout.pitch)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && pitch.current !== layout.pitch) element.scrollTop *= layout.pitch / pitch.current
    pitch.current = layout.pitch
  }, [layout.pitch])

  const [first, end] = visibleRows(layout, scroll, Math.max(size.height, 1))
  useSegmentsInSight(size.height > 0 ? layout.order.slice(first, end) : [])
  const strips = useMemo(
    () => new Map(frame.strips.map((strip) => [strip.segment, strip])),
    [frame.strips],
  )
  const scene = useMemo(
    () => sceneOf({ frame, layout, words, measure: style.measure }),
    [frame, layout, words, style],
  )
  const form = useMemo(() => handOverForm(scene), [scene])
  const overlayTop = Math.max(0, rowTop(layout, first) - layout.gutter)
  const overlay = useMemo(() => {
    const marks: Mark[] = []
    for (let display = first; display < end; display++) {
      const index = layout.order[display]!
      const row: Mark[] = [...inflowMarks(scene, index), ...rewardPins(scene, index)]
      if (!layout.narrow) row.push(...rowNameMarks(detail.segments[index]!, words, style.measure))
      marks.push(group(0, rowTop(layout, display), row, `row:${index}`))
    }
    const connectors = visibleConnectors(scene, first, end)
    marks.push(...connectors.flatMap(connectorMarks))
    marks.push(...boundaryMarks(scene, form, connectors, first, end))
    if (layout.narrow) marks.push(...narrowNameMarks(scene, connectors, first, end))
    return [group(0, -overlayTop, marks)]
  }, [scene, form, detail, layout, words, style, first, end, overlayTop])

  const legend = useMemo(
    () =>
      segmentsLegend({
        used: usedSigns(frame, scene.flows),
        width: size.width,
        extent: frame.extent,
        inRewards: inRewards(frame.request.settings),
        hasCoefficient: withCoefficient,
        shortHandOver: form.short,
        perToken: layout.axis.perToken,
        theme: style.theme,
        words,
        measure: style.measure,
      }),
    [size.width, frame, layout, withCoefficient, scene, form, style, words],
  )
  const ready = size.width > 0
  const hasMore = ready && layout.height > size.height
  /** Tooltips are for whoever has a pointer over the picture. */
  const [entered, enter] = useState(false)
  const keys = useId()

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture with keys is no form */}
      <div
        id={PICTURE_ID}
        className="seg-figure"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture has keyboard commands
        tabIndex={0}
        aria-label={t('figure', { id: name(detail.id) })}
        aria-describedby={keys}
        onKeyDown={keyDown}
      >
        <p id={keys} className="hidden-visually">
          {t('figureKeys')}
        </p>
        <svg className="seg-axis" width="100%" height={AXIS_HEIGHT} aria-hidden="true">
          {ready && <Marks marks={axisMarks(axis, AXIS_HEIGHT - 1, words.positions)} />}
        </svg>
        <div
          ref={scroller}
          className="seg-scroll"
          data-more={hasMore}
          onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
        >
          <div
            ref={content}
            className="seg-content"
            style={{ height: layout.height }}
            onPointerEnter={() => enter(true)}
          >
            {ready &&
              layout.order
                .slice(first, end)
                .map((segment, i) => (
                  <RowCanvas
                    key={segment}
                    frame={frame}
                    flows={scene.flows}
                    layout={layout}
                    display={first + i}
                    strip={strips.get(segment)}
                    style={style}
                    words={words}
                    t={t}
                    ratio={ratio}
                  />
                ))}
            {entered && <Quietly part={promptTitles} props={{ detail, layout, first, end }} />}
            <Cursor layout={layout} />
            {ready && (
              <svg
                className="seg-overlay"
                width={size.width}
                height={Math.max(1, Math.min(layout.height, rowTop(layout, end)) - overlayTop)}
                style={{ top: overlayTop }}
                aria-hidden="true"
              >
                <Marks marks={overlay} />
              </svg>
            )}
            {brush && (
              <div
                className="seg-brush"
                style={{
                  left: Math.min(...brush),
                  width: Math.abs(brush[1] - brush[0]),
                  height: layout.height,
                }}
              />
            )}
          </div>
          {hasMore && (
            <Quietly
              part={moreBelow}
              props={{ frame, layout, scroller, edge: scroll + size.height }}
            />
          )}
        </div>
        {ready && (
          <Minimap
            detail={detail}
            left={layout.narrow ? 0 : axis.left}
            right={axis.right}
            range={given}
            length={length}
            setRange={setRange}
            label={t('overview')}
            name={layout.narrow || axis.left < LABEL_WIDTH ? '' : t('longest')}
          />
        )}
      </div>
      {ready && (
        <svg width="100%" height={legend.height} className="seg-legend" aria-hidden="true">
          <Marks marks={legend.marks} />
        </svg>
      )}
    </>
  )
}
