/** What every picture needs from the page: its size, the theme's colours, a text measure. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { canvasMeasure } from '../../plot/canvas.ts'
import { estimateWidth, type Measure } from '../../plot/marks.ts'
import { type StripColours, stripColours } from '../../plot/stripPixels.ts'
import { type PlotTheme, readTheme } from '../../plot/theme.ts'
import { useStore } from '../useStore.ts'

export interface PlotStyle {
  readonly theme: PlotTheme
  readonly measure: Measure
  readonly colours: StripColours
}

function readStyle(): PlotStyle {
  const theme = readTheme(document.body)
  return {
    theme,
    measure: canvasMeasure(theme, document.createElement('canvas')) ?? estimateWidth,
    colours: stripColours(theme),
  }
}

/** Colours and fonts as they are now; follows the page's theme, the system's, and late fonts. */
export function usePlotStyle(): PlotStyle {
  const choice = useStore((state) => state.document.theme)
  const [style, setStyle] = useState(readStyle)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice changes what is read
  useEffect(() => {
    const update = (): void => setStyle(readStyle())
    update()
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const observer = new MutationObserver(update)
    const watched = { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] }
    observer.observe(document.documentElement, watched)
    observer.observe(document.body, watched)
    dark.addEventListener('change', update)
    document.fonts.addEventListener('loadingdone', update)
    return () => {
      observer.disconnect()
      dark.removeEventListener('change', update)
      document.fonts.removeEventListener('loadingdone', update)
    }
  }, [choice])
  return style
}

/** Content width and height of the element in CSS pixels; 0 before the first layout. */
export function useSize(ref: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const update = (): void =>
      setSize((before) =>
        before.width === element.clientWidth && before.height === element.clientHeight
          ? before
          : { width: element.clientWidth, height: element.clientHeight },
      )
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}

/** Device pixels per CSS pixel; follows browser zoom and moves between screens. */
export function usePixelRatio(): number {
  const [ratio, setRatio] = useState(() => devicePixelRatio)
  useEffect(() => {
    const query = matchMedia(`(resolution: ${ratio}dppx)`)
    const update = (): void => setRatio(devicePixelRatio)
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [ratio])
  return ratio
}

/** The latest value for listeners that are registered once. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  })
  return ref
}
