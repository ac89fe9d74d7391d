/** What the loss panel shows, with numbers by hand. */
import { describe, expect, it } from 'vitest'
import { createReferenceEngine } from '../../../src/engine/reference/engine.ts'
import { batchSample } from '../../../src/simulate/batch-sample.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import type { CreditSettings, FrameRequest } from '../../../src/worker/api.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { Session } from '../../../src/worker/session.ts'

const { source: _, ...REST } = DEFAULT_DOCUMENT
/** Without values and with λ = 1, every action token's advantage is its rollout's outcome. */
const SETTINGS: CreditSettings = { ...REST, lambda: 1, values: { kind: 'zero' } }

function sessionOf(rows: readonly CanonicalRow[]): Session {
  const trace = traceOfRows(rows, { name: 'test', format: 'canonical-jsonl', bytes: 0 })
  return new Session(trace, createReferenceEngine(), () => ({
    id: 'reference',
    description: '',
    reason: { code: 'exact' },
  }))
}

const request = (change: Partial<CreditSettings> = {}, rollout = 0): FrameRequest => ({
  settings: { ...SETTINGS, ...change },
  rollout,
  from: 0,
  to: 4,
  columns: 4,
  curveColumns: 100,
})

/** Both rules over the rollout and over the batch; of so few tokens these come with the frame. */
const lossOf = async (session: Session, ...of: Parameters<typeof request>) => {
  const { loss, tallies } = await session.frame(request(...of))
  return {
    first: loss.first && tallies?.first && { ...tallies.first, ...loss.first },
    second: loss.second && tallies?.second && { ...tallies.second, ...loss.second },
  }
}

const logs = (ratios: readonly number[]) => ratios.map(Math.log)
const ROWS: readonly CanonicalRow[] = [
  {
    rollout_id: 'won',
    segment_index: 0,
    response_mask: [1, 1, 0, 1],
    log_probs: logs([1.5, 1, 9, 0.5]),
    old_log_probs: [0, 0, 0, 0],
    rollout_log_probs: [0, 0, 0, 0],
    policy_versions: [4, 4, -1, 5],
    reward: 1,
  },
  {
    rollout_id: 'won',
    segment_index: 1,
    response_mask: [1, 1],
    log_probs: logs([7, 1.1]),
    old_log_probs: [0, 0],
    rollout_log_probs: [0, 0],
    policy_versions: [6, 6],
  },
  {
    rollout_id: 'lost',
    response_mask: [1, 1],
    log_probs: logs([0.5, 1.5]),
    old_log_probs: [0, 0],
    rollout_log_probs: [0, 0],
    policy_versions: [6, 6],
    reward: -1,
  },
]

const tally = (tokens: number, dropped: number, changed = 0) => ({ tokens, dropped, changed })

