import { describe, expect, it } from 'vitest'
import { createCpuEngine } from '../../../src/engine/cpu/engine.ts'
import { type Engine, ticksByScans } from '../../../src/engine/engine.ts'
import { readTrace } from '../../../src/formats/read.ts'
import { searchSample } from '../../../src/simulate/search-sample.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import type { CreditSettings, FrameRequest } from '../../../src/worker/api.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { Session } from '../../../src/worker/session.ts'

const SETTINGS: CreditSettings = {
  a: { estimator: 'per-segment-gae', options: {} },
  b: { estimator: 'cross-segment-gae', options: {} },
  gamma: 1,
  lambda: 0.8,
  lambdaCritic: undefined,
  epsLow: 0.2,
  epsHigh: 0.28,
  ratio: { rule: 'ppo-clip', options: {} },
  against: undefined,
  drift: undefined,
  aggregate: {
    mode: 'token-mean',
    lMax: 4096,
    denominator: 'before',
    emptyRows: 'skip',
    measure: 'weight',
  },
  values: { kind: 'file' },
  outcomes: { byRollout: {} },
}

const SEED: readonly CanonicalRow[] = [
  { rollout_id: 'r', segment_index: 0, response_mask: [1, 0, 1], values: [0.2, 9, 0.4], reward: 1 },
  { rollout_id: 'r', segment_index: 1, response_mask: [1], values: [0.6] },
]

/** As a GPU does: results rounded to float32. */
function float32Engine(): Engine {
  const cpu = createCpuEngine()
  return ticksByScans({
    ...cpu,
    scan: async (handle, gamma, runs) => {
      const { advantage, critic } = await cpu.scan(handle, gamma, runs)
      return { advantage: Float32Array.from(advantage), critic: Float32Array.from(critic) }
    },
  })
}

function sessionOf(rows: readonly CanonicalRow[]): Session {
  const trace = traceOfRows(rows, { name: 'test', format: 'canonical-jsonl', bytes: 0 })
  return new Session(trace, float32Engine(), () => ({
    id: 'cpu',
    description: '',
    reason: { code: 'exact' },
  }))
}

const frameOf = (settings: CreditSettings, change: Partial<FrameRequest> = {}): FrameRequest => ({
  settings,
  rollout: 0,
  from: 0,
  to: 3,
  columns: 3,
  curveColumns: 100,
  ...change,
})

const lines = async (session: Session, settings = SETTINGS): Promise<readonly string[]> =>
  (await (await session.exportRows(settings, 'csv')).text()).trimEnd().split('\n')

it('a ratio rule that needs no log-probs has its picture on a trace without any', async () => {
  const rows = ['r', 'q'].map((rollout_id) => ({ ...SEED[0], rollout_id, segment_index: 0 }))
  const session = sessionOf(rows)
  const none = { rule: 'none', options: {} }
  for (const change of [{ ratio: none }, { against: none }]) {
    const frame = await session.frame(frameOf({ ...SETTINGS, ...change }))
    expect(frame.loss).toBeDefined()
  }
})

describe('the trace as a file', () => {
  const rows = SEED.map((row) => ({ ...row, advantages: row.response_mask.map(() => 7) }))
  const saved = async (advantages: 'a' | 'b' | 'recorded', settings = SETTINGS) => {
    const data = await sessionOf(rows).exportTrace(settings, { kind: 'jsonl', advantages })
    const read = await readTrace([{ name: 'saved', data }], () => {})
    if (!read.ok) throw new Error('not read')
    return read.value.batch
  }
  const near = (got: ArrayLike<number> | undefined, want: readonly number[]) => {
    expect(got?.length).toBe(want.length)
    // Nine digits would not do: the file holds float64.
    for (const [i, x] of want.entries()) expect(Math.abs((got?.[i] ?? 9) - x)).toBeLessThan(1e-14)
  }

  it('holds the advantages and returns of the chosen slot, in float64 on a float32 engine', async () => {
    const { columns } = await saved('b')
    near(columns.advantages, [0.616, 0, 0.52, 0.4])
    near(columns.returns, [0.816, 0, 0.92, 1])
    near((await saved('a')).columns.advantages, [-0.12, 0, -0.4, 0.4])
  })

  it('keeps what was recorded if asked', async () => {
    const { columns } = await saved('recorded')
    expect([...(columns.advantages ?? [])]).toEqual([7, 7, 7, 7])
    expect(columns.returns).toBe(undefined)
  })

  it('holds no made-up values', async () => {
    const { columns } = await saved('b', { ...SETTINGS, values: { kind: 'constant', value: 3 } })
    expect([...(columns.values ?? [])]).toEqual([0.2, 9, 0.4, 0.6])
  })
})

