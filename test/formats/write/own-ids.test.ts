import { describe, expect, it } from 'vitest'
import { createReferenceEngine } from '../../../src/engine/reference/engine.ts'
import { readTrace } from '../../../src/formats/read.ts'
import type { LoadedTrace } from '../../../src/formats/types.ts'
import { writeTrace } from '../../../src/formats/write/canonical.ts'
import { TRACE_FILES } from '../../../src/formats/write/kinds.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import { loadSource } from '../../../src/worker/load.ts'
import { encodePayload } from '../../../src/worker/payload.ts'
import { Session } from '../../../src/worker/session.ts'
import { shareRows } from '../../../src/worker/share-rows.ts'
import { createStepBatches, stepsOfBatch } from '../../../src/worker/step-batches.ts'
import { blob, comparable, lines } from '../helpers.ts'

const row = (rollout_id: string, step: number | undefined, more: object = {}) => ({
  rollout_id,
  response_mask: [1, 0, 1],
  values: [0.25, 0.5, step ?? 0],
  group_id: 'g',
  step,
  reward: 1,
  ...more,
})

/** `A` and `B` come in two steps; the id of another rollout looks like the name of one of them. */
const STEPS = [
  lines(row('A', 1), row('B', 1), row('A (step 2)', 1)),
  lines(row('A', 2, { segment_index: 0 }), row('A', 2, { segment_index: 1 }), row('B', 2)),
]
const NAMES = ['A', 'B', 'A (step 2)', 'A (step 2) (step 2)', 'B (step 2)']
const OWN = ['A', 'B', 'A (step 2)', 'A', 'B']

async function read(...files: readonly (string | Blob)[]): Promise<LoadedTrace> {
  const inputs = files.map((file, i) => ({
    name: `file${i}`,
    data: typeof file === 'string' ? blob(file) : file,
  }))
  const result = await readTrace(inputs, () => {})
  if (!result.ok) throw new Error(JSON.stringify(result.error.refusals))
  expect(result.value.diagnostics).toEqual([])
  return result.value
}

