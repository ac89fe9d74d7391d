/** A titled region of a side column that folds away; the heading is the button. */
import { type ReactNode, useId, useState } from 'react'
import { Icon } from './Icon.tsx'

interface SectionProps {
  readonly title: string
  /** Right of the title: counts, small controls. */
  readonly aside?: ReactNode
  readonly className?: string
  /** Whether it is open before a person folds it, opens it or works in it. */
  readonly startsOpen?: boolean
  /** Children exist only while it is open: they ask for what costs something. */
  readonly lazy?: boolean
  /** A person opened or folded it. */
  readonly onChoose?: (open: boolean) => void
  readonly children: ReactNode
}

export function Section({
  title,
  aside,
  className = '',
  startsOpen = true,
  lazy = false,
  onChoose,
  children,
}: SectionProps) {
  const [chosen, setChosen] = useState<boolean | undefined>(undefined)
  const open = chosen ?? startsOpen
  const choose = (open: boolean): void => {
    setChosen(open)
    onChoose?.(open)
  }
  const id = useId()
  return (
    <section
      className={`section ${className} ${open ? '' : 'is-folded'}`}
      aria-labelledby={`${id}title`}
    >
      <header className="section-head">
        <h2>
          <button
            type="button"
            className="section-title"
            aria-expanded={open}
            aria-controls={`${id}body`}
            onClick={() => choose(!open)}
          >
            <Icon name={open ? 'down' : 'right'} size={12} />
            <span id={`${id}title`}>{title}</span>
          </button>
        </h2>
        {aside !== undefined && <div className="section-aside">{aside}</div>}
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that a person works in it. */}
      <div className="section-body" id={`${id}body`} hidden={!open} onFocus={() => choose(true)}>
        {(open || !lazy) && children}
      </div>
    </section>
  )
}
