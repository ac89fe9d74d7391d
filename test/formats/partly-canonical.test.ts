import { expect, it } from 'vitest'
import { nearestColumn } from '../../src/formats/canonical-columns.ts'
import { readTrace } from '../../src/formats/read.ts'

const file = (name: string, ...rows: readonly object[]) => ({
  name,
  data: new Blob([rows.map((row) => `${JSON.stringify(row)}\n`).join('')]),
})
const GOOD = file('good.jsonl', { rollout_id: 'a', response_mask: [1, 0, 1], reward: 1 })
const MASKLESS = file(
  'maskless.jsonl',
  { rollout_id: 'b', token_ids: [1, 2], reward: 1 },
  { rollout_id: 'c', token_ids: [1], reward: 0 },
)

it('a file without a mask column is refused by name with its columns, alone and beside others', async () => {
  const alone = await readTrace([MASKLESS], () => {})
  if (alone.ok) throw new Error('read')
  const [own] = alone.error.refusals
  for (const files of [
    [GOOD, MASKLESS],
    [MASKLESS, GOOD],
  ]) {
    const read = await readTrace(files, () => {})
    if (!read.ok) throw new Error('refused')
    const { batch, refusals, diagnostics } = read.value
    expect(batch.rolloutCount).toBe(1)
    expect(refusals).toEqual([own])
    expect(diagnostics).toEqual([])
    expect(read.value.files.find(({ name }) => name === 'maskless.jsonl')?.format).toBeUndefined()
  }
  expect(own.table?.columns.map(({ name }) => name)).toEqual(['rollout_id', 'token_ids', 'reward'])
  expect(own.diagnostics[1].message).toContain('`response_mask` is missing: it is 1 where')
})

it('a file that gives some rollouts keeps its errors beside them', async () => {
  const mixed = file(
    'mixed.jsonl',
    { rollout_id: 'a', response_mask: [1] },
    { rollout_id: 'b', reward: 1 },
  )
  const read = await readTrace([mixed], () => {})
  if (!read.ok) throw new Error('refused')
  expect(read.value.refusals).toEqual([])
  expect(read.value.diagnostics.map(({ file: name }) => name)).toEqual(['mixed.jsonl'])
})

it('an unknown column is told from a canonical one that it nearly is', () => {
  const near = {
    token_ids: 'response_ids',
    respose_mask: 'response_mask',
    'Log-Probs': 'log_probs',
  }
  for (const [name, column] of Object.entries(near)) expect(nearestColumn(name)).toBe(column)
  for (const name of ['temperature', 'x', 'a'.repeat(1e6)])
    expect(nearestColumn(name)).toBeUndefined()
})
