/** Slider with a number box. Both show the same value; a double-click on label or track resets it. */
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { formatPlain } from './format.ts'
import { NumberBox } from './NumberBox.tsx'
import { useText } from './text.tsx'
import { widgetWords } from './words.ts'

interface SliderProps {
  readonly label: string
  /** Spoken name; the label may be a single Greek letter. */
  readonly name: string
  readonly help: string
  readonly value: number
  readonly reset: number
  readonly min: number
  readonly max: number
  readonly step: number
  /** The box may go further than the track. */
  readonly boxMax?: number
  readonly disabled?: boolean
  readonly note?: ReactNode
  readonly onChange: (value: number) => void
}

/** Rounds to the step so that a drag gives 0.995, not 0.9950000000000001. */
export function snap(value: number, step: number, min: number, max: number): number {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)))
  const snapped = Number((Math.round(value / step) * step).toFixed(digits))
  return Math.min(max, Math.max(min, snapped))
}

/** Where a key takes the slider, undefined for keys that are not its own. */
export function keyTarget(
  key: string,
  shift: boolean,
  at: { readonly value: number; readonly min: number; readonly max: number; readonly step: number },
): number | undefined {
  const { value, min, max, step } = at
  const stride = shift ? 10 * step : step
  const move = (by: number): number => snap(value + by, step, min, max)
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return move(stride)
    case 'ArrowLeft':
    case 'ArrowDown':
      return move(-stride)
    case 'PageUp':
      return move((max - min) / 10)
    case 'PageDown':
      return move((min - max) / 10)
    case 'Home':
      return min
    case 'End':
      return max
    default:
      return undefined
  }
}

export function Slider(props: SliderProps) {
  const { label, name, help, value, reset, min, max, step, disabled, onChange } = props
  const id = useId()
  const t = useText(widgetWords)
  const resetHint = t('reset', { value: formatPlain(reset) })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const target = keyTarget(event.key, event.shiftKey, { value, min, max, step })
    if (target === undefined) return
    event.preventDefault()
    onChange(target)
  }
  const filled = `${(100 * (Math.min(max, Math.max(min, value)) - min)) / (max - min)}%`
  return (
    <div className={`slider ${disabled ? 'is-off' : ''}`}>
      <label
        htmlFor={`${id}range`}
        className="slider-label"
        title={`${help} ${resetHint}`}
        onDoubleClick={() => onChange(reset)}
      >
        {label}
      </label>
      <input
        id={`${id}range`}
        type="range"
        className="slider-track"
        aria-label={name}
        aria-describedby={`${id}help`}
        // `any`, so that a typed 0.9987 is shown where it is; keys and drags snap themselves
        step="any"
        min={min}
        max={max}
        value={Math.min(max, Math.max(min, value))}
        disabled={disabled}
        title={resetHint}
        style={{ '--filled': filled }}
        onChange={(event) => onChange(snap(Number(event.target.value), step, min, max))}
        onDoubleClick={() => onChange(reset)}
        onKeyDown={onKeyDown}
      />
      <NumberBox
        name={name}
        label={label}
        value={value}
        min={min}
        max={props.boxMax ?? max}
        step={step}
        disabled={disabled}
        describedBy={`${id}help`}
        onChange={onChange}
      />
      <span id={`${id}help`} className="hidden-visually">
        {help}
      </span>
      {props.note !== undefined && <div className="slider-note">{props.note}</div>}
    </div>
  )
}
