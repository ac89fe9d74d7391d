/**
 * `npm test`: every gate in turn (types, lint, build, tests), all of them even if one fails, then one
 * line "N passed, N failed" in which each gate counts as one test. The line is also left in
 * .cache/summary.txt for .ci/run.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildKernel } from './build-kernel.ts'
import { ensureChromium } from './chromium.ts'
import { ensurePython } from './python.ts'
import { type Counts, countTests, summaryLine } from './summary.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const report = '.cache/vitest.json'

const GATES = [
  { name: 'types', command: 'tsc -p tsconfig.json' },
  { name: 'types without DOM', command: 'tsc -p tsconfig.core.json' },
  { name: 'lint', command: 'biome check --error-on-warnings .' },
  { name: 'build', command: 'vite build --logLevel warn' },
] as const

/** npm puts node_modules/.bin on the PATH; the shell is what finds the .cmd files on Windows. */
function run(command: string, environment: NodeJS.ProcessEnv = {}): boolean {
  const env = { ...process.env, ...environment }
  return spawnSync(command, { cwd: root, env, shell: true, stdio: 'inherit' }).status === 0
}

function gate(name: string, command: string): boolean {
  const began = performance.now()
  const passed = run(command)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`)
  return passed
}

/** Without a build there is no page to test, and an older one would answer for the wrong sources. */
function tests(chromium: string, built: boolean): Counts {
  const words = [
    'vitest run --reporter=default --reporter=json',
    `--outputFile.json=${report}`,
    ...(built ? [] : ['--project=!e2e']),
    ...process.argv.slice(2),
  ]
  const passed = run(words.join(' '), { CHROME_PATH: chromium })
  const counts = existsSync(report)
    ? countTests(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 }
  // An error outside any test (a start-up failure, an unhandled rejection) must not look green.
  return !passed && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

async function main(): Promise<boolean> {
  process.chdir(root)
  mkdirSync('.cache', { recursive: true })
  rmSync('.cache/summary.txt', { force: true })
  rmSync(report, { force: true })

  const chromium = ensureChromium()
  ensurePython()
  await buildKernel()
  const gates = GATES.map(({ name, command }) => ({ name, passed: gate(name, command) }))
  const built = gates.every(({ name, passed }) => passed || name !== 'build')
  const counts = tests(chromium, built)
  const total = {
    passed: counts.passed + gates.filter(({ passed }) => passed).length,
    failed: counts.failed + gates.filter(({ passed }) => !passed).length,
  }
  writeFileSync('.cache/summary.txt', `${summaryLine(total)}\n`)
  process.stdout.write(`${summaryLine(total)}\n`)
  return total.failed === 0
}

try {
  if (!(await main())) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
