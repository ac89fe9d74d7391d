/** One outcome that the file does not record: none, 0, 1, or a number. */
import { useState } from 'react'
import { Choice } from '../../ui/Choice.tsx'
import { NumberBox } from '../../ui/NumberBox.tsx'
import { useText } from '../../ui/text.tsx'
import { outcomeWords } from './outcomeText.ts'
import './outcomes.css'

interface OutcomeFieldProps {
  readonly label: string
  /** What it means to leave it open. */
  readonly none: string
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}

export function OutcomeField({ label, none, value, onChange }: OutcomeFieldProps) {
  const t = useText(outcomeWords)
  const [typing, setTyping] = useState(false)
  const other = value !== undefined && value !== 0 && value !== 1
  const kind = typing || other ? 'number' : value === undefined ? 'none' : String(value)
  return (
    <div className="outcome-field">
      <Choice
        label={label}
        value={kind}
        items={[
          { value: 'none', label: none },
          { value: '0', label: '0' },
          { value: '1', label: '1' },
          { value: 'number', label: t('outcomeOther') },
        ]}
        onChange={(next) => {
          setTyping(next === 'number')
          if (next === 'none') onChange(undefined)
          else if (next !== 'number') onChange(Number(next))
        }}
      />
      {kind === 'number' && <NumberBox name={label} value={value} step={0.1} onChange={onChange} />}
    </div>
  )
}
