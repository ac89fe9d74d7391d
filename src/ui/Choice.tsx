/** One of several: a segmented control for up to three short choices, a select for more. */
import { useId } from 'react'

export interface ChoiceItem {
  readonly value: string
  readonly label: string
  /** Why it cannot be chosen; the words are shown, not only hovered. */
  readonly unavailable?: string
}

interface ChoiceProps {
  readonly label: string
  readonly help?: string
  readonly value: string
  readonly items: readonly ChoiceItem[]
  readonly onChange: (value: string) => void
}

/** Three labels of more than this many characters in all do not fit the side column. */
const SEGMENTED_CHARACTERS = 30

export const fitsSegmented = (items: readonly ChoiceItem[]): boolean =>
  items.length <= 3 &&
  items.reduce((sum, item) => sum + item.label.length, 0) <= SEGMENTED_CHARACTERS

export function Choice(props: ChoiceProps) {
  const { label, help, value, items, onChange } = props
  const id = useId()
  const blocked = items.filter((item) => item.unavailable !== undefined)
  const described = `${help === undefined ? '' : `${id}help`} ${blocked.length ? `${id}why` : ''}`
  return (
    <div className="field">
      {fitsSegmented(items) ? (
        <fieldset className="segmented-field" aria-describedby={described.trim() || undefined}>
          <legend className="field-label" title={help}>
            {label}
          </legend>
          <div className="segmented">
            {items.map((item) => (
              <label
                key={item.value}
                className={item.value === value ? 'is-on' : ''}
                title={item.unavailable}
              >
                <input
                  type="radio"
                  className="hidden-visually"
                  name={id}
                  value={item.value}
                  checked={item.value === value}
                  disabled={item.unavailable !== undefined}
                  onChange={() => onChange(item.value)}
                />
                {item.label}
              </label>
            ))}
          </div>
        </fieldset>
      ) : (
        <>
          <label className="field-label" htmlFor={`${id}select`} title={help}>
            {label}
          </label>
          <select
            id={`${id}select`}
            className="select"
            value={value}
            aria-describedby={described.trim() || undefined}
            onChange={(event) => onChange(event.target.value)}
          >
            {items.map((item) => (
              <option
                key={item.value}
                value={item.value}
                disabled={item.unavailable !== undefined}
                title={item.unavailable}
              >
                {item.label}
              </option>
            ))}
          </select>
        </>
      )}
      {help !== undefined && (
        <span id={`${id}help`} className="hidden-visually">
          {help}
        </span>
      )}
      {blocked.length > 0 && (
        <p id={`${id}why`} className="field-why">
          {blocked.map((item) => `${item.label}: ${item.unavailable}`).join(' · ')}
        </p>
      )}
    </div>
  )
}
