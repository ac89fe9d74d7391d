/** Saves the page's pictures as one; what makes it comes when somebody asks. */
import { useId, useRef, useState } from 'react'
import { LaterWith, late } from '../../ui/late.tsx'
import type { PictureProps } from './SaveMenu.tsx'

const saveMenu = late(async () => (await import('./SaveMenu.tsx')).SaveMenu)

/** Loads menu and export ahead. */
export const preparePicture = (): Promise<unknown> =>
  Promise.all([saveMenu.prepare(), import('../../plot/export.ts')])

export function SavePicture(props: PictureProps) {
  const { t } = props
  const [open, setOpen] = useState(false)
  const [failure, setFailure] = useState<string>()
  const menu = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className="credit-save">
      <button
        ref={button}
        type="button"
        className="plot-button"
        aria-expanded={open}
        aria-controls={menu}
        onClick={() => setOpen(!open)}
      >
        {t('save')}
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from the buttons
        <div
          id={menu}
          className="credit-save-menu"
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}
        >
          <LaterWith part={saveMenu} props={{ ...props, close, fail: setFailure }} />
        </div>
      )}
      {failure && (
        <p role="alert" className="credit-failure">
          {t('saveFailed', { reason: failure })}
        </p>
      )}
    </div>
  )
}