describe('the export', () => {
  it('has the options in a # line, the columns of the contract, and float64 numbers on a float32 engine', async () => {
    const [header, columns, ...rows] = await lines(sessionOf(SEED))
    expect(JSON.parse(header.replace('# Segue ', ''))).toMatchObject({
      gamma: 1,
      lambda: 0.8,
      lambdaCritic: 'same',
      a: { estimator: 'per-segment-gae', reward: 'last-only', observations: 'skip' },
      b: { estimator: 'cross-segment-gae', order: 'ascending', carry: 'full' },
      values: { kind: 'file' },
    })
    expect(columns).toBe(
      'rollout_id,segment_index,inv_iter,position,kind,mask,value,reward,advantage_a,return_a,advantage_b,return_b,outcome',
    )
    expect(rows).toEqual([
      'r,0,1,0,action,1,0.2,0,-0.12,0.08,0.616,0.816,1',
      'r,0,1,1,observation,0,9,0,0,0,0,0,1',
      'r,0,1,2,action,1,0.4,0,-0.4,0,0.52,0.92,1',
      'r,1,0,0,action,1,0.6,1,0.4,1,0.4,1,1',
    ])
  })

  it('quotes ids that would break a line, and leaves returns empty where an estimator has none', async () => {
    const id = 'a,"b"\n#c'
    const session = sessionOf([
      { rollout_id: id, group_id: 'g', response_mask: [1], reward: 1 },
      { rollout_id: 'other', group_id: 'g', response_mask: [1], reward: 0 },
    ])
    const grpo = { estimator: 'grpo', options: {} }
    const csv = await (await session.exportRows({ ...SETTINGS, b: grpo }, 'csv')).text()
    expect(csv).toContain('\n"a,""b""\n#c",0,0,0,action,1,0,1,1,1,1,,1\n')
  })

  it('of many rollouts lets frames pass, and takes no longer per token than of one', async () => {
    const tokens = 60
    const rows = Array.from({ length: 2000 }, (_, r) => ({
      rollout_id: `r${r}`,
      response_mask: Array.from({ length: tokens }, () => 1),
      values: Array.from({ length: tokens }, (_, i) => i / tokens),
      reward: 1,
    }))
    const session = sessionOf(rows)
    const order: string[] = []
    const csv = session.exportRows(SETTINGS, 'csv').then((blob) => {
      order.push('export')
      return blob.text()
    })
    await session.frame(frameOf(SETTINGS)).then(() => order.push('frame'))
    expect((await csv).trimEnd().split('\n')).toHaveLength(2 + 2000 * tokens)
    expect(order).toEqual(['frame', 'export'])
  })

  it('as JSON holds the same rows', async () => {
    const text = await (await sessionOf(SEED).exportRows(SETTINGS, 'json')).text()
    const { options, rows } = JSON.parse(text)
    expect(options.b.estimator).toBe('cross-segment-gae')
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatchObject({
      rollout_id: 'r',
      inv_iter: 1,
      advantage_b: 0.616,
      return_b: 0.816,
    })
  })

  it('says in the header which outcomes were typed and how many are missing', async () => {
    const session = sessionOf([
      { rollout_id: 'x', response_mask: [1] },
      { rollout_id: 'y', response_mask: [1] },
    ])
    const typed = { ...SETTINGS, outcomes: { byRollout: { x: 1 } } }
    const [header, , x] = await lines(session, typed)
    expect(JSON.parse(header.replace('# Segue ', ''))).toMatchObject({
      typedOutcomes: { byRollout: { x: 1 } },
      rolloutsWithoutOutcome: 1,
    })
    expect(x.split(',')[7]).toBe('1')
  })

  it('under group baselines has the outcome of every rollout, empty where there is none', async () => {
    const session = sessionOf([
      { rollout_id: 'x', group_id: 'g', response_mask: [1], reward: 1 },
      { rollout_id: 'y', group_id: 'g', response_mask: [1], reward: 0 },
      { rollout_id: 'z', group_id: 'g', response_mask: [1] },
    ])
    const both = {
      ...SETTINGS,
      a: { estimator: 'rloo', options: {} },
      b: { estimator: 'grpo', options: {} },
    }
    const [header, , ...rows] = await lines(session, both)
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(['1', '0', ''])
    expect(header).toContain('group baselines place the outcome at no token')
    const { rows: records } = JSON.parse(await (await session.exportRows(both, 'json')).text())
    expect(records.map(({ outcome }: { outcome: unknown }) => outcome)).toEqual([1, 0, null])
  })

  it('shows rewards as the file gives them, masked positions too', async () => {
    const rows = [{ rollout_id: 'r', response_mask: [1, 0], rewards: [0.5, 0.25], values: [0, 0] }]
    const [, , first, second] = await lines(sessionOf(rows))
    expect(first.split(',')[7]).toBe('0.5')
    expect(second.split(',')[7]).toBe('0.25')
  })
})

