import { useId, useState } from 'react'
import { brief, count } from '../../plot/format.ts'
import { effectiveRange, isClosest, zoomAnchor, zoomRange } from '../../plot/range.ts'
import { longestResponse } from '../../plot/rows.ts'
import { LaterWith, late, Quietly } from '../../ui/late.tsx'
import type { Frame } from '../../worker/api.ts'
import { AssumedBadges } from '../controls/AssumedBadges.tsx'
import { useName } from '../shownName.ts'
import { soon } from '../soonPart.ts'
import { useActions, useStore } from '../useStore.ts'
import { Readout } from './Readout.tsx'
import { SegmentsFigure } from './SegmentsFigure.tsx'
import './segments.css'
import { type SegmentsText, useSegmentsWords } from './text.ts'

const numbersTable = late(async () => (await import('./NumbersTable.tsx')).NumbersTable)

const announcer = soon((parts) => parts.Announcer)

/** Loads the table ahead. */
export const prepareTable = numbersTable.fetch

/** One button press shows half or twice the tokens. */
const ZOOM_STEP = 2

function summaryText(frame: Frame, t: SegmentsText, tokens: (n: number) => string): string {
  const { segments, outcome } = frame.detail
  const sum = (of: (segment: (typeof segments)[number]) => number): string =>
    tokens(segments.reduce((total, segment) => total + of(segment), 0))
  return t(segments.length === 1 ? 'summaryOne' : 'summary', {
    segments: count(segments.length),
    condenses: count(segments.length - 1),
    outcome: outcome === undefined ? t('noOutcome') : brief(outcome),
    action: sum((segment) => segment.actionTokens),
    positions: sum((segment) => segment.length),
  })
}

function OrderControl({ t }: { readonly t: SegmentsText }) {
  const order = useStore((state) => state.document.order)
  const actions = useActions()
  const name = useId()
  const choices = [
    { value: 'time', label: t('orderTime'), help: undefined },
    { value: 'processing', label: t('orderProcessing'), help: t('orderProcessingHelp') },
  ] as const
  return (
    <fieldset className="plot-segmented">
      <legend>{t('order')}</legend>
      {choices.map(({ value, label, help }) => (
        <label key={value} title={help}>
          <input
            type="radio"
            name={name}
            checked={order === value}
            onChange={() => actions.edit({ order: value })}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

function CoefficientControl({ frame, t }: { readonly frame: Frame; readonly t: SegmentsText }) {
  const strip = useStore((state) => state.document.strip)
  const actions = useActions()
  const served = frame.loss.first !== undefined
  return (
    <label className="check" title={served ? t('coefficientHelp') : t('coefficientNone')}>
      <input
        type="checkbox"
        checked={strip === 'coefficient'}
        // A link may have switched it on for a trace that cannot serve it.
        disabled={!served && strip === 'none'}
        onChange={(event) => actions.edit({ strip: event.target.checked ? 'coefficient' : 'none' })}
      />
      {t('coefficient')}
    </label>
  )
}

interface ZoomProps {
  readonly frame: Frame
  readonly t: SegmentsText
  readonly tokens: (n: number) => string
}

function ZoomControl({ frame, t, tokens }: ZoomProps) {
  const given = useStore((state) => state.document.range)
  const pinned = useStore((state) => state.document.token?.position)
  const actions = useActions()
  const length = longestResponse(frame.detail)
  const range = effectiveRange(given, length)
  const zoom = (factor: number): void =>
    actions.edit({ range: zoomRange(range, factor, zoomAnchor(range, pinned), length) }, 'range')
  const isFull = range.to - range.from >= length
  const values = { from: count(range.from), to: count(range.to - 1), all: tokens(length) }
  const shown = t('window', values)
  return (
    <div className="plot-zoom">
      <span className="plot-window" title={shown}>
        {shown}
      </span>
      <button
        type="button"
        className="button small"
        aria-label={t('zoomOut')}
        disabled={isFull}
        onClick={() => zoom(ZOOM_STEP)}
      >
        −
      </button>
      <button
        type="button"
        className="button small"
        aria-label={t('zoomIn')}
        disabled={isClosest(range, length)}
        onClick={() => zoom(1 / ZOOM_STEP)}
      >
        +
      </button>
      <button
        type="button"
        className="button small"
        disabled={isFull}
        onClick={() => actions.edit({ range: undefined }, 'range')}
      >
        {t('reset')}
      </button>
    </div>
  )
}

/** Cut where it is longer than its line: all of it for whoever points at it. */
const Summary = ({ text }: { readonly text: string }) => (
  <p className="seg-summary" title={text}>
    {text}
  </p>
)

/** The central picture: one row per segment, credit under A, B and B − A, and what crosses each cut. */
export function SegmentsPanel() {
  const frame = useStore((state) => state.data.frame)
  const order = useStore((state) => state.document.order)
  const { t, plot, tokens } = useSegmentsWords()
  const pinned = useStore((state) => state.document.token !== undefined)
  const [table, setTable] = useState(false)
  const heading = useId()
  const name = useName()
  return (
    <section className="seg-panel" aria-labelledby={heading}>
      <header className="seg-header">
        <h2 id={heading}>
          {t('title')}
          {frame && <bdi className="seg-rollout">{name(frame.detail.id)}</bdi>}
        </h2>
        <div className="seg-badges">{frame && <AssumedBadges withCoefficient />}</div>
        {frame && <Summary text={summaryText(frame, t, tokens)} />}
      </header>
      {frame ? (
        <>
          <div className="seg-controls">
            <OrderControl t={t} />
            <CoefficientControl frame={frame} t={t} />
            <ZoomControl frame={frame} t={t} tokens={tokens} />
          </div>
          <Readout t={t} />
          <SegmentsFigure frame={frame} t={t} words={plot} />
          <button
            type="button"
            className="button small seg-table-button"
            aria-expanded={table}
            onClick={() => setTable(!table)}
          >
            {t('table')}
          </button>
          {table && (
            <LaterWith
              part={numbersTable}
              props={{
                frame,
                order:
                  order === 'time'
                    ? frame.detail.segments.map((_, i) => i)
                    : frame.detail.processingOrder,
              }}
            />
          )}
          {pinned && <Quietly part={announcer} props={{ t }} />}
        </>
      ) : (
        <p className="quiet coming">{t('waiting')}</p>
      )}
    </section>
  )
}
