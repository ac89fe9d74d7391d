import { describe, expect, it } from 'vitest'
import { createReferenceEngine } from '../../../src/engine/reference/engine.ts'
import { readTrace } from '../../../src/formats/read.ts'
import type { LoadedTrace } from '../../../src/formats/types.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import type { CreditSettings, Frame } from '../../../src/worker/api.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { loadSource } from '../../../src/worker/load.ts'
import { encodePayload } from '../../../src/worker/payload.ts'
import { Session } from '../../../src/worker/session.ts'
import { shareRows } from '../../../src/worker/share-rows.ts'

const rollout = (id: string, group: string, reward: number, lengths: readonly number[]) =>
  lengths.map(
    (length, s): CanonicalRow => ({
      rollout_id: id,
      group_id: group,
      segment_index: s,
      response_mask: Array.from({ length }, (_, k) => (k % 3 === 1 ? 0 : 1)),
      values: Array.from({ length }, (_, k) => reward / (k + 2)),
      ...(s === 0 && { reward }),
    }),
  )

const OF_12 = [...rollout('a', 'p', 1, [5, 4]), ...rollout('b', 'p', 0, [7])]
const OF_13 = [...rollout('c', 'q', 1, [3]), ...rollout('d', 'q', -2, [6, 2])]
const UNKNOWN = rollout('e', 'q', 9, [4])
const STEPS = new Map([
  ['a', 12],
  ['b', 12],
  ['c', 13],
  ['d', 13],
])

const traceOf = (rows: readonly CanonicalRow[], steps?: ReadonlyMap<string, number>): LoadedTrace =>
  traceOfRows(rows, { name: 'test', format: 'canonical-jsonl', bytes: 0 }, { steps })

/** Of so few tokens they come with the frame. */
function statisticsOf({ statistics }: Frame) {
  if (!statistics) throw new Error('The frame came without statistics.')
  return statistics
}

const sessionOf = (trace: LoadedTrace): Session =>
  new Session(trace, createReferenceEngine(), () => ({
    id: 'reference',
    description: '',
    reason: { code: 'exact' },
  }))

/** Both are made of the whole batch: group statistics, and whitening. */
const settings: CreditSettings = {
  ...settingsOf(DEFAULT_DOCUMENT),
  a: { estimator: 'grpo', options: {} },
  b: { estimator: 'cross-segment-gae', options: { whiten: 'batch' } },
}

async function frameOf(session: Session, step: number | undefined, index: number) {
  const view = { rollout: index, from: 0, to: 8, columns: 8, curveColumns: 8 }
  const frame = await session.frame({ settings: { ...settings, step }, ...view })
  const { detail, strips, curve, weights, lacks } = frame
  const { a, b } = statisticsOf(frame)
  return { detail, strips, curve, weights, a, b, lacks }
}

describe('one training step of a trace', () => {
  const mixed = [...OF_13.slice(0, 1), ...OF_12, ...UNKNOWN, ...OF_13.slice(1)]

  it('is what is saved with its advantages', async () => {
    const session = sessionOf(traceOf(mixed, STEPS))
    const alone = sessionOf(traceOf(OF_13, STEPS))
    const text = async (from: Session, step?: number) =>
      (await from.exportTrace({ ...settings, step }, { kind: 'jsonl', advantages: 'a' })).text()
    expect(await text(session, 13)).toBe(await text(alone))
  })

  it('is the batch: every number is that of a trace of its rollouts alone', async () => {
    const session = sessionOf(traceOf(mixed, STEPS))
    for (const [step, rows] of [
      [12, OF_12],
      [13, OF_13],
    ] as const) {
      const alone = sessionOf(traceOf(rows))
      for (const index of [0, 1]) {
        const got = await frameOf(session, step, index)
        expect(got).toEqual(await frameOf(alone, undefined, index))
        expect(got.detail.id).toBe(rows.filter((row) => row.reward !== undefined)[index].rollout_id)
      }
    }
    const whole = await frameOf(session, undefined, 1)
    expect(whole.detail.id).toBe('a')
    expect(whole.a.count).toBe(
      mixed.flatMap((row) => Array.from(row.response_mask)).filter((bit) => bit === 1).length,
    )
  })

  it('is what an export holds, and its header says so', async () => {
    const blob = await sessionOf(traceOf(mixed, STEPS)).exportRows(
      { ...settings, step: 13 },
      'json',
    )
    const { options, rows } = JSON.parse(await blob.text())
    expect(options.step).toBe(13)
    expect(new Set(rows.map((row: { rollout_id: string }) => row.rollout_id))).toEqual(
      new Set(['c', 'd']),
    )
  })

  it('that the trace has not is our mistake', async () => {
    await expect(frameOf(sessionOf(traceOf(mixed, STEPS)), 14, 0)).rejects.toThrow('step 14')
  })
})

describe('training steps travel with a trace', () => {
  const trace = traceOf([...OF_12, ...UNKNOWN, ...OF_13], STEPS)

  it('in a share file', async () => {
    const rows = shareRows(trace.batch, { texts: false, lines: true }, trace.steps)
    const read = await readTrace([{ name: 'rows.jsonl', data: rows }], () => {})
    expect(read).toMatchObject({ ok: true, value: { steps: trace.steps, unknownColumns: [] } })
  })

  it('in a link', async () => {
    const { payload } = encodePayload(trace.batch, { texts: false }, 8000, trace.steps)
    const read = await loadSource({ kind: 'payload', payload: payload ?? '' }, () => {})
    expect(read).toMatchObject({ ok: true, value: { trace: { steps: trace.steps } } })
  })
})
