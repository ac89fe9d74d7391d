/** That a file is written, or a trace being read; of the first sample, which is there with the page, nothing is. */
import { DEFAULT_DOCUMENT } from '../../store/document.ts'
import { same } from '../../store/properties.ts'
import { Quietly } from '../../ui/late.tsx'
import { soon } from '../soonPart.ts'
import { useStore } from '../useStore.ts'

const card = soon(({ OpeningCard }) => OpeningCard)

const exportCard = soon(({ ExportCard }) => ExportCard)

const NO_PROPS = {}

export function Opening() {
  const reads = useStore(
    ({ tasks, data, document }) =>
      tasks.opening !== undefined &&
      (data.summary !== undefined || !same(document.source, DEFAULT_DOCUMENT.source)),
  )
  const exports = useStore(({ tasks }) => tasks.exporting !== undefined)
  return (
    <>
      {reads && <Quietly part={card} props={NO_PROPS} />}
      {exports && <Quietly part={exportCard} props={NO_PROPS} />}
    </>
  )
}
