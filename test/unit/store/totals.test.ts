/** Totals of the batch follow the picture, and never look like those of other values. */
import { describe, expect, it } from 'vitest'
import type { Frame, Totals } from '../../../src/worker/api.ts'
import type { WeightsView } from '../../../src/worker/weights-view.ts'
import { settle } from '../worker/fakes.ts'
import { detail, setUpStore } from './fake-client.ts'

const engine = { id: 'wasm', description: '', reason: { code: 'exact' } } as const

const totalsOf = (mean: number): Totals => {
  const one = { count: 5, mean, std: 1, min: 0, max: 1 }
  return {
    statistics: { a: one, b: one, engine, scanMs: 3 },
    tallies: undefined,
    weights: { rows: mean } as WeightsView,
    areAll: true,
  }
}

async function openPage() {
  const page = setUpStore()
  await page.arrive()
  await page.paint()
  const answerTotals = async (mean: number) => {
    const asked = page.totals.at(-1) ?? expect.fail('none were asked for')
    asked.answer.resolve(totalsOf(mean))
    await settle()
  }
  const answer = async (more: Partial<Frame> = {}) => {
    const frame = page.frames.at(-1)
    frame?.answer.resolve({ request: frame.request, detail, engine, ...more } as Frame)
    await settle()
  }
  const shown = () => page.get().data.totals
  /** Whose the numbers on the screen are. */
  const gammas = () => [shown().statistics, shown().weights].map((one) => one?.settings.gamma)
  return { ...page, answer, answerTotals, shown, gammas }
}

describe('totals that a frame comes without', () => {
  it('are asked for when it has been painted, of its values', async () => {
    const page = await openPage()
    await page.answerTotals(1)
    page.actions.edit({ gamma: 0.5 }, 'gamma')
    await page.answer()
    expect(page.totals).toHaveLength(1)
    await page.paint()
    expect(page.totals[1].request.settings.gamma).toBe(0.5)
    // Until they are there the old ones stand, and say whose they are.
    expect(page.gammas()).toEqual([1, 1])
    await page.answerTotals(2)
    expect(page.gammas()).toEqual([0.5, 0.5])
    const { statistics, weights } = page.shown()
    expect([statistics?.of.a.mean, weights?.of.rows]).toEqual([2, 2])
    expect(weights?.settings).toBe(page.get().data.frame?.request.settings)
  })

  it('are those of the rollout on the screen, with weights where these are in sight', async () => {
    const page = await openPage()
    page.actions.setViewport({ weights: true })
    await page.tick()
    await page.answer()
    await page.paint()
    expect(page.totals.map(({ request }) => request.weights)).toEqual([undefined, true])
    expect(page.totals[1].request.rollout).toBe(0)
  })

  it('are not asked for while a newer frame is on its way', async () => {
    const page = await openPage()
    page.actions.edit({ gamma: 0.5 }, 'gamma')
    await page.answer()
    await page.tick()
    page.actions.edit({ gamma: 0.6 }, 'gamma')
    await page.paint()
    expect(page.totals).toHaveLength(1)
    await page.answer()
    await page.paint()
    expect(page.totals.slice(1).map(({ request }) => request.settings.gamma)).toEqual([0.6])
  })

  it('are not shown when they come too late, nor when a newer frame took their place', async () => {
    const page = await openPage()
    page.actions.edit({ gamma: 0.5 }, 'gamma')
    await page.answer()
    await page.answerTotals(9)
    expect(page.shown()).toEqual({})
    await page.paint()
    page.totals[1].answer.resolve('superseded')
    await settle()
    expect(page.shown()).toEqual({})
  })

  it('may come with it, all or some: the others are asked for, and the older ones stand', async () => {
    const page = await openPage()
    await page.answerTotals(1)
    page.actions.edit({ gamma: 0.5 }, 'gamma')
    await page.answer({ weights: totalsOf(4).weights, areAll: false })
    expect(page.gammas()).toEqual([1, 0.5])
    await page.paint()
    expect(page.totals).toHaveLength(2)
    await page.answerTotals(3)
    await page.tick()
    page.actions.edit({ gamma: 0.6 }, 'gamma')
    await page.answer(totalsOf(5))
    await page.paint()
    expect(page.totals).toHaveLength(2)
    expect(page.gammas()).toEqual([0.6, 0.6])
  })

  it('keep the rollout that their weights are of', async () => {
    const page = await openPage()
    await page.answerTotals(1)
    page.actions.edit({ rollout: 'r0', gamma: 0.5 })
    await page.tick()
    const other = { ...detail, index: 1 }
    await page.answer({ detail: other })
    expect(page.shown().weights?.detail).toBe(detail)
    await page.paint()
    await page.answerTotals(2)
    expect(page.shown().weights?.detail).toBe(other)
  })

  it('make the page say that it computes when they take long, and go when they fail', async () => {
    const page = await openPage()
    await page.answerTotals(1)
    page.actions.edit({ gamma: 0.5 }, 'gamma')
    await page.answer()
    await page.paint()
    expect(page.get().tasks.picture).toBe('current')
    page.wait(301)
    expect(page.get().tasks.picture).toBe('computing')
    page.totals[1].answer.reject(new Error('no memory'))
    await settle()
    expect(page.get().tasks.picture).toBe('current')
    expect(page.shown()).toEqual({})
    expect(page.get().tasks.notices).toMatchObject([
      { kind: 'setting-not-computed', message: 'no memory.' },
    ])
  })

  it('name the engine that took over for them', async () => {
    const page = await openPage()
    const { statistics } = totalsOf(1)
    page.totals[0].answer.resolve({
      ...totalsOf(1),
      statistics: statistics && { ...statistics, engine: { ...engine, id: 'cpu' } },
    })
    await settle()
    expect(page.get().data.frame?.engine.id).toBe('cpu')
  })
})
