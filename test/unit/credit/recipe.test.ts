/**
 * The recipe “An estimator” of src/README.md, followed to the letter on a copy of the sources: one file, one
 * import and one entry in the registry, nothing else.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)
let copy = ''

const node = async (...args: readonly string[]): Promise<string> =>
  (await run(process.execPath, [...args], { cwd: copy })).stdout

/** What `check.ts` prints. */
interface Known {
  readonly listed: readonly string[]
  readonly label: string
  readonly options: readonly string[]
  readonly advantages: readonly (readonly number[])[]
  readonly changed: readonly (readonly number[])[]
  readonly link: string
  readonly read: unknown
  readonly header: string
  readonly unavailable: Readonly<Record<string, string>>
  readonly verdicts: readonly string[]
}

function addEstimator(): void {
  const source = readFileSync(join(copy, 'test/support/recipe/bootstrap-gae.ts'), 'utf8')
  // In its place the fixture lies beside the others.
  const placed = source.replaceAll('../../../src/credit/', '../')
  writeFileSync(join(copy, 'src/credit/estimators/bootstrap-gae.ts'), placed)
  const registry = join(copy, 'src/credit/registry.ts')
  const text = readFileSync(registry, 'utf8')
  const end = text.indexOf('\n]', text.indexOf('export const ESTIMATORS'))
  const entry = `${text.slice(0, end)}\n  bootstrapGae,${text.slice(end)}`
  const line = "import { bootstrapGae } from './estimators/bootstrap-gae.ts'\n"
  writeFileSync(registry, line + entry)
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'segue-recipe-'))
  for (const name of ['src', 'shaders', 'test/support', 'tsconfig.json', 'tsconfig.core.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }')
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  addEstimator()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('an estimator added by the recipe', () => {
  it('compiles', async () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    expect(await node(tsc, '-p', 'tsconfig.core.json')).toBe('')
  })

  it('is known to list, options, evaluation, link, export and conformance', async () => {
    const printed = await node(
      '--import',
      'tsx',
      'test/support/recipe/check.ts',
      'bootstrap-gae',
      'lookAhead',
      'zero',
    )
    const known: Known = JSON.parse(printed)
    expect(known.listed.at(-1)).toBe('bootstrap-gae')
    expect(known.label).toBe('bootstrap GAE')
    expect(known.options).toEqual(expect.arrayContaining(['lookAhead', 'observations', 'keep']))

    // methods.md §3.3: “bootstrap only”, and “independent, R only last”.
    const close = (got: readonly (readonly number[])[], want: readonly (readonly number[])[]) => {
      expect(got.flat()).toHaveLength(want.flat().length)
      want.flat().forEach((a, i) => {
        expect(got.flat()[i]).toBeCloseTo(a, 12)
      })
    }
    close(known.advantages, [[0.36, 0.2], [0.4]])
    close(known.changed, [[-0.12, -0.4], [0.4]])

    expect(known.link).toContain('b=bootstrap-gae&b.lookAhead=zero')
    expect(known.read).toEqual({ estimator: 'bootstrap-gae', options: { lookAhead: 'zero' } })
    expect(known.header).toContain('"b":{"estimator":"bootstrap-gae","lookAhead":"zero"')
    expect(known.unavailable['bootstrap-gae.lookAhead.zero']).toBe('There is one segment only.')
    expect(known.verdicts).toEqual(['right ok', 'wrong FAIL', 'right ok', 'wrong FAIL'])
  })
})
