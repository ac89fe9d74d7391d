/** A small `i` that unfolds one sentence beneath its label: reachable by touch, keyboard and reader. */
import { useId, useState } from 'react'
import { Icon } from './Icon.tsx'
import { Marked } from './Marked.tsx'
import { useText } from './text.tsx'
import { widgetWords } from './words.ts'

interface ExplainProps {
  /** What is explained; stands before the `i`. */
  readonly label: string
  readonly as?: 'h3' | 'span'
  readonly children: string
}

export function Explain({ label, as: Tag = 'span', children }: ExplainProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const t = useText(widgetWords)
  return (
    <div className="explain">
      <Tag className="explain-label">{label}</Tag>
      <button
        type="button"
        className="explain-button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={t('explainAbout', { label })}
        title={t('explain')}
        onClick={() => setOpen(!open)}
      >
        <Icon name="info" size={13} />
      </button>
      <p id={id} className="explain-text" hidden={!open}>
        <Marked text={children} />
      </p>
    </div>
  )
}
