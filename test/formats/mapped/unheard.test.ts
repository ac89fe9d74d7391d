/** The parquet library asks for ranges ahead; on a damaged file it does not come to all of them. */
import { expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { blob } from '../helpers.ts'
import { hostileBytes } from '../mutants.ts'

it('a range that nobody waits for fails unheard in no damaged parquet file', async () => {
  const unheard: unknown[] = []
  const note = (error: unknown) => void unheard.push(error)
  process.on('unhandledRejection', note)
  const columns = { rollout: 'traj', order: 'part', mask: 'is_model', values: 'v' }
  const mapping = { columns, rows: 'segment', order: 'up', reward: 'summed' } as const
  const input = { name: 'x', data: blob(hostileBytes('15-ranges-outside.parquet')) }
  const result = await readTrace([input], () => {}, undefined, { mapping })
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', note)
  expect(unheard).toEqual([])
  expect(JSON.stringify(result)).toContain('copy it again')
})
