/** Totals of a large batch do not hold up its pictures. */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createWasmEngine } from '../../../src/engine/wasm/engine.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import type { AggregateChoice, CreditSettings, Frame } from '../../../src/worker/api.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { Session } from '../../../src/worker/session.ts'
import { createTurn } from '../../../src/worker/turn.ts'

const ROLLOUTS = 6
/** More together than a frame sums along the way. */
const POSITIONS = 84_000

const rows = (logs: boolean) =>
  Array.from({ length: ROLLOUTS }, (_, r) => ({
    rollout_id: `r${r}`,
    group_id: 'g',
    response_mask: new Uint8Array(POSITIONS).fill(1),
    values: new Float32Array(POSITIONS).fill(0.25),
    reward: r % 2,
    ...(logs && {
      log_probs: new Float32Array(POSITIONS).fill(-1),
      old_log_probs: new Float32Array(POSITIONS).fill(-1.5),
    }),
  }))
const traceOf = (logs: boolean) =>
  traceOfRows(rows(logs), { name: 't', format: undefined, bytes: 0 })
const PLAIN = traceOf(false)
const LOGS = traceOf(true)

function sessionOf(trace = PLAIN): Session {
  const status = { id: 'wasm', description: '', reason: { code: 'exact' } } as const
  const session = new Session(trace, createWasmEngine(), () => status)
  onTestFinished(() => session.dispose())
  return session
}

const settings = (gamma: number, aggregate: Partial<AggregateChoice> = {}): CreditSettings => ({
  ...settingsOf(DEFAULT_DOCUMENT),
  gamma,
  aggregate: { ...DEFAULT_DOCUMENT.aggregate, ...aggregate },
})
const asked = (of: CreditSettings, rollout = 0) => ({ settings: of, rollout, weights: true })
const frameOf = (of: CreditSettings, rollout = 0, to = 1000) => ({
  ...asked(of, rollout),
  from: 0,
  to,
  columns: 10,
  curveColumns: 10,
})
const parts = ({ statistics, tallies, weights, areAll }: Frame) =>
  [statistics, tallies, weights].map((part) => part !== undefined).concat(areAll)

afterEach(() => {
  vi.restoreAllMocks()
})

const GRADIENT = { measure: 'gradient' } as const

describe('totals of a large batch', () => {
  it('do not come with a picture whose values are new, and come when they are asked for', async () => {
    const session = sessionOf(LOGS)
    for (const gamma of [0.9, 0.8]) {
      const of = settings(gamma, GRADIENT)
      expect(parts(await session.frame(frameOf(of)))).toEqual([false, false, false, false])
      const totals = await session.totals(asked(of))
      if (totals === 'superseded') throw new Error('Nothing took its place.')
      // r = e^0.5 is above PPO's bound: what has a positive advantage is dropped.
      const { tokens, dropped } = totals.tallies?.first?.bySign.positive ?? expect.fail()
      expect([tokens > 0, dropped]).toEqual([true, tokens])
      expect(totals.weights?.rollouts).toHaveLength(ROLLOUTS)
      expect(totals.statistics?.b.count).toBe(ROLLOUTS * POSITIONS)
    }
  })

  it('come with every later picture of the same values: a zoom, another rollout', async () => {
    const session = sessionOf(LOGS)
    const of = settings(0.9, GRADIENT)
    await session.frame(frameOf(of))
    await session.totals(asked(of))
    for (const frame of [frameOf(of, 0, 500), frameOf(of, 3)]) {
      expect(parts(await session.frame(frame))).toEqual([true, true, true, true])
    }
    const { weights } = await session.frame(frameOf(of, 3))
    expect(weights?.selected).toBe(3)
  })

  it('are with the picture at any γ where they count tokens alone: the very same view', async () => {
    const session = sessionOf(LOGS)
    await session.frame(frameOf(settings(0.9)))
    const totals = await session.totals(asked(settings(0.9)))
    if (totals === 'superseded') throw new Error('Nothing took its place.')
    const { weights, statistics, areAll } = await session.frame(frameOf(settings(0.8)))
    expect(weights).toBe(totals.weights)
    expect([statistics, areAll]).toEqual([undefined, false])
  })

  it('count again where a trace gets its log-probs, by a simulated drift', async () => {
    const session = sessionOf()
    const of = settings(0.9, GRADIENT)
    await session.frame(frameOf(of))
    await session.totals(asked(of))
    const drift = { ...of, drift: { size: 0.5, seed: 1 } }
    expect(parts(await session.frame(frameOf(drift)))).toEqual([true, false, false, false])
    const totals = await session.totals(asked(drift))
    expect(totals).toMatchObject({ weights: { simulated: true }, areAll: true })
  })

  it('make way for a newer picture', async () => {
    // On a slow machine it would be the totals' turn.
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const session = sessionOf(LOGS)
    const of = settings(0.9, GRADIENT)
    await session.frame(frameOf(of))
    const totals = session.totals(asked(of))
    // Once it has begun; a zoom is enough.
    await new Promise((resolve) => setTimeout(resolve, 0))
    const frame = await session.frame(frameOf(of, 0, 500))
    expect(await totals).toBe('superseded')
    expect(frame.areAll).toBe(false)
    expect(await session.totals(asked(of))).toMatchObject({ areAll: true })
  })
})

describe('in a long drag', () => {
  it('a picture waits for the totals every so often', async () => {
    const session = sessionOf()
    let passed = 0
    vi.spyOn(performance, 'now').mockImplementation(() => passed)
    const step = async (gamma: number) => {
      passed += 200
      return (await session.frame(frameOf(settings(gamma, GRADIENT)))).areAll
    }
    expect([await step(0.9), await step(0.91), await step(0.92)]).toEqual([false, false, false])
    expect([await step(0.93), await step(0.94)]).toEqual([true, false])
  })

  it('totals have a fifth of the time at most, and none is due after a rest', () => {
    let time = 0
    const turn = createTurn(() => time)
    turn.note(false)
    time = 501
    expect(turn.isDue()).toBe(true)
    turn.took(300)
    turn.note(true)
    time = 10_000
    expect(turn.isDue()).toBe(false)
    turn.note(false)
    time += 1200
    expect(turn.isDue()).toBe(false)
    time += 1
    expect(turn.isDue()).toBe(true)
  })
})
