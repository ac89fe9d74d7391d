import { describe, expect, it } from 'vitest'
import { createCpuEngine } from '../../../src/engine/cpu/engine.ts'
import { createWasmEngine } from '../../../src/engine/wasm/engine.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import type { CreditSettings } from '../../../src/worker/api.ts'
import { bring, bringAll, Slots, weigh } from '../../../src/worker/slots.ts'
import { smallTrace } from './fakes.ts'

const settings: CreditSettings = { ...settingsOf(DEFAULT_DOCUMENT), lambda: 0.8 }
const broken: CreditSettings = { ...settings, a: { estimator: 'no-such-thing', options: {} } }

const advantages = async (slots: Slots) => {
  const computed = await slots.compute(settings)
  await bringAll(computed)
  const { a, b } = computed
  return [...a.evaluation.advantages, ...b.evaluation.advantages]
}

describe('after a setting that could not be computed', () => {
  it('the one before gives the same numbers again', async () => {
    const slots = new Slots(smallTrace().batch, createCpuEngine())
    const before = await advantages(slots)
    await expect(slots.compute(broken)).rejects.toThrow('no-such-thing')
    expect(await advantages(slots)).toEqual(before)
  })

  it('a load that failed half-way is not taken for a whole one, and gives back what it held', async () => {
    const cpu = createCpuEngine()
    let fails = true
    const held = new Set<unknown>()
    const slots = new Slots(smallTrace().batch, {
      ...cpu,
      load: async (graph) => {
        if (fails && held.size === 1) throw new Error('no memory')
        const handle = await cpu.load(graph)
        held.add(handle)
        return handle
      },
      release: (handle) => {
        held.delete(handle)
        cpu.release(handle)
      },
    })
    await expect(slots.compute(settings)).rejects.toThrow('no memory')
    fails = false
    expect((await advantages(slots)).some((x) => x !== 0)).toBe(true)
    slots.dispose()
    expect(held.size).toBe(0)
  })
})

describe('statistics of a scan that stays where it was computed', () => {
  it('wait until they are asked for, unless every number is whitened by them', async () => {
    const slots = new Slots(smallTrace().batch, createWasmEngine())
    const whitened = { ...settings, b: { ...settings.b, options: { whiten: 'batch' } } }
    const computed = await slots.compute(whitened)
    const { a, b } = computed
    await bring(computed, 0)
    expect(() => a.evaluation.statistics).toThrow('weigh')
    expect(b.evaluation.statistics.std).toBeCloseTo(1, 5)
    await weigh(computed)
    const all = new Slots(smallTrace().batch, createCpuEngine())
    const want = await all.compute(whitened)
    await weigh(want)
    expect(a.evaluation.statistics.mean).toBeCloseTo(want.a.evaluation.statistics.mean, 6)
    expect(a.evaluation.statistics.std).toBeCloseTo(want.a.evaluation.statistics.std, 6)
  })
})
