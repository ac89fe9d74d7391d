/** Holds the whole repository to the rules of src/README.md. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { describeBreach, RULES } from './rules.ts'
import type { Sources } from './source.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const TEXT = /(\.(tsx?|mjs|js|json|jsonl|md|css|html|wgsl|svg)|\.ci\/run|LICENSE|\.gitignore)$/

function walk(folder: string): readonly string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = folder ? `${folder}/${name}` : name
    if (['node_modules', 'dist', '.git', '.cache'].includes(name)) return []
    return statSync(join(root, path)).isDirectory() ? walk(path) : [path]
  })
}

/** Committed and about-to-be-committed files; every file where this is an unpacked archive. */
function files(): readonly string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return listed.split('\n').filter(Boolean)
  } catch {
    return walk('')
  }
}

const sources: Sources = new Map(
  files()
    .filter((file) => TEXT.test(file) && file !== 'package-lock.json')
    .filter((file) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile())
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

describe('the repository', () => {
  it('was read', () => {
    expect(sources.has('src/trace/batch.ts')).toBe(true)
    expect(sources.has('src/worker/api.ts')).toBe(true)
  })

  it.each(Object.entries(RULES))('%s', (_, rule) => {
    expect(rule(sources).map(describeBreach)).toEqual([])
  })

  it('names every package in one exact version', () => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>
    const inexact = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(inexact).toEqual([])
  })
})
