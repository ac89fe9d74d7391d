/** A control made from an option's spec: choices become segments or a select, numbers a box. */
import { type ReactNode, useId } from 'react'
import {
  type NumberSpec,
  type OptionSpec,
  type Options,
  type OptionValue,
  optionOf,
} from '../../credit/options.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Formula } from '../../ui/formula/Formula.tsx'
import { Marked, unmarked } from '../../ui/Marked.tsx'
import { NumberBox } from '../../ui/NumberBox.tsx'
import { useText } from '../../ui/text.tsx'
import { words } from './effectText.ts'
import { useSpecText } from './specText.ts'
import './options.css'

interface OptionControlProps {
  readonly spec: OptionSpec
  readonly options: Options
  /** Why the trace cannot serve a choice. */
  readonly reasonOf: (choice: string) => string | undefined
  /** What the option does to this trace. */
  readonly effect?: string
  /** A button that says more of it. */
  readonly about?: ReactNode
  readonly onChange: (value: OptionValue) => void
}

export function OptionControl({
  spec,
  options,
  reasonOf,
  effect,
  about,
  onChange,
}: OptionControlProps) {
  const t = useText(words)
  const text = useSpecText()
  const value = optionOf(spec, options)
  const chosen =
    spec.kind === 'choice' ? spec.choices.find((one) => one.value === value) : undefined
  // A choice that the trace cannot serve changes nothing, whatever its formula says.
  const tex = reasonOf(String(value)) === undefined ? chosen?.tex : undefined
  return (
    <div className="option">
      {spec.kind === 'choice' ? (
        <Choice
          label={text.option(spec)}
          help={text.help(spec)}
          value={String(value)}
          items={spec.choices.map((choice) => ({
            value: choice.value,
            label: text.choice(spec, choice.value),
            unavailable: reasonOf(choice.value),
          }))}
          aside={about}
          onChange={onChange}
        />
      ) : (
        <NumberOption spec={spec} value={Number(value)} onChange={onChange} />
      )}
      <p className="option-help" aria-hidden="true">
        <Marked text={text.help(spec)} />
      </p>
      {effect !== undefined && <p className="option-effect">{effect}</p>}
      {tex && (
        <>
          <p className="option-effect">{t('withChoice', { setting: text.setting(spec, value) })}</p>
          <Formula name={text.setting(spec, value)} tex={tex} />
        </>
      )}
    </div>
  )
}

interface NumberOptionProps {
  readonly spec: NumberSpec
  readonly value: number
  readonly onChange: (value: number) => void
}

function NumberOption({ spec, value, onChange }: NumberOptionProps) {
  const text = useSpecText()
  const id = useId()
  return (
    <div className="field">
      <span className="field-label">{text.option(spec)}</span>
      <NumberBox
        name={text.option(spec)}
        value={value}
        min={spec.min}
        max={spec.max}
        step={spec.step}
        integer={spec.integer}
        describedBy={`${id}help`}
        onChange={onChange}
      />
      <span id={`${id}help`} className="hidden-visually">
        {unmarked(text.help(spec))}
      </span>
    </div>
  )
}
