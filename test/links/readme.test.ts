/** The README names every key that a link may have. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LINK_KEYS } from '../../src/store/codecs.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const links = readme.slice(readme.indexOf('## Links'), readme.indexOf('## Engines'))
const rows = links.split('\n').filter((line) => line.startsWith('|'))

/** Options of estimators have a table of their own, parts of another key stand in its row. */
function isNamed(key: string): boolean {
  const [master, part] = key.split('.')
  if (part === undefined) return rows.some((row) => row.split('|')[1].includes(`\`${master}\``))
  if (master === 'a' || master === 'b') return rows.some((row) => row.includes(`\`${part}\``))
  return rows.some(
    (row) => row.split('|')[1].includes(`\`${master}\``) && row.includes(`\`.${part}\``),
  )
}

it.each(LINK_KEYS)('%s', (key) => expect(isNamed(key)).toBe(true))
