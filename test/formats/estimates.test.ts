import { describe, expect, it } from 'vitest'
import { readTrace } from '../../src/formats/read.ts'
import { writeTrace } from '../../src/formats/write/canonical.ts'
import { TRACE_FILES } from '../../src/formats/write/kinds.ts'
import { maskSources } from '../../src/panels/trace/EstimateNotes.tsx'
import { tableOfStep } from '../../src/store/training-steps.ts'
import { describeTrace, rolloutTable } from '../../src/worker/describe.ts'
import { countOf } from '../../src/worker/holdings.ts'
import { bytesOf, filesOf, load } from './helpers.ts'

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
/** Text alone: tokens are estimated, the mask is told from marks in the text. */
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

describe('what a mask was told from', () => {
  it.each([
    ['verl-jsonl', 'v1.jsonl', ['marks']],
    ['sharegpt', undefined, ['roles']],
    ['claude-code', undefined, ['roles']],
    ['areal', 'agent.jsonl', ['response']],
    ['roll', 'agentic.jsonl', ['roles']],
    ['roll', 'rlvr.jsonl', ['marks']],
    ['trl-parquet', 'chat.parquet', ['roles']],
    ['canonical-npz', undefined, undefined],
  ])('%s %s', async (format, name, mask) => {
    const file = name ?? filesOf(format)[0]
    const { files, has } = await load(bytesOf(format, file))
    expect(files[0].mask).toEqual(mask)
    expect(has.mask).toBe(mask === undefined)
  })

  it('is what the file says of itself, once it was saved', async () => {
    const { batch } = await load(bytesOf('roll', 'agentic.jsonl'))
    for (const kind of TRACE_FILES) {
      const saved = new Uint8Array(await (await writeTrace(batch, kind)).arrayBuffer())
      expect((await load(saved)).files[0].mask).toEqual(['file'])
    }
  })

  it('is told with the files that it is true of', async () => {
    const chat: File = {
      name: 'chat.jsonl',
      rows: [
        {
          conversations: [
            { from: 'human', value: 'Q' },
            { from: 'gpt', value: 'A' },
          ],
        },
      ],
    }
    const { summary } = await open(dump('1.jsonl'), RECORDED, chat, dump('2.jsonl'))
    expect(maskSources(summary)).toEqual([
      { from: 'roles', files: ['chat.jsonl'] },
      { from: 'marks', files: ['1.jsonl', '2.jsonl'] },
    ])
  })
})
