/** The open menu: arrows, Home, End and first letters move. */
import { type KeyboardEvent, useEffect, useRef } from 'react'
import './menu.css'

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly detail?: string
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
}

const roleOf = (item: MenuItem) =>
  item.checked === undefined
    ? { role: 'menuitem' }
    : { role: 'menuitemradio', 'aria-checked': item.checked }

interface MenuListProps {
  readonly items: readonly MenuItem[]
  readonly close: () => void
}

export function MenuList(props: MenuListProps) {
  const { items, close } = props
  const list = useRef<HTMLDivElement>(null)
  const buttons = (): HTMLButtonElement[] => [
    ...(list.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? []),
  ]
  useEffect(() => {
    const checked = list.current?.querySelector<HTMLButtonElement>('[aria-checked="true"]')
    const first = list.current?.querySelector<HTMLButtonElement>('button:not(:disabled)')
    const start = checked ?? first
    start?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = buttons()
    const at = all.findIndex((button) => button.matches(':focus'))
    const goTo = (index: number): void => {
      event.preventDefault()
      all[(index + all.length) % all.length]?.focus()
    }
    if (event.key === 'ArrowDown') goTo(at + 1)
    else if (event.key === 'ArrowUp') goTo(at - 1)
    else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(all.length - 1)
    else if (event.key === 'Tab') close()
    else if (event.key.length === 1 && event.key !== ' ') {
      const letter = event.key.toLowerCase()
      const order = [...all.slice(at + 1), ...all.slice(0, at + 1)]
      order.find((button) => button.textContent?.trim().toLowerCase().startsWith(letter))?.focus()
    }
  }
  return (
    <div role="menu" ref={list} tabIndex={-1} onKeyDown={onKeyDown} className="menu">
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          {...roleOf(item)}
          tabIndex={-1}
          disabled={item.disabled}
          className="menu-item"
          onClick={() => {
            close()
            item.onSelect()
          }}
        >
          <span className="menu-label">{item.label}</span>
          {item.detail !== undefined && <span className="menu-detail">{item.detail}</span>}
        </button>
      ))}
    </div>
  )
}
