/** What takes a while: a trace is being read, or a file written. Of the first sample, there with the page, nothing. */
import { DEFAULT_DOCUMENT } from '../../store/document.ts'
import { same } from '../../store/properties.ts'
import { Quietly } from '../../ui/late.tsx'
import { soon } from '../soonPart.ts'
import { useStore } from '../useStore.ts'

const cards = soon(({ TaskCards }) => TaskCards)

const NO_PROPS = {}

export function Opening() {
  const takes = useStore(
    ({ tasks, data, document }) =>
      tasks.exporting ||
      (tasks.opening &&
        (data.summary !== undefined || !same(document.source, DEFAULT_DOCUMENT.source))),
  )
  return takes && <Quietly part={cards} props={NO_PROPS} />
}
