/** A dialog, whose code comes ahead, or when the first one opens. */
import { useState } from 'react'
import type { DialogProps } from './DialogBox.tsx'
import { late, Quietly } from './late.tsx'

const box = late(async () => (await import('./DialogBox.tsx')).DialogBox)

/** Loads it ahead. */
export const prepareDialog = box.prepare

export function Dialog(props: DialogProps) {
  const [needed, setNeeded] = useState(props.open)
  if (props.open && !needed) setNeeded(true)
  return needed && <Quietly part={box} props={props} />
}
