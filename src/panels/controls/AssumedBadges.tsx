/** Stands beside the title of every picture whose numbers rest on something that the file does not hold. */
import { Quietly } from '../../ui/late.tsx'
import { soon } from '../soonPart.ts'
import { useStore } from '../useStore.ts'

const badges = soon(({ Badges }) => Badges)

export function AssumedBadges({ withCoefficient = false }: { readonly withCoefficient?: boolean }) {
  const some = useStore(
    ({ document: { values, drift }, data: { summary } }) =>
      values.kind !== 'file' || drift || summary?.withoutValues || summary?.withoutOutcome,
  )
  return some ? <Quietly part={badges} props={{ withCoefficient }} /> : undefined
}
