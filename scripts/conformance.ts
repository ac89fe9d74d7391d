/**
 * `npm run conformance -- [--engine reference|cpu|wasm|webgpu] FILE…`: runs cases (trace-schema §4) through the page's own
 * path: canonical rows → batch → estimator → scan → advantages. One line per case, then a count;
 * exit status 1 on any failure.
 */
import { readFile } from 'node:fs/promises'
import { checkCases, LOCAL_ENGINES, parseCases, type Verdict } from '../test/support/conformance.ts'
import { checkFilesOnWebGpu } from './conformance-webgpu.ts'

const args = process.argv.slice(2)
const engineAt = args.indexOf('--engine')
const engineName = engineAt < 0 ? 'reference' : args[engineAt + 1]
const files = engineAt < 0 ? args : args.filter((_, i) => i !== engineAt && i !== engineAt + 1)

if (files.length === 0) {
  console.error('usage: npm run conformance -- [--engine reference|cpu|wasm|webgpu] FILE…')
  process.exit(2)
}
const texts = await Promise.all(
  files.map(async (name) => ({ name, text: await readFile(name, 'utf8') })),
)

async function run(): Promise<readonly Verdict[]> {
  switch (engineName) {
    case 'reference':
    case 'cpu':
    case 'wasm': {
      const cases = texts.flatMap(({ name, text }) => parseCases(text, name))
      return checkCases(cases, LOCAL_ENGINES[engineName])
    }
    case 'webgpu':
      return checkFilesOnWebGpu(texts)
    default:
      console.error(`--engine ${engineName}: there is none; choose reference, cpu, wasm or webgpu.`)
      process.exit(2)
  }
}

const verdicts = await run()
for (const v of verdicts) {
  console.log(v.outcome === 'FAIL' ? `FAIL ${v.id}: ${v.detail}` : `${v.outcome} ${v.id}`)
}
const count = (outcome: Verdict['outcome']): number =>
  verdicts.filter((v) => v.outcome === outcome).length
const skipped = count('skip') > 0 ? `, ${count('skip')} skipped` : ''
console.log(`${count('ok')} passed, ${count('FAIL')} failed${skipped}`)
process.exit(count('FAIL') > 0 ? 1 : 0)
