/** A number box that lets people type freely, reports what is inside its bounds and says what it did with the rest. */
import { useContext, useEffect, useState } from 'react'
import { formatPlain } from './format.ts'
import { fill, LanguageContext, type LanguageId } from './text.tsx'
import { widgetWords } from './words.ts'

interface NumberBoxProps {
  readonly name: string
  /** How messages call the number; the name where there is no shorter word. */
  readonly label?: string
  readonly value: number | undefined
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly integer?: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
  readonly placeholder?: string
  readonly onChange: (value: number) => void
}

export interface Bounds {
  readonly min?: number
  readonly max?: number
  readonly integer?: boolean
}

/** The typed number, or undefined where it is not one or lies outside the bounds. */
export function parseWithin(text: string, bounds: Bounds): number | undefined {
  const settled = settle(text, bounds)
  return settled.kind === 'taken' ? settled.value : undefined
}

export type Settled =
  | { readonly kind: 'taken'; readonly value: number }
  /** Beyond an end; `value` is that end. */
  | { readonly kind: 'outside'; readonly value: number }
  /** A fraction where a whole number is asked for; `value` is the nearest one within the bounds. */
  | { readonly kind: 'fraction'; readonly value: number }
  | { readonly kind: 'unreadable' }

/** What becomes of a typed text once it is left or confirmed. */
export function settle(text: string, bounds: Bounds): Settled {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isNaN(value)) return { kind: 'unreadable' }
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bounds
  const inside = Math.min(max, Math.max(min, value))
  if (!Number.isFinite(inside)) return { kind: 'unreadable' }
  if (inside !== value) return { kind: 'outside', value: inside }
  return bounds.integer === true && !Number.isInteger(value)
    ? { kind: 'fraction', value: Math.min(max, Math.max(min, Math.round(value))) }
    : { kind: 'taken', value }
}

/** The sentence about a text that was not taken as it stands. */
export function settledText(
  settled: Settled,
  { min, max }: Bounds,
  label: string,
  before: number | undefined,
  language: LanguageId,
): string | undefined {
  const words = widgetWords[language]
  const values = { label, min: formatPlain(min), max: formatPlain(max), value: formatPlain(before) }
  switch (settled.kind) {
    case 'taken':
      return undefined
    case 'fraction':
      return fill(words.whole, values)
    case 'unreadable':
      return fill(before === undefined ? words.noNumber : words.stays, values)
    case 'outside':
      if (min === undefined) return fill(words.atMost, values)
      return fill(max === undefined ? words.atLeast : words.between, values)
  }
}

/** Milliseconds that the sentence stays; it covers what stands beneath the box. */
const NOTE_STAYS = 6000

export function NumberBox(props: NumberBoxProps) {
  const { name, label = name, value, min, max, step = 0.01, integer, disabled, onChange } = props
  const language = useContext(LanguageContext)
  const [draft, setDraft] = useState<string | undefined>(undefined)
  const [note, setNote] = useState<string | undefined>(undefined)
  const bounds = { min, max, integer }
  const invalid = draft !== undefined && parseWithin(draft, bounds) === undefined
  useEffect(() => {
    if (note === undefined) return
    const timer = setTimeout(() => setNote(undefined), NOTE_STAYS)
    return () => clearTimeout(timer)
  }, [note])

  const finish = (): void => {
    if (draft === undefined) return
    setDraft(undefined)
    const settled = settle(draft, bounds)
    setNote(settledText(settled, bounds, label, value, language))
    if (settled.kind !== 'unreadable') onChange(settled.value)
  }
  return (
    <span className="number-field">
      <input
        type="number"
        className="number-box"
        aria-label={name}
        aria-describedby={props.describedBy}
        aria-invalid={invalid || undefined}
        value={draft ?? (value === undefined ? '' : String(Number(value.toPrecision(9))))}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        placeholder={props.placeholder}
        onChange={(event) => {
          setNote(undefined)
          setDraft(event.target.value)
          const parsed = parseWithin(event.target.value, bounds)
          if (parsed !== undefined) onChange(parsed)
        }}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish()
          // The browser drops a decimal comma without a word: "0,5" would become 05.
          if (event.key === ',' && integer !== true) {
            event.preventDefault()
            event.currentTarget.ownerDocument.execCommand('insertText', false, '.')
          }
        }}
      />
      <span className="number-note" aria-live="polite">
        {note}
      </span>
    </span>
  )
}
