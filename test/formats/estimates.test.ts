import { describe, expect, it } from 'vitest'
import { readTrace } from '../../src/formats/read.ts'
import { tableOfStep } from '../../src/store/training-steps.ts'
import { describeTrace, rolloutTable } from '../../src/worker/describe.ts'
import { countOf } from '../../src/worker/holdings.ts'

interface File {
  readonly name: string
  readonly rows: readonly object[]
}

async function open(...files: readonly File[]) {
  const inputs = files.map(({ name, rows }) => ({
    name,
    data: new Blob([rows.map((row) => `${JSON.stringify(row)}\n`).join('')]),
  }))
  const read = await readTrace(inputs, () => {})
  if (!read.ok) throw new Error(read.error.refusals[0]?.diagnostics[0]?.message)
  const { batch, steps, estimates } = read.value
  return {
    summary: describeTrace(read.value, batch),
    table: rolloutTable(batch, steps, estimates),
  }
}

const RECORDED: File = {
  name: 'recorded.jsonl',
  rows: [
    { rollout_id: 'a', response_mask: [1, 0, 1], response_ids: [1, 2, 3], reward: 1, step: 1 },
    { rollout_id: 'b', response_mask: [1, 1], response_ids: [1, 2], reward: 0, step: 2 },
  ],
}
/** Text alone: tokens are estimated, the mask is told from the roles. */
const dump = (name: string): File => ({
  name,
  rows: [{ input: 'Who?', output: `Ada of ${name}.`, gts: 'x', score: 1, step: 2 }],
})

describe('files opened together, of which some lack token ids and mask', () => {
  it('are told apart by rollout, and those that lack it are named', async () => {
    const { summary, table } = await open(RECORDED, dump('1.jsonl'), dump('2.jsonl'))
    const part = { rollouts: 2, files: ['1.jsonl', '2.jsonl'] }
    expect(summary.estimates).toMatchObject({ tokens: part, mask: part })
    expect([countOf(table, 'mask'), countOf(table, 'token_ids')]).toEqual([2, 2])
    expect([...(table.estimated ?? [])]).toEqual([0, 0, 1, 1])
  })

  it('whichever is opened first', async () => {
    const { summary, table } = await open(dump('1.jsonl'), RECORDED)
    expect(summary.estimates?.mask).toEqual({ rollouts: 1, files: ['1.jsonl'] })
    expect([...(table.estimated ?? [])]).toEqual([1, 0, 0])
  })

  it('keep their marks in the table of a training step', async () => {
    const { table } = await open(RECORDED, dump('1.jsonl'))
    const second = tableOfStep(table, 2)
    expect([...(second.estimated ?? [])]).toEqual([0, 1])
    expect([countOf(table, 'mask'), countOf(second, 'mask')]).toEqual([2, 1])
  })

  it('say nothing of parts where all are alike', async () => {
    const { summary, table } = await open(dump('1.jsonl'), dump('2.jsonl'))
    expect(summary).toMatchObject({ approximate: true, maskDerived: true })
    expect(countOf(table, 'mask')).toBe(0)
    expect(summary.estimates).toBeUndefined()
    expect((await open(RECORDED)).summary.estimates).toBeUndefined()
  })

  it('tell a mask that one of them lacks from tokens that none lacks', async () => {
    const marked: File = {
      name: 'marked.jsonl',
      rows: [{ rollout_id: 'm', response_mask: [1], response_ids: [5], mask_derived: true }],
    }
    const { summary, table } = await open(RECORDED, marked)
    expect(summary.estimates).toMatchObject({
      tokens: { rollouts: 0, files: [] },
      mask: { rollouts: 1, files: ['marked.jsonl'] },
    })
    expect([...(table.estimated ?? [])]).toEqual([0, 0, 0])
  })
})
