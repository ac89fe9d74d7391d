/** The whole page takes drops and pastes. */
import { useEffect, useState } from 'react'
import { sentenceOf } from '../../store/reason.ts'
import { Quietly } from '../../ui/late.tsx'
import { soon } from '../soonPart.ts'
import { useActions } from '../useStore.ts'
import { dropped, isEditable, pasted } from './collect.ts'

const overlay = soon(({ DropOverlay }) => DropOverlay)
const NO_PROPS = {}

const carriesFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false

export function DropTarget() {
  const { openFiles, openLink, tell } = useActions()
  const [over, setOver] = useState(false)

  useEffect(() => {
    const onDragOver = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const onDragLeave = (event: DragEvent): void => {
      // Leaving the window has no related target; moving between elements has one.
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent): void => {
      if (!event.dataTransfer || !carriesFiles(event)) return
      event.preventDefault()
      setOver(false)
      dropped(event.dataTransfer)
        .then((inputs) => {
          if (inputs.length > 0) openFiles(inputs)
          else tell({ kind: 'nothing-dropped' })
        })
        .catch((error: unknown) => tell({ kind: 'drop-failed', message: sentenceOf(error) }))
    }
    const onPaste = (event: ClipboardEvent): void => {
      if (!event.clipboardData || isEditable(event.target)) return
      const what = pasted(event.clipboardData)
      if (what.kind === 'nothing') return
      event.preventDefault()
      if (what.kind === 'link') openLink(what.link)
      else openFiles(what.inputs)
    }
    window.addEventListener('dragenter', onDragOver)
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDrop)
    window.addEventListener('paste', onPaste)
    return () => {
      window.removeEventListener('dragenter', onDragOver)
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDrop)
      window.removeEventListener('paste', onPaste)
    }
  }, [openFiles, openLink, tell])

  return over && <Quietly part={overlay} props={NO_PROPS} />
}
