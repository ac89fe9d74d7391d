/** A zoom reads what a step of a slider computed: nothing is staged anew, and nothing per token is sent. */
import { describe, expect, it } from 'vitest'
import { createCpuEngine } from '../../../src/engine/cpu/engine.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import type { CreditSettings, Frame } from '../../../src/worker/api.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { Session } from '../../../src/worker/session.ts'
import { transferables } from '../../../src/worker/transferables.ts'

const SETTINGS: CreditSettings = { ...settingsOf(DEFAULT_DOCUMENT), values: { kind: 'file' } }
const LENGTH = 60_000

function sessionOf(length: number) {
  const segment = (index: number) => ({
    rollout_id: 'r',
    segment_index: index,
    response_mask: Uint8Array.from({ length }, (_, i) => (i % 100 < 70 ? 1 : 0)),
    values: Float32Array.from({ length }, (_, i) => Math.sin(i * (index + 1)) / 3),
    reward: 1,
  })
  const trace = traceOfRows([segment(0), segment(1)], { name: 't', format: undefined, bytes: 0 })
  const cpu = createCpuEngine()
  const calls: string[] = []
  const engine: Engine = {
    ...cpu,
    load: (graph) => {
      calls.push('load')
      return cpu.load(graph)
    },
    tick: (...of) => {
      calls.push('tick')
      return cpu.tick(...of)
    },
  }
  const session = new Session(trace, engine, () => ({
    id: 'cpu',
    description: '',
    reason: { code: 'exact' },
  }))
  const frame = (from: number, to: number, settings = SETTINGS) =>
    session.frame({ settings, rollout: 0, from, to, columns: 100, curveColumns: 100 })
  return { frame, calls }
}

const bytes = (frame: Frame): number =>
  transferables([frame.strips, frame.curve, frame.rangesA, frame.rangesB]).reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  )

const ZOOMS = [
  [0, LENGTH],
  [1234, 50_001],
  [777, 59_000],
  [20_000.5, 40_000],
] as const

describe('a zoom', () => {
  it('loads no graph and scans nothing', async () => {
    const { frame, calls } = sessionOf(LENGTH)
    await frame(0, LENGTH)
    const before = calls.length
    for (const [from, to] of ZOOMS) await frame(from, to)
    expect(calls).toHaveLength(before)
    await frame(0, LENGTH, { ...SETTINGS, gamma: 0.9 })
    expect(calls.slice(before)).toEqual(['tick', 'tick'])
  })

  it('shows what a page that opens there shows, also after another step of a slider', async () => {
    const { frame } = sessionOf(LENGTH)
    for (const gamma of [1, 0.9]) {
      const settings = { ...SETTINGS, gamma }
      for (const [from, to] of ZOOMS) {
        const got = await frame(from, to, settings)
        const want = await sessionOf(LENGTH).frame(from, to, settings)
        const { totalMs, statistics, strips, ...rest } = got
        expect(rest).toEqual({
          ...want,
          totalMs: undefined,
          statistics: undefined,
          strips: undefined,
        })
        for (const [i, strip] of strips.entries()) {
          for (const series of ['a', 'b', 'difference'] as const) {
            expect(strip[series].min).toEqual(want.strips[i][series].min)
            expect(strip[series].max).toEqual(want.strips[i][series].max)
            for (const [c, mean] of strip[series].mean.entries())
              expect(mean).toBeCloseTo(want.strips[i][series].mean[c], 11)
          }
        }
      }
    }
  })

  it('is as large a message for a long rollout as for a short one', async () => {
    const [short, long] = [sessionOf(2000), sessionOf(LENGTH)]
    await Promise.all([short.frame(0, 2000), long.frame(0, LENGTH)])
    expect(bytes(await long.frame(100, 50_000))).toBe(bytes(await short.frame(100, 1900)))
  })
})
