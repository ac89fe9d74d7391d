/** Makes one picture of segments, curves and reach, in the colours of the current theme. */
import { useContext, useMemo } from 'react'
import type { FigureInput } from '../../plot/figure.ts'
import { brief, count } from '../../plot/format.ts'
import { effectiveRange } from '../../plot/range.ts'
import { longestResponse } from '../../plot/rows.ts'
import { actionIndex } from '../../plot/spans.ts'
import { hasCoefficient } from '../../plot/strips.ts'
import type { PlotWords } from '../../plot/words.ts'
import { LanguageContext, useText } from '../../ui/text.tsx'
import type { CreditSettings, Frame } from '../../worker/api.ts'
import { assumedParts } from '../controls/assumedParts.ts'
import { isUnread } from '../controls/unused.ts'
import { useAssumptions } from '../controls/useAssumptions.ts'
import { sourceLabel } from '../header/samples.ts'
import { words as headerWords } from '../header/text.ts'
import { ruleText } from '../ratio/ruleText.ts'
import type { PlotStyle } from '../segments/usePlot.ts'
import { useName } from '../shownName.ts'
import { useStore } from '../useStore.ts'
import { pictureWords } from './pictureText.ts'
import { inRewards } from './slotNames.ts'
import { type CreditText, reachSentence } from './text.ts'
import { useActionWindow } from './useActionWindow.ts'
import { curveLabels, fullNames, type Names, reachHeadings } from './useNames.ts'

const loadExport = () => import('../../plot/export.ts')

/** Fits a page 170 mm wide at about 6 pt small text. */
const SHEET_WIDTH = 960

function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Firefox starts the download after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

const ENDING = { svg: 'svg', png: 'png', slide: 'slide.png' } as const

const fileName = (id: string, ending: string): string =>
  `segue-${id.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60)}.${ending}`

export interface PictureProps {
  readonly frame: Frame
  readonly names: Names
  readonly style: PlotStyle
  readonly words: PlotWords
  readonly t: CreditText
}

interface SaveMenuProps extends PictureProps {
  readonly close: () => void
  /** Why it could not be saved; undefined: another try began. */
  readonly fail: (reason: string | undefined) => void
}

/** γ, λ and λ critic where the numbers depend on them. */
export function parametersInEffect(settings: CreditSettings): readonly string[] {
  const { a, b, gamma, lambda, lambdaCritic = lambda } = settings
  return [
    ...(isUnread(a, b, 'gamma') ? [] : [`γ ${brief(gamma)}`]),
    ...(isUnread(a, b, 'lambda') ? [] : [`λ ${brief(lambda)}`, `λ critic ${brief(lambdaCritic)}`]),
  ]
}

export function SaveMenu(props: SaveMenuProps) {
  const { frame, names, style, words, t, close, fail } = props
  const p = useText(pictureWords)
  const range = useStore((state) => state.document.range)
  const order = useStore((state) => state.document.order)
  const name = useName()
  const { settings } = frame.request
  const full = fullNames(names)
  const language = useContext(LanguageContext)
  const h = useText(headerWords)
  const source = useStore((state) => state.document.source)
  const assumed = assumedParts(useAssumptions(true), language)
  const index = useMemo(() => actionIndex(frame.detail), [frame.detail])
  const actionWindow = useActionWindow(frame.detail, index)
  const subtitle = (): string[][] => {
    const { outcome } = frame.detail
    const length = longestResponse(frame.detail)
    const shown = effectiveRange(range, length)
    return [
      [
        sourceLabel(source, h),
        ...(outcome === undefined ? [] : [p('figureOutcome', { outcome: brief(outcome) })]),
        ...assumed,
      ],
      [`A ${full.a}`, `B ${full.b}`],
      [
        ...parametersInEffect(settings),
        ...(actionWindow
          ? [
              p('figureWindow', {
                from: count(shown.from),
                to: count(shown.to - 1),
                all: words.tokens(length),
              }),
            ]
          : []),
        ...(hasCoefficient(frame)
          ? [`r·Â (B) ${ruleText(language).label(settings.ratio.rule)}`]
          : []),
      ],
    ]
  }
  const input = (): FigureInput => ({
    frame,
    width: SHEET_WIDTH,
    range,
    order,
    theme: style.theme,
    words,
    measure: style.measure,
    names: full,
    window: actionWindow,
    inRewards: inRewards(settings),
    labels: curveLabels(frame, names, t),
    headings: reachHeadings(frame, names, t),
    title: p('figureTitle', { id: name(frame.detail.id) }),
    subtitle: subtitle(),
    curveTitle: `${t('title')} (${t('titleNote')})`,
    reachTitle: `${t('reachTitle')}${language === 'zh' ? '：' : ': '}${t('reachNote')}`,
    partial: (first, end, all) =>
      p('partial', { first: count(first + 1), end: count(end), all: count(all) }),
  })
  const description = (): string =>
    p('figureAlt', {
      segments: frame.detail.segments.length,
      tokens: frame.curve.tokens,
      reach: reachSentence(frame, t),
    })
  const save = (form: 'svg' | 'png' | 'slide'): void => {
    fail(undefined)
    close()
    // What is on the screen now, whatever changes until the code is there.
    const shown = input()
    const alt = description()
    const make = async (): Promise<Blob> => {
      const { figurePng, figureSvg, slidePng } = await loadExport()
      if (form === 'slide') return slidePng(shown)
      if (form === 'png') return figurePng(shown)
      return new Blob([figureSvg(shown, alt)], { type: 'image/svg+xml' })
    }
    make().then(
      (blob) => download(fileName(frame.detail.id, ENDING[form]), blob),
      (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
    )
  }
  return (
    <>
      <button type="button" className="button small" onClick={() => save('svg')}>
        {p('saveSvg')}
      </button>
      <button type="button" className="button small" onClick={() => save('png')}>
        {p('savePng')}
      </button>
      <button type="button" className="button small" onClick={() => save('slide')}>
        {p('saveSlide')}
      </button>
    </>
  )
}
