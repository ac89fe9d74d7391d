/** Beside the files of a trace whose columns a person mapped: the way back to that choice. */
import { useText } from '../../ui/text.tsx'
import { useActions, useStore } from '../useStore.ts'
import { words } from './openingText.ts'

export function MappedNote() {
  const t = useText(words)
  const { changeColumns } = useActions()
  const isMapped = useStore(({ document }) => document.map && document.source.kind === 'file')
  if (!isMapped) return null
  return (
    <button type="button" className="button small" onClick={changeColumns}>
      {t('changeColumns')}
    </button>
  )
}
