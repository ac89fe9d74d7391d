/** A small `i` beside a method's name that opens everything the registry says of it. */
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useText } from '../../ui/text.tsx'
import { AboutBody } from './AboutBody.tsx'
import type { AboutMethod } from './about.ts'
import { words } from './text.ts'
import './about.css'

export function AboutButton({ about }: { readonly about: AboutMethod }) {
  const t = useText(words)
  const [open, setOpen] = useState(false)
  const name = t('about', { name: about.title })
  return (
    <>
      <button
        type="button"
        className="button bare square about-button"
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="info" size={14} />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={about.title} size="wide">
        <AboutBody about={about} />
      </Dialog>
    </>
  )
}
