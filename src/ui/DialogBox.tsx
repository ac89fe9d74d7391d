/** Native <dialog>: the browser traps focus, closes on Escape and gives focus back to the opener. */
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './Icon.tsx'
import { useText } from './text.tsx'
import { widgetWords } from './words.ts'
import './dialog.css'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** `alertdialog`: something went wrong and needs an answer. */
  readonly role?: 'dialog' | 'alertdialog'
  readonly size?: 'small' | 'wide'
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** Where the buttons of a body go that comes later than its dialog. */
const Foot = createContext<HTMLElement | null>(null)

/** Buttons below the body it stands in; for bodies that are loaded when their dialog opens. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  const foot = useContext(Foot)
  return foot && createPortal(children, foot)
}

export function DialogBox(props: DialogProps) {
  const { open, onClose, title, role = 'dialog', size = 'small', footer, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const id = useId()
  const t = useText(widgetWords)
  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === open) return
    if (open) element.showModal()
    else element.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, the browser's own
    <dialog
      ref={dialog}
      role={role}
      className={`dialog dialog-${size}`}
      aria-labelledby={`${id}title`}
      aria-describedby={role === 'alertdialog' ? `${id}body` : undefined}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {open && (
        <div className="dialog-inside">
          <div className="dialog-head">
            <h2 id={`${id}title`}>{title}</h2>
            <button
              type="button"
              className="button bare"
              onClick={onClose}
              aria-label={t('close')}
              title={t('close')}
            >
              <Icon name="close" />
            </button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable */}
          <div className="dialog-body" id={`${id}body`} tabIndex={0}>
            <Foot value={foot}>{children}</Foot>
          </div>
          <div className="dialog-foot" ref={setFoot}>
            {footer}
          </div>
        </div>
      )}
    </dialog>
  )
}
