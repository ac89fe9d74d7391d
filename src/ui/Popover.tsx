/** A button with something that opens beneath it, above it near the window's end; closes on Escape, a click elsewhere, or focus leaving. */
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

interface PopoverProps {
  /** Content of the button. */
  readonly label: ReactNode
  /** Accessible name, where the content is not a text of its own. */
  readonly name?: string
  readonly title?: string
  readonly className?: string
  readonly align?: 'start' | 'end'
  /** `menu` adds aria-haspopup; the children then are a role="menu". */
  readonly kind?: 'menu' | 'panel'
  readonly children: (close: () => void) => ReactNode
}

/** Calls `close` on Escape (giving focus back to `button`) and on pointers or focus outside `root`. */
function useDismiss(
  open: boolean,
  root: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    if (!open) return
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close()
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close()
      button.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', onKey)
    }
  }, [open, root, button, close])
}

/** What is in it may come later and be larger. */
function keepInWindow(box: HTMLDivElement): () => void {
  const observer = new ResizeObserver(() => {
    const { bottom, height } = box.getBoundingClientRect()
    const above = box.parentElement?.getBoundingClientRect().top ?? 0
    if (bottom > innerHeight && above > height) box.classList.add('is-up')
  })
  observer.observe(box)
  return () => observer.disconnect()
}

export function Popover(props: PopoverProps) {
  const { label, name, title, className = 'button', align = 'start', kind = 'panel' } = props
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  const id = useId()
  useDismiss(open, root, button, close)
  return (
    <div className="popover" ref={root}>
      <button
        ref={button}
        type="button"
        className={className}
        title={title}
        aria-label={name}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-haspopup={kind === 'menu' ? 'menu' : undefined}
        onClick={() => setOpen((was) => !was)}
      >
        {label}
      </button>
      {open && (
        <div id={id} ref={keepInWindow} className={`popover-box align-${align}`}>
          {props.children(() => {
            close()
            button.current?.focus()
          })}
        </div>
      )}
    </div>
  )
}
