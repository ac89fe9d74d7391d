import { useId, useRef, useState } from 'react'
import { figurePng, figureSvg } from '../../plot/export.ts'
import type { FigureInput } from '../../plot/figure.ts'
import { brief, count } from '../../plot/format.ts'
import type { PlotWords } from '../../plot/words.ts'
import type { Frame } from '../../worker/api.ts'
import type { PlotStyle } from '../segments/usePlot.ts'
import { useStore } from '../useStore.ts'
import { type CreditText, reachText } from './text.ts'
import { curveLabels, namesOf, reachHeadings } from './useNames.ts'

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

const fileName = (id: string, ending: string): string =>
  `segue-${id.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60)}.${ending}`

/** Saves segments, curves and reach as one picture, in the colours of the current theme. */
export function SavePicture(props: {
  readonly frame: Frame
  readonly style: PlotStyle
  readonly words: PlotWords
  readonly t: CreditText
}) {
  const { frame, style, words, t } = props
  const range = useStore((state) => state.document.range)
  const order = useStore((state) => state.document.order)
  const [open, setOpen] = useState(false)
  const [failure, setFailure] = useState<string>()
  const menu = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { settings } = frame.request
  const names = namesOf(frame, t)
  const input = (): FigureInput => ({
    frame,
    width: SHEET_WIDTH,
    range,
    order,
    theme: style.theme,
    words,
    measure: style.measure,
    names,
    labels: curveLabels(frame, t),
    headings: reachHeadings(frame, t),
    title: t('figureTitle', { id: frame.detail.id }),
    subtitle: t('figureSubtitle', {
      nameA: names.a,
      nameB: names.b,
      gamma: brief(settings.gamma),
      lambda: brief(settings.lambda),
      critic: brief(settings.lambdaCritic ?? settings.lambda),
      outcome: brief(frame.detail.outcome),
    }),
    curveTitle: `${t('title')} (${t('titleNote')})`,
    reachTitle: `${t('reachTitle')}: ${t('reachNote')}`,
    partial: (first, end, all) =>
      t('partial', { first: count(first + 1), end: count(end), all: count(all) }),
  })
  const description = (): string =>
    t('figureAlt', {
      segments: frame.detail.segments.length,
      tokens: frame.curve.tokens,
      reachA: reachText(frame.reachA.share, t),
      reachB: reachText(frame.reachB.share, t),
    })
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const save = (ending: 'svg' | 'png'): void => {
    setFailure(undefined)
    close()
    const made =
      ending === 'svg'
        ? Promise.resolve(new Blob([figureSvg(input(), description())], { type: 'image/svg+xml' }))
        : figurePng(input())
    made.then(
      (blob) => download(fileName(frame.detail.id, ending), blob),
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    )
  }
  return (
    <div className="credit-save">
      <button
        ref={button}
        type="button"
        className="plot-button"
        aria-expanded={open}
        aria-controls={menu}
        onClick={() => setOpen(!open)}
      >
        {t('save')}
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from the buttons
        <div
          id={menu}
          className="credit-save-menu"
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}
        >
          <button type="button" className="plot-button" onClick={() => save('svg')}>
            {t('saveSvg')}
          </button>
          <button type="button" className="plot-button" onClick={() => save('png')}>
            {t('savePng')}
          </button>
        </div>
      )}
      {failure && (
        <p role="alert" className="credit-failure">
          {t('saveFailed', { reason: failure })}
        </p>
      )}
    </div>
  )
}
