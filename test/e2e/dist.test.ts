/** What stands in dist/, before any browser runs it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { policyText } from '../../scripts/content-security-policy.ts'
import { distFolder } from './support.ts'

const files = readdirSync(distFolder, { recursive: true, encoding: 'utf8' })
const read = (file: string): string => readFileSync(join(distFolder, file), 'utf8')
const named = (pattern: RegExp): readonly (readonly [string, string])[] =>
  files.filter((file) => pattern.test(file)).map((file) => [file, read(file)])

const html = read('index.html')
const attributes = (name: string): readonly string[] =>
  [...html.matchAll(new RegExp(`\\s${name}=["']([^"']*)["']`, 'g'))].map(([, value]) => value)

describe('index.html', () => {
  it('carries the policy before anything that it governs', () => {
    const meta = html.match(/<meta http-equiv="Content-Security-Policy" content="([^"]+)"/)
    expect(meta?.[1].replaceAll('&#39;', "'")).toBe(policyText)
    expect(html.search(/<(script|link|style)\b/)).toBeGreaterThan(meta?.index ?? Infinity)
  })

  it('has no inline script, style or handler', () => {
    const inline = [...html.matchAll(/<script\b[^>]*>/g)].filter(([tag]) => !/\ssrc=/.test(tag))
    expect(inline).toEqual([])
    expect(html).not.toMatch(/<style\b|\sstyle=|\son\w+=|javascript:/i)
  })

  it('loads only relative addresses, so that it works in any folder', () => {
    const loaded = [...attributes('src'), ...attributes('href')]
    expect(loaded.length).toBeGreaterThan(0)
    expect(loaded.filter((address) => !/^(\.\/|data:image\/)/.test(address))).toEqual([])
  })
})

describe('scripts and styles', () => {
  it('never evaluate text, and import nothing from elsewhere', () => {
    for (const [file, source] of named(/\.js$/)) {
      const found = source.match(
        /\bnew Function\b|[^.\w]eval\(|\bimportScripts\(|(?:\bimport\(|\bfrom)\s*["'`](?:https?:)?\/\//,
      )
      expect(found?.[0], file).toBeUndefined()
    }
  })

  it('name no address at the root of the host', () => {
    for (const [file, source] of named(/\.js$/)) {
      expect(source.match(/["'`]\/(?:assets|samples|src)\//)?.[0], file).toBeUndefined()
    }
    for (const [file, source] of named(/\.css$/)) {
      const foreign = [...source.matchAll(/url\(\s*["']?([^"')]+)/g)]
        .map(([, address]) => address)
        .filter(
          (address) => !/^(\.{0,2}\/?[\w-]|data:image|#)/.test(address) || address.includes('://'),
        )
      expect(foreign, file).toEqual([])
      expect(source, file).not.toMatch(/@import/)
    }
  })
})

describe('workers', () => {
  const importsIn = (source: string): readonly string[] =>
    [...source.matchAll(/(?:\bfrom|\bimport\(?)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
      ([, file]) => file,
    )

  it('import nothing that starts the page, now or later', () => {
    const sources = new Map(
      named(/\.js$/).map(([file, text]) => [file.replace(/^.*[\\/]/, ''), text]),
    )
    const start = [...sources.keys()].filter((file) =>
      /^(loader|parser|session|shard)-.{8}\.js$/.test(file),
    )
    expect(start).toHaveLength(4)
    const reached = new Set(start)
    for (const file of reached) {
      for (const next of importsIn(sources.get(file) ?? '')) reached.add(next)
    }
    const [page] = attributes('src').map((address) => address.replace('./assets/', ''))
    expect(sources.has(page)).toBe(true)
    expect([...reached]).not.toContain(page)
    expect(reached.size).toBeGreaterThan(10)
  })
})
