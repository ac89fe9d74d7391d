/** One of several: a segmented control where the labels are few and short, else a select. */
import { type ReactNode, useContext, useId } from 'react'
import { Marked, unmarked } from './Marked.tsx'
import { LanguageContext, type LanguageId } from './text.tsx'

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
  /** The place is wider than a side column: always a segmented control. */
  readonly roomy?: boolean
  /** A small button beside the label. */
  readonly aside?: ReactNode
}

/** Chinese characters are as wide as two Latin ones. */
const widthOf = (label: string): number =>
  label.length + (label.match(/[\u2e80-\uffef]/g)?.length ?? 0)

/** What fits beside its label in a side column of 320 px: items, and characters of all labels. */
const SEGMENTED = [
  { items: 3, characters: 30 },
  { items: 4, characters: 16 },
] as const

/** What a button beside it takes away. */
const ASIDE_CHARACTERS = 6

/** @param taken characters that something else beside it takes */
export function fitsSegmented(items: readonly ChoiceItem[], taken = 0): boolean {
  const characters = items.reduce((sum, item) => sum + widthOf(item.label), taken)
  return SEGMENTED.some((fit) => items.length <= fit.items && characters <= fit.characters)
}

/** One line for all that cannot be chosen; a reason shared by several is said once. */
function whyBlocked(items: readonly ChoiceItem[], language: LanguageId): string {
  const [comma, colon] = language === 'zh' ? ['、', '：'] : [', ', ': ']
  const blocked = items.filter((item) => item.unavailable !== undefined)
  const reasons = [...new Set(blocked.map((item) => item.unavailable))]
  if (reasons.length === 1 && blocked.length === items.length) return String(reasons[0])
  return reasons
    .map((reason) => {
      const labels = blocked.filter((item) => item.unavailable === reason)
      return `${labels.map((item) => item.label).join(comma)}${colon}${reason}`
    })
    .join(' · ')
}

export function Choice(props: ChoiceProps) {
  const language = useContext(LanguageContext)
  const { label, help, value, items, onChange, roomy = false, aside } = props
  const id = useId()
  const blocked = items.filter((item) => item.unavailable !== undefined)
  const described = `${help === undefined ? '' : `${id}help`} ${blocked.length ? `${id}why` : ''}`
  return (
    <div className={aside === undefined ? 'field' : 'field has-aside'}>
      {roomy || fitsSegmented(items, aside === undefined ? 0 : ASIDE_CHARACTERS) ? (
        <fieldset className="segmented-field" aria-describedby={described.trim() || undefined}>
          <legend className="field-label" title={help && unmarked(help)}>
            {label}
          </legend>
          <div className="segmented">
            {items.map((item) => (
              <label
                key={item.value}
                className={item.value === value ? 'is-on' : ''}
                title={item.unavailable && unmarked(item.unavailable)}
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
          <label className="field-label" htmlFor={`${id}select`} title={help && unmarked(help)}>
            {label}
          </label>
          <select
            id={`${id}select`}
            className="select"
            value={value}
            disabled={blocked.length === items.length}
            aria-describedby={described.trim() || undefined}
            onChange={(event) => onChange(event.target.value)}
          >
            {items.map((item) => (
              <option
                key={item.value}
                value={item.value}
                disabled={item.unavailable !== undefined}
                title={item.unavailable && unmarked(item.unavailable)}
              >
                {item.label}
              </option>
            ))}
          </select>
        </>
      )}
      {aside}
      {help !== undefined && (
        <span id={`${id}help`} className="hidden-visually">
          {unmarked(help)}
        </span>
      )}
      {blocked.length > 0 && (
        <p id={`${id}why`} className="field-why">
          <Marked text={whyBlocked(items, language)} />
        </p>
      )}
    </div>
  )
}