describe('a frame', () => {
  it('carries what crosses the cut, the reach and one column per token', async () => {
    const frame = await sessionOf(SEED).frame(frameOf(SETTINGS))
    expect(frame.boundariesA[0]).toMatchObject({ lastgaelam: 0, nextvalues: 0 })
    expect(frame.boundariesB[0].lastgaelam).toBeCloseTo(0.4, 6)
    expect(frame.boundariesB[0].nextvalues).toBeCloseTo(0.6, 6)
    expect(frame.reachA).toMatchObject({ meanBySegment: [0, 1], share: 1 / 3 })
    expect(frame.reachB.meanBySegment[0]).toBeCloseTo((0.64 + 0.8) / 2, 6)
    expect(frame.reachB.share).toBe(1)
    expect(frame.strips[0].b.mean[0]).toBeCloseTo(0.616, 6)
    expect(frame.strips[0].b.mean[1]).toBeNaN()
    expect(frame.strips[0].difference.mean[2]).toBeCloseTo(0.92, 6)
    expect(frame.curve.tokens).toBe(3)
    expect(frame.curve.segmentStart).toEqual([0, 2])
  })

  it('holds strips of the segments asked for, and the range of every whole segment', async () => {
    const session = sessionOf(SEED)
    const segments = { from: 1, to: 48 }
    const frame = await session.frame({ ...frameOf(SETTINGS), from: 0, to: 1, segments })
    expect(frame.strips.map(({ segment }) => segment)).toEqual([1])
    expect(frame.rangesB[0]).toBeCloseTo(0.52, 6)
    expect(frame.rangesB[1]).toBeCloseTo(0.616, 6)
    expect(frame.rangesA[2]).toBeCloseTo(0.4, 6)
  })

  it('sends the beginning of a prompt, whole characters only', async () => {
    const text = '提'.repeat(1000)
    const rows = [
      {
        rollout_id: 'r',
        response_mask: [1],
        prompt_length: 9,
        prompt_parts: [{ label: 'sys', length: 9, text }],
      },
    ]
    const frame = await sessionOf(rows).frame(frameOf(SETTINGS))
    expect(frame.detail.segments[0].promptParts[0].text).toBe('提'.repeat(240))
  })

  it('marks what is really written at the end, not the sum of recorded rewards', async () => {
    const recorded = [{ rollout_id: 'r', response_mask: [1, 1, 1], rewards: [2, 0, 0.5] }]
    const { detail } = await sessionOf(recorded).frame(frameOf(SETTINGS))
    expect(detail.outcome).toBe(2.5)
    expect(detail.rewardAtB).toEqual([{ segment: 0, position: 2, value: 0.5 }])
    const none = [{ rollout_id: 'r', response_mask: [1, 1], rewards: [2, 0] }]
    const empty = await sessionOf(none).frame(frameOf(SETTINGS))
    expect(empty.detail.rewardAtB).toEqual([])
  })

  it('follows the sliders without loading the trace again', async () => {
    const session = sessionOf(SEED)
    await session.frame(frameOf(SETTINGS))
    const frame = await session.frame(frameOf({ ...SETTINGS, lambda: 0 }))
    expect(frame.strips[0].b.mean[0]).toBeCloseTo(0.2, 6)
    expect(frame.request.settings.lambda).toBe(0)
  })

  it('tells the totals of the settings that were asked for last, and of no others', async () => {
    const session = sessionOf(SEED)
    const asked = { settings: SETTINGS, rollout: 0, weights: true }
    const { statistics, weights, areAll } = await session.frame({ ...frameOf(SETTINGS), ...asked })
    expect(areAll).toBe(true)
    expect(await session.totals(asked)).toMatchObject({ statistics, weights, areAll })
    await session.frame(frameOf({ ...SETTINGS, lambda: 0 }))
    expect(await session.totals(asked)).toBe('superseded')
  })

  it('says which choices the trace cannot serve, and stops saying so once an outcome is typed', async () => {
    const rows = [{ rollout_id: 'r', response_mask: [1] }]
    const session = sessionOf(rows)
    const before = await session.frame(frameOf(SETTINGS))
    expect(before.unavailable.grpo).toMatch(/outcome/)
    const typed = { ...SETTINGS, outcomes: { all: 1, byRollout: {} } }
    const after = await session.frame(frameOf(typed))
    expect(after.unavailable.grpo).toBeUndefined()
    expect(after.detail.outcome).toBe(1)
  })
})

