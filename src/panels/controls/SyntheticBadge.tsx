/** Stands wherever values are shown of which some are not the file's. */
import { Quietly } from '../../ui/late.tsx'
import { soon } from '../soonPart.ts'
import { useStore } from '../useStore.ts'

const mark = soon(({ SyntheticMark }) => SyntheticMark)

/** `of`: the values of all rollouts, or the one value shown beside it. */
export function SyntheticBadge({ of = 'all' }: { readonly of?: 'all' | 'none' | 'one' }) {
  const some = useStore(
    ({ document, data }) => document.values.kind !== 'file' || data.summary?.withoutValues,
  )
  return some ? <Quietly part={mark} props={{ of }} /> : undefined
}
