import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CANONICAL_COLUMNS } from '../../src/formats/canonical-columns.ts'
import { TABLE_COLUMNS } from '../../src/formats/canonical-table.ts'
import { FORMATS } from '../../src/formats/registry.ts'
import { reportOf } from '../../src/formats/report.ts'
import { read } from './helpers.ts'

const text = readFileSync(join(import.meta.dirname, '../../docs/formats.md'), 'utf8')
const section = (title: string) => text.split(/^## /m).find((s) => s.startsWith(`${title}\n`)) ?? ''
const examples = Array.from(text.matchAll(/^```jsonl\n([\s\S]*?)^```$/gm), ([, lines]) => lines)

describe('docs/formats.md', () => {
  it('names every format and every column that is read', () => {
    for (const id of FORMATS.keys()) expect(text).toContain(`\`${id}\``)
    // What share files add is not for others to write.
    const own = new Set(['prompt_length', 'prompt_parts', 'approximate_tokens', 'mask_derived'])
    const columns = [...CANONICAL_COLUMNS].filter((name) => !own.has(name))
    for (const name of columns) expect(section('Canonical rows')).toContain(`\`${name}\``)
    for (const name of TABLE_COLUMNS) expect(section('npz')).toContain(`\`${name}\``)
  })

  it('and the README, which says what is missing and how to get it, have every format in a table', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    const rows = readme.split('\n').filter((line) => line.startsWith('| '))
    for (const id of FORMATS.keys()) {
      const row = rows.find((line) => line.includes(`\`${id}\``)) ?? ''
      const cells = row.split('|').map((cell) => cell.trim())
      expect(cells.slice(1, 6).filter(Boolean), id).toHaveLength(5)
    }
  })

  it('has examples that read without a word', async () => {
    const reports = await Promise.all(examples.map(async (lines) => reportOf(await read(lines))))
    expect(reports.flatMap((r) => r.diagnostics)).toEqual([])
    expect(reports.map((r) => [r.files[0].format, r.rollouts.map((x) => x.segments)])).toEqual([
      ['canonical-jsonl', [2]],
      ['verl-jsonl', [2, 1]],
      ['verl-jsonl', [1, 1]],
      ['claude-code', [2]],
    ])
    expect(reports[1].rollouts.map((x) => x.outcome)).toEqual([1, 0])
    expect(reports[3].rollouts[0].boundaries).toEqual(['summary'])
  })
})
