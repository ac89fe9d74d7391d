/** The file input, drawn as a button. */
import { Icon } from '../../ui/Icon.tsx'
import { useText } from '../../ui/text.tsx'
import { useActions } from '../useStore.ts'
import { inputsOf } from './collect.ts'
import { words } from './text.ts'

const INPUT_ID = 'open-trace-files'

/** Opens the file picker from elsewhere (empty state, shortcut). */
export const showFilePicker = (): void => document.getElementById(INPUT_ID)?.click()

export function OpenButton() {
  const t = useText(words)
  const { openFiles } = useActions()
  return (
    <label className="button file-button" title={t('openHint')}>
      <Icon name="open" />
      <span className="wide-only">{t('open')}</span>
      <input
        id={INPUT_ID}
        type="file"
        multiple
        className="hidden-visually"
        aria-label={t('open')}
        onChange={(event) => {
          const inputs = inputsOf(event.target.files ?? [])
          // Emptied, so that the same file can be chosen again after it was changed.
          event.target.value = ''
          if (inputs.length > 0) openFiles(inputs)
        }}
      />
    </label>
  )
}
