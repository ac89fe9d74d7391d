/** That the trace records advantages, with the way to what is made of them. */
import { reveal } from '../../ui/reveal.ts'
import { Gap, useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { words } from './recordedText.ts'

export function RecordedNotice() {
  const t = useText(words)
  const records = useStore((state) => state.data.summary?.recordsAdvantages ?? false)
  if (!records) return null
  return (
    <p className="trace-note">
      {t('records')}
      <Gap />
      <button
        type="button"
        className="link-button"
        onClick={() => reveal(document.querySelector('.section.conventions'))}
      >
        {t('see')}
      </button>
    </p>
  )
}
