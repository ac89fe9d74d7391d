import { Quietly } from '../../ui/late.tsx'
import { soon } from '../soonPart.ts'
import { useStore } from '../useStore.ts'
import { problemList } from './problemList.ts'

const chip = soon(({ ProblemsChip }) => ProblemsChip)

/** Loads the list ahead. */
export const prepareProblems = problemList.fetch

const NO_PROPS = {}

/** What was wrong in files that were read all the same. */
export function Problems() {
  const some = useStore(({ data }) => (data.summary?.diagnostics.length ?? 0) > 0)
  return some && <Quietly part={chip} props={NO_PROPS} />
}
