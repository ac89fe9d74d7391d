/** Statistics of the batch follow the picture, and never those of other values. */
import { describe, expect, it } from 'vitest'
import type {
  BatchStatistics,
  CreditSettings,
  EngineStatus,
  Frame,
} from '../../../src/worker/api.ts'
import { settle } from '../worker/fakes.ts'
import { detail, setUpStore } from './fake-client.ts'

const engine: EngineStatus = { id: 'wasm', description: '', reason: { code: 'exact' } }
const of = (settings: CreditSettings, mean: number): BatchStatistics => {
  const one = { count: 5, mean, std: 1, min: 0, max: 1 }
  return { settings, a: one, b: one, engine, scanMs: 3 }
}

async function openPage() {
  const page = setUpStore()
  await page.arrive()
  await page.paint()
  const answerStatistics = async (mean: number) => {
    const { settings, answer } = page.statistics.at(-1) ?? expect.fail('none were asked for')
    answer.resolve(of(settings, mean))
    await settle()
  }
  const answer = async (more: Partial<Frame> = {}) => {
    const frame = page.frames.at(-1)
    frame?.answer.resolve({ request: frame.request, detail, engine, ...more } as Frame)
    await settle()
  }
  return { ...page, answer, answerStatistics, shown: () => page.get().data.statistics }
}

describe('statistics that a frame comes without', () => {
  it('are asked for when it has been painted, of its values', async () => {
    const page = await openPage()
    await page.answerStatistics(1)
    page.actions.edit({ gamma: 0.5 }, 'gamma')
    await page.answer()
    expect(page.statistics).toHaveLength(1)
    await page.paint()
    expect(page.statistics[1].settings.gamma).toBe(0.5)
    // Until they are there the old ones stand, and say whose they are.
    expect(page.shown()?.settings.gamma).not.toBe(0.5)
    await page.answerStatistics(2)
    expect(page.shown()).toMatchObject({ settings: { gamma: 0.5 }, a: { mean: 2 } })
    expect(page.shown()?.settings).toBe(page.get().data.frame?.request.settings)
  })

  it('are not asked for while a newer frame is on its way', async () => {
    const page = await openPage()
    page.actions.edit({ gamma: 0.5 }, 'gamma')
    await page.answer()
    await page.tick()
    page.actions.edit({ gamma: 0.6 }, 'gamma')
    await page.paint()
    expect(page.statistics).toHaveLength(1)
    await page.answer()
    await page.paint()
    expect(page.statistics.map(({ settings }) => settings.gamma).slice(1)).toEqual([0.6])
  })

  it('are not shown when they come too late', async () => {
    const page = await openPage()
    page.actions.edit({ gamma: 0.5 }, 'gamma')
    await page.answer()
    await page.answerStatistics(9)
    expect(page.shown()).toBeUndefined()
  })

  it('may come with it', async () => {
    const page = await openPage()
    page.actions.edit({ gamma: 0.5 }, 'gamma')
    const { settings } = page.frames.at(-1)?.request ?? expect.fail()
    await page.answer({ statistics: of(settings, 4) })
    await page.paint()
    expect(page.statistics).toHaveLength(1)
    expect(page.shown()?.a.mean).toBe(4)
  })

  it('make the page say that it computes when they take long, and go when they fail', async () => {
    const page = await openPage()
    await page.answerStatistics(1)
    page.actions.edit({ gamma: 0.5 }, 'gamma')
    await page.answer()
    await page.paint()
    expect(page.get().tasks.picture).toBe('current')
    page.wait(301)
    expect(page.get().tasks.picture).toBe('computing')
    page.statistics[1].answer.reject(new Error('no memory'))
    await settle()
    expect(page.get().tasks.picture).toBe('current')
    expect(page.shown()).toBeUndefined()
    expect(page.get().tasks.notices).toMatchObject([
      { kind: 'setting-not-computed', message: 'no memory.' },
    ])
  })

  it('name the engine that took over for them', async () => {
    const page = await openPage()
    const { settings, answer } = page.statistics[0]
    answer.resolve({ ...of(settings, 1), engine: { ...engine, id: 'cpu' } })
    await settle()
    expect(page.get().data.frame?.engine.id).toBe('cpu')
  })
})
