/** Stands wherever values are shown that are not the file's. */
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { words } from './text.ts'

export function SyntheticBadge() {
  const t = useText(words)
  const synthetic = useStore((state) => state.document.values.kind !== 'file')
  if (!synthetic) return null
  return (
    <span className="badge" title={t('syntheticTitle')}>
      {t('synthetic')}
    </span>
  )
}
