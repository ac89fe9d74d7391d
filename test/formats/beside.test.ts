/** Files opened together whose rows say the same ids. */
import { describe, expect, it } from 'vitest'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { readTrace } from '../../src/formats/read.ts'
import type { LoadedTrace } from '../../src/formats/types.ts'
import { TRACE_FILES } from '../../src/formats/write/kinds.ts'
import { DEFAULT_DOCUMENT } from '../../src/store/document.ts'
import { settingsOf } from '../../src/store/fit.ts'
import { Session } from '../../src/worker/session.ts'
import { blob, comparable, lines } from './helpers.ts'

const row = (rollout_id: string, step: number | undefined, more: object = {}) => ({
  rollout_id,
  response_mask: [1, 0, 1],
  values: [0.25, 0.5, step ?? 0],
  response_tokens: ['a', '会', ''],
  prompt_text: 'Q',
  turns: [{ start: 0, end: 1, kind: 'action', tool: 'bash', reward: 1 }],
  step,
  ...more,
})

async function read(files: Readonly<Record<string, string | Blob>>): Promise<LoadedTrace> {
  const inputs = Object.entries(files).map(([name, file]) => ({
    name,
    data: typeof file === 'string' ? blob(file) : file,
  }))
  const result = await readTrace(inputs, () => {})
  if (!result.ok) throw new Error(JSON.stringify(result.error.refusals))
  return result.value
}

const saying = ({ diagnostics }: LoadedTrace) => diagnostics.map(({ code }) => code)

describe('a step that was saved, opened beside the whole', () => {
  const whole = lines(row('A', 1), row('B', 1), row('A', 2), row('A', 2), row('B', 2))
  const saved = async (kind: (typeof TRACE_FILES)[number], advantages: 'a' | 'recorded') => {
    const session = new Session(
      await read({ 'run.jsonl': whole }),
      createReferenceEngine(),
      () => ({ id: 'reference', description: '', reason: { code: 'exact' } }),
    )
    return session.exportTrace({ ...settingsOf(DEFAULT_DOCUMENT), step: 2 }, { kind, advantages })
  }

  it.each(TRACE_FILES)('counts once where it says the same (%s)', async (kind) => {
    const step = await saved(kind, 'recorded')
    const alone = await read({ 'run.jsonl': whole })
    const both = await read({ 'run.jsonl': whole, [`step2.${kind}`]: step })
    expect(comparable(both.batch)).toEqual(comparable(alone.batch))
    expect(both.diagnostics).toEqual([
      {
        code: 'repeated-rows',
        severity: 'warning',
        file: `step2.${kind}`,
        line: 1,
        ...(kind !== 'jsonl' && { unit: 'row' }),
        message: expect.stringContaining(
          'this row and 2 more stand in another file too, equal in every column (this one: ' +
            'run.jsonl, line 3), and counts once.',
        ),
      },
    ])
  })

  it.each(TRACE_FILES)(
    'counts once also before the whole, whose rows nothing numbers (%s)',
    async (kind) => {
      const step = await saved(kind, 'recorded')
      const both = await read({ [`run-step2.${kind}`]: step, 'run.jsonl': whole })
      expect(both.batch.rollout.id).toEqual(['A', 'B', 'A (step 1)', 'B (step 1)'])
      expect([...both.batch.rollout.firstSegment]).toEqual([0, 2, 3, 4, 5])
      expect(saying(both)).toEqual(['repeated-rows'])
    },
  )

  it('is left out with the step it repeats where it says something else, and the message says what', async () => {
    const step = await saved('jsonl', 'a')
    const both = await read({ 'run.jsonl': whole, 'step2.jsonl': step })
    expect(both.batch.rollout.id).toEqual(['A', 'B'])
    // Nothing of the file is in the trace, so this is said with its refusal.
    const [{ file, diagnostics }] = both.refusals
    expect(file).toBe('step2.jsonl')
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'step2.jsonl: no usable rollout is in this file.',
      'step2.jsonl, line 1: `segment_index` is 0 on two rows of the rollout, here and in run.jsonl, line 3, ' +
        'which differ in `advantages`; open one of the two files alone or, where they are two rollouts, give ' +
        'each row its `step`. Rollout "A (step 2)" is left out.',
      expect.stringContaining('step2.jsonl, line 3'),
    ])
  })

  it('is told what differs', async () => {
    const plain = row('A', 1, { segment_index: 0 })
    const different: readonly (readonly [string, object])[] = [
      ['`response_mask`', { response_mask: [1, 1, 1] }],
      ['`values`', { values: [0.25, 0.5, 7] }],
      ['`response_tokens`', { response_tokens: ['a', '会', 'x'] }],
      ['`turns`', { turns: [] }],
      ['the prompt', { prompt_text: 'R' }],
      ['`ended`', { ended: 'error' }],
      ['`flags`', { flags: ['drop'] }],
      ['`response_ids`', { response_ids: [1, 2, 3] }],
    ]
    for (const [name, change] of different) {
      const other = lines({ ...plain, ...change }, row('B', 1))
      const { diagnostics } = await read({ a: lines(plain), b: other })
      expect(diagnostics[0]?.message).toContain(`which differ in ${name}; open one`)
    }
  })

  it('is an error inside of one file, as ever', async () => {
    const twice = row('A', 1, { segment_index: 0 })
    const both = await read({ a: lines(twice, twice, row('B', 1)) })
    expect(both.diagnostics).toMatchObject([{ code: 'duplicate-segment', severity: 'error' }])
    expect(both.batch.rollout.id).toEqual(['B'])
  })
})

describe('rows of one id in several files', () => {
  it('are said to be joined where nothing numbers them, once per load', async () => {
    const file = lines(row('A', undefined), row('B', undefined))
    const trace = await read({
      'a.jsonl': file,
      'b.jsonl': file,
      'c.jsonl': lines(row('A', undefined)),
    })
    expect([...trace.batch.rollout.firstSegment]).toEqual([0, 3, 5])
    expect(trace.diagnostics).toEqual([
      {
        code: 'joined-files',
        severity: 'warning',
        file: 'b.jsonl',
        line: 1,
        field: 'segment_index',
        message:
          'b.jsonl, line 1: 2 rollouts have rows in several files (a.jsonl, b.jsonl, c.jsonl) and no number that ' +
          'orders them, so what a later file has under the same id was read as later segments of the same rollout. ' +
          'Where each file is a training step of its own, write the `step` on every row; where a rollout goes on ' +
          'from file to file, number its rows by `segment_index`.',
      },
    ])
  })

  it('are not spoken of where a number or the step says what they are', async () => {
    const numbered = [0, 1].map((segment_index) => lines(row('A', undefined, { segment_index })))
    expect(saying(await read({ a: numbered[0], b: numbered[1] }))).toEqual([])
    expect(saying(await read({ a: lines(row('A', 1)), b: lines(row('A', 2)) }))).toEqual([])
    expect(saying(await read({ a: lines(row('A', 1), row('A', 1)) }))).toEqual([])
    // Numbers in one file only, and other content: as likely its beginning as a copy.
    const other = lines(row('A', 1, { segment_index: 0, values: [9, 9, 9] }))
    expect(saying(await read({ a: other, b: lines(row('A', 1)) }))).toEqual(['joined-files'])
  })
})
