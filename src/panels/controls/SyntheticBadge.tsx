/** Stands wherever values are shown that are not the file's. */
import { Quietly } from '../../ui/late.tsx'
import { soon } from '../soonPart.ts'
import { useStore } from '../useStore.ts'

const mark = soon(({ SyntheticMark }) => SyntheticMark)

export function SyntheticBadge() {
  const kind = useStore((state) => state.document.values.kind)
  const name: 'fitted' | 'synthetic' = kind === 'fitted' ? kind : 'synthetic'
  return kind !== 'file' && <Quietly part={mark} props={{ name }} />
}
