/** Stands wherever values are shown that are not the file's. */
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { words } from './text.ts'

export function SyntheticBadge() {
  const t = useText(words)
  const kind = useStore((state) => state.document.values.kind)
  if (kind === 'file') return null
  const name = kind === 'fitted' ? 'fitted' : 'synthetic'
  return (
    <span className="badge" title={t(`${name}Title`)}>
      {t(name)}
    </span>
  )
}
