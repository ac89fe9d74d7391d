/** Runs in the copy that recipe.test.ts makes: what the page's parts know of the estimator with the id given. */
import { ESTIMATORS, estimatorOf, optionsOf } from '../../../src/credit/registry.ts'
import { createReferenceEngine } from '../../../src/engine/reference/engine.ts'
import { specText } from '../../../src/panels/controls/specText.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import { decodeLink, encodeLink } from '../../../src/store/link.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { unavailableChoices } from '../../../src/worker/describe.ts'
import { Session } from '../../../src/worker/session.ts'
import { batchOf, evaluate } from '../batches.ts'
import { checkCases, LOCAL_ENGINES } from '../conformance.ts'

const [id, option, value] = process.argv.slice(2)

/** n = (2, 1), R = 1 (methods.md §3.3). */
const rows = [
  { rollout_id: 'r', segment_index: 0, response_mask: [1, 1], values: [0.2, 0.4] },
  { rollout_id: 'r', segment_index: 1, response_mask: [1], values: [0.6], reward: 1 },
]
const sliders = { gamma: 1, lambda: 0.8 }
const estimator = estimatorOf(id)
const document = { ...DEFAULT_DOCUMENT, b: { estimator: id, options: { [option]: value } } }
const link = encodeLink(document)
const decoded = decodeLink(link)

const caseOf = (name: string, first: number) => ({
  id: name,
  estimator: id,
  rows,
  options: sliders,
  expected: { advantages: [[first, 0.2], [0.4]] },
})

async function main(): Promise<void> {
  const file = { name: 'recipe', format: 'canonical-jsonl', bytes: 0 }
  const session = new Session(traceOfRows(rows, file), createReferenceEngine(), () => ({
    id: 'reference',
    description: '',
    reason: { code: 'exact' },
  }))
  const exported = await session.exportRows(settingsOf(document), 'csv')
  const verdicts = []
  for (const engine of [LOCAL_ENGINES.reference, LOCAL_ENGINES.cpu]) {
    verdicts.push(...(await checkCases([caseOf('right', 0.36), caseOf('wrong', 0.37)], engine)))
  }
  process.stdout.write(
    JSON.stringify({
      listed: ESTIMATORS.map((one) => one.id),
      label: estimator && specText('en').estimator(estimator),
      options: estimator && optionsOf(estimator).map(({ name }) => name),
      advantages: (await evaluate(batchOf(rows), id, {}, sliders)).advantages,
      changed: (await evaluate(batchOf(rows), id, { [option]: value }, sliders)).advantages,
      link,
      read: decoded.kind === 'ok' ? decoded.document.b : decoded.kind,
      header: (await exported.text()).split('\n')[0],
      unavailable: unavailableChoices(
        batchOf(rows.slice(1).map((row) => ({ ...row, segment_index: 0 }))),
      ),
      verdicts: verdicts.map(({ id: name, outcome }) => `${name} ${outcome}`),
    }),
  )
}

void main()
