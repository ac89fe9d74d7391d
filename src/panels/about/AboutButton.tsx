/** A small `i` beside a method's name that opens everything the registry says of it. */
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LaterWith, late } from '../../ui/late.tsx'
import { useText } from '../../ui/text.tsx'
import { withMethods } from '../../ui/useBook.ts'
import type { AboutProps } from './about.ts'
import { words } from './text.ts'

/** Symbols, needs, parameters and translations are read by few: a chunk of their own. */
const aboutBody = late(async () => (await withMethods(import('./AboutBody.tsx'))).AboutBody)

/** Loads it ahead. */
export const prepareAbout = aboutBody.fetch

export function AboutButton(props: AboutProps) {
  const t = useText(words)
  const [open, setOpen] = useState(false)
  const name = t('about', { name: props.title })
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
      <Dialog open={open} onClose={() => setOpen(false)} title={props.title} size="wide">
        <LaterWith part={aboutBody} props={props} />
      </Dialog>
    </>
  )
}