const rowsIn = async (file: Blob): Promise<readonly Record<string, unknown>[]> =>
  (await file.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const plain = (batch: LoadedTrace['batch']) =>
  JSON.parse(
    JSON.stringify(comparable(batch), (_, x) =>
      ArrayBuffer.isView(x) ? Array.from(x as Float64Array) : x,
    ),
  )

describe('ids that come again in another training step', () => {
  it('are shown under names of their own, whatever other ids look like', async () => {
    const { batch, steps } = await read(...STEPS)
    expect(batch.rollout.id).toEqual(NAMES)
    expect(batch.rollout.ownId).toEqual(OWN)
    expect([...(steps ?? [])]).toEqual([1, 1, 1, 2, 2])
    const { batch: other } = await read(lines(row('A', 1), row('A', 2), row('A (step 2)', 2)))
    expect(other.rollout.id).toEqual(['A', 'A (step 2)', 'A (step 2) (step 2)'])
    expect(other.rollout.ownId).toEqual(['A', 'A', 'A (step 2)'])
    const { batch: without } = await read(
      lines(row('A', 1), row('A', 2), row('A (step 2)', undefined)),
    )
    expect(without.rollout.id).toEqual(['A', 'A (step 2)', 'A (step 2) (2)'])
  })

  it('need no second list where none does', async () => {
    expect((await read(STEPS[0])).batch.rollout).not.toHaveProperty('ownId')
  })

  it.each(TRACE_FILES)(
    'are written as in their files, and read as the same batch (%s)',
    async (kind) => {
      const { batch, steps } = await read(...STEPS)
      const file = await writeTrace(batch, kind, steps)
      if (kind === 'jsonl') {
        const said = (await rowsIn(file)).map(({ rollout_id, step }) => [rollout_id, step])
        expect(said).toEqual([
          ['A', 1],
          ['B', 1],
          ['A (step 2)', 1],
          ['A', 2],
          ['A', 2],
          ['B', 2],
        ])
      }
      const again = await read(file)
      expect(again.batch.rollout.id).toEqual(NAMES)
      expect(again.batch.rollout.ownId).toEqual(OWN)
      expect(plain(again.batch)).toEqual(plain(batch))
      expect(again.steps).toEqual(steps)
    },
  )

  it.each(TRACE_FILES)('stand alone in the file of one step (%s)', async (kind) => {
    const trace = await read(...STEPS)
    const batch = await createStepBatches(trace)(2)
    const file = await writeTrace(batch, kind, stepsOfBatch(trace.steps, batch, 2))
    const again = await read(file)
    expect(again.batch.rollout.id).toEqual(['A', 'B'])
    expect([...(again.steps ?? [])]).toEqual([2, 2])
    // Opened beside the first step it is what it was.
    const both = await read(STEPS[0], ...(kind === 'jsonl' ? [file] : []))
    if (kind === 'jsonl') expect(both.batch.rollout).toMatchObject({ id: NAMES, ownId: OWN })
  })

  it('travel in a link', async () => {
    const { batch, steps } = await read(...STEPS)
    const { payload = '' } = encodePayload(batch, { texts: true }, 8000, steps)
    const got = await loadSource({ kind: 'payload', payload }, () => {})
    if (!got.ok) throw new Error('refused')
    expect(plain(got.value.trace.batch)).toEqual(plain(batch))
    expect(got.value.trace.steps).toEqual(steps)
  })

  it('travel in a share file; rows for a snippet, which knows no steps, are told apart', async () => {
    const { batch, steps } = await read(...STEPS)
    const rows = await shareRows(batch, { texts: true, lines: false }, steps).text()
    const again = await read(`{"segue":1,"rows":${rows}}`)
    expect(plain(again.batch)).toEqual(plain(batch))
    const file = shareRows(batch, { texts: true, lines: true }, steps)
    expect(new Set((await rowsIn(file)).map(({ rollout_id: id }) => id))).toEqual(new Set(NAMES))
    expect((await read(file)).batch.rollout.id).toEqual(NAMES)
  })

  it('stand beside their step in exported advantages', async () => {
    const trace = await read(...STEPS)
    const session = new Session(trace, createReferenceEngine(), () => ({
      id: 'reference',
      description: '',
      reason: { code: 'exact' },
    }))
    const settings = settingsOf(DEFAULT_DOCUMENT)
    const csv = async (step?: number) => {
      const text = await (await session.exportRows({ ...settings, step }, 'csv')).text()
      const [, names, ...rows] = text.trimEnd().split('\n')
      expect(names.split(',').slice(0, 3)).toEqual(['rollout_id', 'step', 'segment_index'])
      return rows.filter((_, i) => i % 3 === 0).map((line) => line.split(',').slice(0, 3).join())
    }
    const ofStep2 = ['A,2,0', 'A,2,1', 'B,2,0']
    expect(await csv()).toEqual(['A,1,0', 'B,1,0', 'A (step 2),1,0', ...ofStep2])
    expect(await csv(2)).toEqual(ofStep2)
    const json = JSON.parse(
      await (await session.exportRows({ ...settings, step: 2 }, 'json')).text(),
    )
    expect(json.rows[0]).toMatchObject({ rollout_id: 'A', step: 2, segment_index: 0 })
  })

  it('are told apart by their step also where a row of them is broken', async () => {
    const broken = { ...row('A', 2), values: 'none' }
    const inputs = [lines(row('A', 1)), lines(broken, row('B', 2))].map((text, i) => ({
      name: `${i}.jsonl`,
      data: blob(text),
    }))
    const result = await readTrace(inputs, () => {})
    if (!result.ok) throw new Error('refused')
    expect(result.value.batch.rollout.id).toEqual(['A', 'B'])
    expect(result.value.diagnostics.map(({ code }) => code)).toEqual(['bad-type'])
  })
})

describe('ids that two formats share', () => {
  it('keep the names that tell them apart, which no column could', async () => {
    const verl = { input: 'i', output: 'o', score: 1, step: 1, uid: 'A_0_0' }
    const { batch, steps } = await read(
      lines(row('A_0', 1, { group_id: undefined }), row('A_0', 2, { group_id: undefined })),
      lines(verl),
    )
    expect(batch.rollout.id).toEqual(['A_0', 'A_0 (step 2)', 'A_0 (verl-jsonl)'])
    const again = await read(await writeTrace(batch, 'jsonl', steps))
    expect(plain(again.batch)).toEqual(plain(batch))
  })
})