describe('a view that takes long', () => {
  const question = {
    a: 'verl-1dda039b',
    b: 'slime-624b824a',
    estimator: undefined,
    whiten: undefined,
    columns: 6,
  }
  const asked = { kind: 'conventions', settings: SETTINGS, rollout: 0, question } as const

  it('lets a newer slider value pass, and is given up', async () => {
    const session = sessionOf(SEED)
    const order: string[] = []
    const view = session.view(asked).then((answer) => {
      order.push('view')
      return answer
    })
    const frame = await session.frame(frameOf({ ...SETTINGS, lambda: 0 }))
    order.push('frame')
    expect(await view).toBe('superseded')
    expect(order).toEqual(['frame', 'view'])
    expect(frame.request.settings.lambda).toBe(0)
    // Nothing half-done is kept for an answer.
    const again = await session.view({ ...asked, settings: { ...SETTINGS, lambda: 0 } })
    expect(again).toMatchObject({ view: { advantage: { tokens: 3 } } })
  })

  it('is answered where only the zoom changed', async () => {
    const session = sessionOf(SEED)
    const view = session.view(asked)
    await session.frame(frameOf(SETTINGS, { from: 1, to: 2 }))
    expect(await view).toMatchObject({ request: asked })
  })
})

describe('the float64 check', () => {
  it('finds float32 rounding and where it is largest', async () => {
    const session = sessionOf(searchSample())
    const settings = { ...SETTINGS, lambda: 0.99, lambdaCritic: 1 }
    const agreement = await session.compare(settings)
    expect(agreement.tokens).toBe(377)
    expect(agreement.maxAbsolute).toBeGreaterThan(0)
    expect(agreement.maxRelative).toBeLessThan(1e-6)
    const { worst } = agreement
    if (!worst) throw new Error('no worst token')
    expect(Math.abs(worst.got - worst.want)).toBe(agreement.maxAbsolute)
    const token = await session.token({ settings, ...worst })
    expect(worst.slot === 'a' ? token.advantageA : token.advantageB).toBe(worst.got)
  })
})
