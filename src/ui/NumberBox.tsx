/** A number box that lets people type freely, reports what is inside its bounds and says what it did with the rest. */
import { useEffect, useState } from 'react'
import { late, Quietly } from './late.tsx'
import type { NumberNoteProps } from './NumberNote.tsx'
import { parseWithin, settle } from './settle.ts'

const numberNote = late(async () => (await import('./NumberNote.tsx')).NumberNote)

/** Loads the sentences ahead. */
export const prepareNumbers = numberNote.fetch

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

/** Milliseconds that the sentence stays; it covers what stands beneath the box. */
const NOTE_STAYS = 6000

export function NumberBox(props: NumberBoxProps) {
  const { name, label = name, value, min, max, step = 0.01, integer, disabled, onChange } = props
  const [draft, setDraft] = useState<string | undefined>(undefined)
  const [note, setNote] = useState<NumberNoteProps | undefined>(undefined)
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
    if (settled.kind !== 'taken') setNote({ settled, bounds, label, before: value })
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
        {note && <Quietly part={numberNote} props={note} />}
      </span>
    </span>
  )
}
