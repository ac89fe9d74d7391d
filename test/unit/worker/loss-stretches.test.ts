/** What a ratio rule does to a batch of several stretches, against one pass over all numbers. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Engine } from '../../../src/engine/engine.ts'
import { createReferenceEngine } from '../../../src/engine/reference/engine.ts'
import { createWasmEngine } from '../../../src/engine/wasm/engine.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import type { CreditSettings } from '../../../src/worker/api.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { prepareRule } from '../../../src/worker/rule-loss.ts'
import { Session } from '../../../src/worker/session.ts'
import { bringAll, Slots } from '../../../src/worker/slots.ts'
import { tallyBatch } from '../../../src/worker/tally-batch.ts'
import { shardWorkers } from '../../support/shards.ts'

const ROLLOUTS = 6
const SEGMENTS = 2
/** Of a segment; two rollouts are a stretch. */
const POSITIONS = 60_000
/** As many positions as numbers are looked at together. */
const STRETCH = 2 ** 18
const ACTIONS = (position: number): boolean => position % 10 < 7

const ROWS = Array.from({ length: ROLLOUTS * SEGMENTS }, (_, row) => {
  const column = (at: (t: number) => number) =>
    Float32Array.from({ length: POSITIONS }, (_, t) => at(t))
  // The last row has no log-probs.
  const logs = row < ROLLOUTS * SEGMENTS - 1
  return {
    rollout_id: `r${Math.floor(row / SEGMENTS)}`,
    segment_index: row % SEGMENTS,
    response_mask: Uint8Array.from({ length: POSITIONS }, (_, t) => (ACTIONS(t) ? 1 : 0)),
    values: column((t) => Math.sin(t * (row + 1)) / 3),
    reward: Math.floor(row / SEGMENTS) % 3 === 0 ? 1 : 0,
    ...(logs && {
      log_probs: column((t) => -1 + 0.4 * Math.sin(t * 1.7 + row)),
      old_log_probs: column(() => -1),
    }),
  }
})

const TRACE = traceOfRows(ROWS, { name: 't', format: undefined, bytes: 0 })
const BASE: CreditSettings = { ...settingsOf(DEFAULT_DOCUMENT), lambda: 0.9, gamma: 0.99 }

const ENGINES: Readonly<Record<string, () => Engine>> = {
  'one thread': createWasmEngine,
  'two threads': () => createWasmEngine({ threads: 2, nodesPerThread: 1, ...shardWorkers() }),
}

/** PPO's clip, position by position, with all advantages in one column. */
async function reference(engine: Engine, settings: CreditSettings) {
  const computed = await new Slots(TRACE.batch, engine).compute(settings)
  await bringAll(computed)
  const { advantages } = computed.b.evaluation
  const { log_probs: now, old_log_probs: old } = TRACE.batch.columns
  const none = () => ({ tokens: 0, dropped: 0, changed: 0 })
  const bySign = { positive: none(), zero: none(), negative: none() }
  const absolute = new Float64Array(ROWS.length)
  const left = new Uint32Array(ROWS.length)
  for (let p = 0; p < TRACE.batch.positionCount; p++) {
    const row = Math.floor(p / POSITIONS)
    if (!ACTIONS(p % POSITIONS)) continue
    const a = advantages[p]
    const ratio = row === ROWS.length - 1 ? 1 : Math.exp((now?.[p] ?? 0) - (old?.[p] ?? 0))
    const clipped =
      (a > 0 && ratio > 1 + settings.epsHigh) || (a < 0 && ratio < 1 - settings.epsLow)
    absolute[row] += clipped ? 0 : Math.abs(ratio * a)
    // A clip rejects nothing.
    left[row]++
    if (row === ROWS.length - 1) continue
    const sign = bySign[a > 0 ? 'positive' : a < 0 ? 'negative' : 'zero']
    sign.tokens++
    if (clipped) sign.dropped++
  }
  return { bySign, absolute, left }
}

