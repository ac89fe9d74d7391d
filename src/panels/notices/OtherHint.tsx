/** What a sample but the first shows. */
import { rolloutIndex } from '../../store/fit.ts'
import { formatCount } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { words } from './hintText.ts'

const HINTS: Readonly<Record<string, 'hint_bug' | 'hint_shop' | 'hint_batch'>> = {
  bug: 'hint_bug',
  shop: 'hint_shop',
  batch: 'hint_batch',
}

export function OtherHint({ sample }: { readonly sample: string }) {
  const t = useText(words)
  const cuts = useStore(({ document, data: { table } }) =>
    table ? (table.segments[rolloutIndex(document, table)] ?? 1) - 1 : 0,
  )
  if (!Object.hasOwn(HINTS, sample)) return null
  const times = cuts === 0 ? 'shown_never' : cuts === 1 ? 'shown_once' : 'shown_times'
  return t(HINTS[sample], { shown: t(times, { n: formatCount(cuts) }) })
}
