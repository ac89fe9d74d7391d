import { late, Quietly } from '../../ui/late.tsx'
import { useStore } from '../useStore.ts'

const loaded = () => import('./ProblemsChip.tsx')
const chip = late(async () => (await loaded()).ProblemsChip)

/** Loads the chip and its list ahead. */
export const prepareProblems = async (): Promise<void> => {
  await chip.prepare()
  await (await loaded()).prepareList()
}

const NO_PROPS = {}

/** What was wrong in files that were read all the same. */
export function Problems() {
  const some = useStore(({ data }) => (data.summary?.diagnostics.length ?? 0) > 0)
  return some && <Quietly part={chip} props={NO_PROPS} />
}
