/** A number box that lets people type freely and only reports finite numbers inside its bounds. */
import { useState } from 'react'

interface NumberBoxProps {
  readonly name: string
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

/** The typed number, or undefined where it is not one or lies outside the bounds. */
export function parseWithin(
  text: string,
  bounds: { readonly min?: number; readonly max?: number; readonly integer?: boolean },
): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value)) return undefined
  if (bounds.integer === true && !Number.isInteger(value)) return undefined
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bounds
  return value >= min && value <= max ? value : undefined
}

export function NumberBox(props: NumberBoxProps) {
  const { name, value, min, max, step = 0.01, integer, disabled, onChange } = props
  const [draft, setDraft] = useState<string | undefined>(undefined)
  const invalid = draft !== undefined && parseWithin(draft, { min, max, integer }) === undefined
  return (
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
        setDraft(event.target.value)
        const parsed = parseWithin(event.target.value, { min, max, integer })
        if (parsed !== undefined) onChange(parsed)
      }}
      onBlur={() => setDraft(undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setDraft(undefined)
      }}
    />
  )
}
