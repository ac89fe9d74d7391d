/** The first visit stays light: whoever makes it heavier has to say so here. */
import { expect, it } from 'vitest'
import { total, weigh } from '../support/weigh.ts'
import { distFolder } from './support.ts'

/** Bytes of brotli: what was reached, and 3 % more. */
const BUDGET = 207_000
/** Files, of which each costs a request. */
const MOST_FILES = 10

it('the first picture needs few files, and what few visits need comes later', async () => {
  const { first, ahead, onDemand } = await weigh(distFolder)
  expect(total(first), JSON.stringify(first)).toBeLessThan(BUDGET)
  expect(first.length).toBeLessThanOrEqual(MOST_FILES)
  const names = (files: readonly { readonly file: string }[]) =>
    files.map(({ file }) => file.replace(/^assets\/|-[\w-]{8}\.\w+$/g, ''))
  // Readers, panels and what a share needs are there before the network goes.
  expect(names(ahead)).toEqual(
    expect.arrayContaining(['read', 'parquet', 'torch', 'payload', 'RatioPanel', 'ShareBody']),
  )
  expect(names(onDemand)).toEqual(
    expect.arrayContaining(['typeset', 'CopyBody', 'AboutBody', 'browser-engine', 'shard']),
  )
})
