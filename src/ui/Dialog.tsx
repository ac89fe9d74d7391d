/** A dialog, whose code comes ahead, or when the first one opens. */
import { useEffect, useState } from 'react'
import type { DialogProps } from './DialogBox.tsx'
import { late, NotLoaded, usePart } from './late.tsx'

const box = late(async () => (await import('./DialogBox.tsx')).DialogBox)

/** Loads it ahead. */
export const prepareDialog = box.fetch

export function Dialog(props: DialogProps) {
  const [needed, setNeeded] = useState(props.open)
  if (props.open && !needed) setNeeded(true)
  return needed && <Needed {...props} />
}

/** Where the code cannot be loaded the dialog counts as closed, so that opening it is another try. */
function Needed(props: DialogProps) {
  const { open, onClose } = props
  const { Body, failed, retry } = usePart(box, onClose)
  useEffect(() => {
    if (open && failed) retry()
  }, [open, failed, retry])
  if (Body) return <Body {...props} />
  return (
    failed && (
      <div className="dialog-failed">
        <NotLoaded retry={retry} />
      </div>
    )
  )
}