describe('loss view', () => {
  it('counts what PPO clip drops, by segment, sign and version lag', async () => {
    const loss = await lossOf(sessionOf(ROWS))
    // A = 1 and r > 1.28: the tokens with 1.5 and 7; A = −1 and r < 0.8: the one with 0.5.
    expect(loss.first).toMatchObject({
      rule: 'ppo-clip',
      simulated: false,
      rollout: tally(5, 2),
      bySegment: [tally(3, 1), tally(2, 1)],
      byTurn: [
        { segment: 0, turn: 0, tally: tally(2, 1) },
        { segment: 0, turn: 1, tally: tally(1, 0) },
        { segment: 1, turn: 2, tally: tally(2, 1) },
      ],
      turnCount: 3,
      batch: tally(7, 3),
      bySign: { positive: tally(5, 2), zero: tally(0, 0), negative: tally(2, 1) },
      byLag: [
        { lag: 0, tally: tally(4, 2) },
        { lag: 1, tally: tally(1, 0) },
        { lag: 2, tally: tally(2, 1) },
      ],
      without: 0,
    })
    expect(loss.second).toBeUndefined()
  })

  it('lists the first turns of very many, and says how many there are', async () => {
    const mask = Array.from({ length: 602 }, (_, t) => (t % 2 === 0 ? 1 : 0))
    const zeros = mask.map(() => 0)
    const row = { rollout_id: 'r', response_mask: mask, reward: 1 }
    const rows = [{ ...row, log_probs: zeros, old_log_probs: zeros }]
    const { loss } = await sessionOf(rows).frame(request())
    expect(loss.first?.byTurn).toHaveLength(200)
    expect(loss.first?.turnCount).toBe(301)
  })

  it('counts the tokens that AsyPPO leaves out of the entropy bonus, only where B asks for it', async () => {
    // Critics differ by 0, 1, 2, 3 on the action tokens and most of all on a masked one.
    const rows: readonly CanonicalRow[] = [
      {
        rollout_id: 'a',
        response_mask: [1, 0, 1],
        values_per_critic: [
          [0, 9, 0],
          [0, 0, 1],
        ],
        reward: 1,
      },
      {
        rollout_id: 'b',
        response_mask: [1, 1],
        values_per_critic: [
          [0, 0],
          [2, 3],
        ],
        reward: 1,
      },
    ]
    const session = sessionOf(rows)
    const b = (options: Record<string, string | number>) => ({
      b: { estimator: 'concat-gae', options },
    })
    const half = b({ reweight: 'asyppo', h: 0.5 })
    expect((await session.frame(request(half, 1))).loss.entropy).toEqual({
      share: 0.5,
      batch: { tokens: 4, filtered: 2 },
      rollout: { tokens: 2, filtered: 2 },
      bySegment: [{ tokens: 2, filtered: 2 }],
    })
    const most = await session.frame(request(b({ reweight: 'asyppo', h: 0.75 })))
    expect(most.loss.entropy?.rollout).toEqual({ tokens: 2, filtered: 1 })
    expect((await session.frame(request())).loss.entropy).toBeUndefined()
    const alone = rows.map(({ values_per_critic: _, ...row }) => row)
    expect((await sessionOf(alone).frame(request(half))).loss.entropy).toBeUndefined()
  })

  it('shows a hard mask beside it: both sides, whatever the sign', async () => {
    const against = { rule: 'dis', options: {} }
    const loss = await lossOf(sessionOf(ROWS), { against })
    // Outside (0.7, 6): 0.5 and 7 in the first rollout, 0.5 in the second.
    expect(loss.second).toMatchObject({
      rule: 'dis',
      rollout: tally(5, 2),
      bySegment: [tally(3, 1), tally(2, 1)],
      batch: tally(7, 3),
    })
    expect(loss.first?.rule).toBe('ppo-clip')
  })

  it('tells a changed weight from a dropped token', async () => {
    const ratio = { rule: 'cispo', options: {} }
    const { loss } = await sessionOf(ROWS).frame(request({ ratio }))
    expect(loss.first?.bySegment).toEqual([tally(3, 0, 2), tally(2, 0, 1)])
  })

  it('bins every action token once, far ones at the ends', async () => {
    const { loss } = await sessionOf(ROWS).frame(request())
    const counts = [...(loss.first?.counts ?? [])]
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(5)
    expect(counts.at(-1)).toBe(1)
    expect([...(loss.first?.droppedCounts ?? [])].at(-1)).toBe(1)
  })

  it('follows the ε sliders without another scan', async () => {
    const session = sessionOf(ROWS)
    await session.frame(request())
    const { loss, statistics } = await session.frame(request({ epsHigh: 10 }))
    expect(loss.first?.rollout).toEqual(tally(5, 0))
    expect((await session.frame(request())).statistics?.scanMs).toBe(statistics?.scanMs)
  })

  it('says nothing without log-probs, and simulates only on demand', async () => {
    const bare = ROWS.map(
      ({ log_probs: _l, old_log_probs: _o, rollout_log_probs: _r, ...row }) => row,
    )
    const session = sessionOf(bare)
    expect((await session.frame(request())).loss.first).toBeUndefined()
    const { loss } = await session.frame(request({ drift: { size: 0.1, seed: 1 } }))
    expect(loss.first).toMatchObject({ simulated: true, rollout: { tokens: 5 } })
    const none = await session.frame(request({ ratio: { rule: 'none', options: {} } }))
    expect(none.loss.first).toMatchObject({ simulated: false, rollout: tally(5, 0) })
  })

  it('counts segments without log-probs instead of guessing', async () => {
    const { log_probs: _l, ...without } = ROWS[2]
    const loss = await lossOf(sessionOf([ROWS[0], ROWS[1], without]))
    expect(loss.first).toMatchObject({ batch: tally(5, 2), without: 1 })
  })

  it('a token has the coefficient of the chosen rule', async () => {
    const session = sessionOf(ROWS)
    const at = (position: number) =>
      session.token({ settings: request().settings, rollout: 0, segment: 0, position })
    expect(await at(0)).toMatchObject({ coefficient: 0, fate: 'dropped' })
    const last = await at(3)
    expect(last.fate).toBe('kept')
    expect(last.coefficient).toBeCloseTo(0.5, 12)
    expect((await at(2)).ratio).toBeUndefined()
  })

  it('brings the coefficient as a strip on demand, and the colours reach it', async () => {
    const session = sessionOf(ROWS)
    const ratio = { rule: 'dis', options: {} }
    expect((await session.frame(request({ ratio }))).strips[0].coefficient).toBeUndefined()
    const frame = await session.frame({ ...request({ ratio }), coefficient: true })
    const [first] = frame.strips
    // r·A with A = 1; masked: no mark; 0.5 lies outside (0.7, 6).
    const mean = [...(first.coefficient?.mean ?? [])]
    expect(mean[0]).toBeCloseTo(1.5, 6)
    expect(mean[1]).toBeCloseTo(1, 6)
    expect(mean[2]).toBeNaN()
    expect(mean[3]).toBe(0)
    expect(frame.extent).toBeCloseTo(1.5, 12)
  })

  it('rows of a breakdown add up to the whole', async () => {
    const session = sessionOf(
      batchSample({ groups: 3, rolloutsPerGroup: 4, maxSegments: 4, seed: 5 }),
    )
    for (const rule of ['ppo-clip', 'dis', 'icepop', 'tis', 'cispo', 'gspo', 'chunk-is', 'none']) {
      const loss = await lossOf(session, { ratio: { rule, options: {} } }, 2)
      if (!loss.first) throw new Error(rule)
      const { bySegment, bySign, byLag, rollout, batch } = loss.first
      const add = (tallies: readonly { tokens: number; dropped: number; changed: number }[]) =>
        tallies.reduce(
          (sum, one) =>
            tally(sum.tokens + one.tokens, sum.dropped + one.dropped, sum.changed + one.changed),
          tally(0, 0),
        )
      expect(add(bySegment)).toEqual(rollout)
      expect(add(Object.values(bySign))).toEqual(batch)
      expect(add(byLag.map((one) => one.tally))).toEqual(batch)
    }
  })
})
