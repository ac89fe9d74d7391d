/** Two trainers' conventions on the open trace, and whose advantages the trace recorded. */
import { useId } from 'react'
import { PRESETS, presetOf } from '../../credit/conventions/registry.ts'
import { useText } from '../../ui/text.tsx'
import { useActions, useStore } from '../useStore.ts'
import { Comparison } from './Comparison.tsx'
import { usePresetText } from './presetText.ts'
import { Reproduction } from './Reproduction.tsx'
import { words } from './text.ts'
import './conventions.css'

export function ConventionsPanel() {
  const open = useStore((state) => state.data.summary !== undefined)
  const choice = useStore((state) => state.document.conventions)
  return (
    <>
      {open && <Reproduction />}
      <Trainers />
      {open && choice && <Comparison choice={choice} />}
    </>
  )
}

/** What is interesting to put side by side; the first choice of a person is then a click. */
const EXAMPLES = [
  { pair: ['verl-1dda039b', 'slime-624b824a'], estimator: undefined },
  { pair: ['verl-b178a3cd', 'verl-1dda039b'], estimator: 'reinforce-pp' },
  { pair: ['trl-f2cd5771', 'nemo-rl-7ea279ab'], estimator: undefined },
] as const
/** What stands beside the first trainer that a person chooses. */
const BESIDE = EXAMPLES[0].pair

function Trainers() {
  const t = useText(words)
  const text = usePresetText()
  const { edit } = useActions()
  const choice = useStore((state) => state.document.conventions)
  const name = (id: string): string => {
    const preset = presetOf(id)
    return preset ? text.label(preset) : id
  }
  const choose = (a: string, b: string): void =>
    edit({ conventions: { estimator: undefined, whiten: undefined, ...choice, a, b } })
  return (
    <>
      {!choice && <p className="quiet">{t('intro')}</p>}
      <TrainerSelect
        label={t('first')}
        value={choice?.a}
        onChange={(a) => choose(a, choice?.b ?? BESIDE.find((id) => id !== a) ?? a)}
      />
      <TrainerSelect
        label={t('second')}
        value={choice?.b}
        onChange={(b) => choose(choice?.a ?? BESIDE.find((id) => id !== b) ?? b, b)}
      />
      {choice ? (
        <p className="conventions-actions">
          <button
            type="button"
            className="button small"
            onClick={() => edit({ conventions: { ...choice, a: choice.b, b: choice.a } })}
          >
            {t('swap')}
          </button>
          <button
            type="button"
            className="button small bare"
            onClick={() => edit({ conventions: undefined })}
          >
            {t('clear')}
          </button>
        </p>
      ) : (
        <p className="conventions-actions">
          <span className="quiet">{t('examples')}</span>
          {EXAMPLES.map(({ pair: [a, b], estimator }) => (
            <button
              key={`${a}.${b}`}
              type="button"
              className="button small"
              onClick={() => edit({ conventions: { a, b, estimator, whiten: undefined } })}
            >
              {t('versus', { a: name(a), b: name(b) })}
            </button>
          ))}
        </p>
      )}
    </>
  )
}

interface TrainerSelectProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (id: string) => void
}

function TrainerSelect({ label, value, onChange }: TrainerSelectProps) {
  const t = useText(words)
  const text = usePresetText()
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="select"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
      >
        {value === undefined && (
          <option value="" disabled>
            {t('none')}
          </option>
        )}
        {PRESETS.map((preset) => (
          <option key={preset.id} value={preset.id}>
            {text.label(preset)}
          </option>
        ))}
      </select>
    </div>
  )
}
