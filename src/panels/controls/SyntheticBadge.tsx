/** Stands wherever values are shown that are not the file's. */
import { late, Quietly } from '../../ui/late.tsx'
import { useStore } from '../useStore.ts'

const mark = late(async () => (await import('./SyntheticMark.tsx')).SyntheticMark)

/** Loads what it says ahead. */
export const prepareSynthetic = mark.prepare

export function SyntheticBadge() {
  const kind = useStore((state) => state.document.values.kind)
  const name: 'fitted' | 'synthetic' = kind === 'fitted' ? kind : 'synthetic'
  return kind !== 'file' && <Quietly part={mark} props={{ name }} />
}