describe.each(Object.entries(ENGINES))('a batch of several stretches, on %s', (_, create) => {
  it.each(['none', 'batch'])(
    'has the shares of one pass over it; whitening: %s',
    async (whiten) => {
      const engine = create()
      onTestFinished(() => engine.dispose())
      const settings = { ...BASE, b: { ...BASE.b, options: { whiten } } }
      const want = await reference(engine, settings)
      expect(want.bySign.positive.dropped).toBeGreaterThan(1000)
      expect(want.bySign.negative.dropped).toBeGreaterThan(1000)
      const computed = await new Slots(TRACE.batch, engine).compute(settings)
      const prepared = prepareRule(computed, settings.ratio, settings, -1)
      if (!prepared) throw new Error('The trace has log-probs.')
      const { bySign, absolute, left, without } = await tallyBatch(prepared)
      expect({ bySign, absolute, left }).toEqual(want)
      expect(without).toBe(1)
    },
  )
})

it('counting ratios never brings the numbers of all nodes together', async () => {
  const engine = createWasmEngine()
  onTestFinished(() => engine.dispose())
  const brought: number[] = []
  const watched: Engine = {
    ...engine,
    tick: async (...of) => {
      const ticked = await engine.tick(...of)
      const noting =
        <T>(read: (from: number, to: number) => T) =>
        (from: number, to: number): T => {
          brought.push(to - from)
          return read(from, to)
        }
      return { ...ticked, read: noting(ticked.read), advantages: noting(ticked.advantages) }
    },
  }
  const status = { id: 'wasm', description: '', reason: { code: 'exact' } } as const
  const session = new Session(TRACE, watched, () => status)
  const request = { rollout: 1, from: 0, to: POSITIONS, columns: 100, curveColumns: 100 }
  const aggregate = { ...BASE.aggregate, measure: 'gradient' } as const
  const settings = { ...BASE, aggregate }
  await session.frame({ settings, weights: true, ...request })
  const totals = await session.totals({ settings, weights: true, rollout: 1 })
  if (totals === 'superseded') throw new Error('Nothing took its place.')
  expect(totals.tallies?.first?.batch.tokens).toBe((ROWS.length - 1) * 42_000)
  expect(totals.weights?.modes).toBeDefined()
  expect(Math.max(...brought)).toBeLessThanOrEqual(STRETCH)
})

/** γ^6873 = 1.002e-30 is the last that a loss hears; in float32 it ends at γ^10270, in float64 at γ^74080. */
const HEARD = 6874

it.each([...Object.entries(ENGINES), ['float64', createReferenceEngine] as const])(
  'an advantage below 1e-30 counts as 0 in the shares by sign, on %s',
  async (_, create) => {
    const LENGTH = 20_000
    const column = (at: (t: number) => number) =>
      Float32Array.from({ length: LENGTH }, (_, t) => at(t))
    const { batch } = traceOfRows(
      [
        {
          rollout_id: 'long',
          segment_index: 0,
          response_mask: new Uint8Array(LENGTH).fill(1),
          values: column(() => 0),
          reward: 1,
          // Every second token's ratio is e^0.5, which PPO clips at A > 0.
          log_probs: column((t) => (t % 2) / 2 - 1),
          old_log_probs: column(() => -1),
        },
      ],
      { name: 't', format: undefined, bytes: 0 },
    )
    const engine = create()
    onTestFinished(() => engine.dispose())
    const settings = { ...BASE, lambda: 1, b: { ...BASE.b, options: { whiten: 'none' } } }
    const computed = await new Slots(batch, engine).compute(settings)
    const prepared = prepareRule(computed, settings.ratio, settings, -1)
    if (!prepared) throw new Error('The trace has log-probs.')
    const { bySign, left } = await tallyBatch(prepared)
    expect(bySign).toEqual({
      positive: { tokens: HEARD, dropped: HEARD / 2, changed: 0 },
      zero: { tokens: LENGTH - HEARD, dropped: 0, changed: 0 },
      negative: { tokens: 0, dropped: 0, changed: 0 },
    })
    expect(left[0]).toBe(LENGTH)
  },
)
