/** The harness itself: what the tests and `npm start` stand on. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../../scripts/chromium.ts'
import { policyText } from '../../scripts/content-security-policy.ts'
import { findPython } from '../../scripts/python.ts'
import { fileOf, type Served, serve } from '../../scripts/static-server.ts'
import { countTests, summaryLine } from '../../scripts/summary.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'segue-'))
  mkdirSync(join(folder, 'site/assets'), { recursive: true })
  writeFileSync(join(folder, 'site/index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'site/assets/a b.js'), 'export {}')
  writeFileSync(join(folder, 'secret.txt'), 'outside')
  writeFileSync(join(folder, 'browser'), '#!/bin/sh\n')
  chmodSync(join(folder, 'browser'), 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('static server', () => {
  let served: Served
  const site = () => join(folder, 'site')
  beforeAll(async () => {
    served = await serve({ folder: site(), base: '/some/sub/path/', port: 0, host: '127.0.0.1' })
  })
  afterAll(() => served.close())

  it('serves the index and files under the sub-path, typed', async () => {
    const index = await fetch(served.url)
    expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await index.text()).toBe('<!doctype html>')
    const script = await fetch(`${served.url}assets/a%20b.js?v=1`)
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  it('serves nothing outside the folder or the sub-path, and accepts no writes', async () => {
    expect(fileOf(site(), '/', '/../secret.txt')).toBeUndefined()
    expect(fileOf(site(), '/', '/%2e%2e/secret.txt')).toBeUndefined()
    expect(fileOf(site(), '/', '/%ff')).toBeUndefined()
    expect((await fetch(new URL('/index.html', served.url))).status).toBe(404)
    expect((await fetch(`${served.url}assets/`)).status).toBe(404)
    expect((await fetch(served.url, { method: 'POST', body: 'x' })).status).toBe(405)
  })
})

describe('npm run inspect', () => {
  const inspect = (...paths: readonly string[]) => {
    const script = join(import.meta.dirname, '../../scripts/inspect.ts')
    const { status, stdout, stderr } = spawnSync('npx', ['tsx', script, ...paths], {
      encoding: 'utf8',
    })
    return { status, stderr, report: stdout === '' ? undefined : JSON.parse(stdout) }
  }

  it('prints one report of files and folders, by their names below the folder', () => {
    mkdirSync(join(folder, 'run/steps'), { recursive: true })
    const row = (id: string) => JSON.stringify({ rollout_id: id, response_mask: [1, 0], reward: 1 })
    writeFileSync(join(folder, 'run/steps/1.jsonl'), row('a'))
    writeFileSync(join(folder, 'run/notes.txt'), 'no trace')
    const { status, stderr, report } = inspect(join(folder, 'run'))
    expect([status, stderr]).toEqual([0, ''])
    expect(report.files.map((f: { name: string; format: string }) => [f.name, f.format])).toEqual([
      ['notes.txt', null],
      ['steps/1.jsonl', 'canonical-jsonl'],
    ])
    expect(report.rollouts).toMatchObject([
      { id: 'a', segments: 1, positions: [2], action_tokens: [1], outcome: 1 },
    ])
    expect(report.has).toMatchObject({ mask: true, rewards: true, values: false })
  }, 20_000)

  it('fails where nothing was read, and where a file is not there', () => {
    const nothing = inspect(join(folder, 'secret.txt'))
    expect(nothing.status).toBe(1)
    expect(nothing.report.diagnostics[0]).toMatchObject({ severity: 'error', file: 'secret.txt' })
    const absent = inspect(join(folder, 'absent'))
    expect([absent.status, absent.report]).toEqual([1, undefined])
    expect(absent.stderr).toContain('no such file or folder')
  }, 20_000)
})

describe('finding python3 with numpy', () => {
  it('takes PYTHON_PATH only where it can import numpy, and says so', () => {
    expect(() => findPython({ PYTHON_PATH: process.execPath })).toThrow(
      `PYTHON_PATH is ${process.execPath}, which is not a python3 with numpy.`,
    )
  })
})

describe('finding Chromium', () => {
  it('takes CHROME_PATH, and says so when it names nothing', () => {
    expect(findChromium({ CHROME_PATH: join(folder, 'browser') })).toBe(join(folder, 'browser'))
    expect(() => findChromium({ CHROME_PATH: join(folder, 'absent') })).toThrow(
      /CHROME_PATH is .*absent/,
    )
  })
})

describe('the summary', () => {
  const file = (status: string, ...tests: string[]) => ({
    status,
    assertionResults: tests.map((test) => ({ status: test })),
  })

  it('counts a file that does not load as a failure', () => {
    const counts = countTests({
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        file('passed', 'passed', 'passed'),
        file('failed', 'failed', 'passed'),
        file('failed'),
      ],
    })
    expect(summaryLine(counts)).toBe('3 passed, 2 failed')
  })
})

describe('the policy', () => {
  it('names no host, no inline code and no eval but WebAssembly', () => {
    expect(policyText).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/)
    expect(policyText).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/)
  })
})
