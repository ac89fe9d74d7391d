/** What stands still between two frames travels once, and is the same object on the page. */
import { expect, it } from 'vitest'
import type { Frame } from '../../../src/worker/api.ts'
import { createStill, keepStill } from '../../../src/worker/still.ts'
import { frameRequest } from './fakes.ts'

/** As through a message: every object is another one. */
const setUp = () => {
  const pack = createStill()
  const page = keepStill()
  const sizes: number[] = []
  const ask = (columns: number, frame: object) => {
    const request = frameRequest(columns)
    return page.whole(request, async (known) => {
      const sent = structuredClone(pack({ request, ...frame } as Frame, known))
      sizes.push(Object.keys(sent.still ?? {}).length)
      return sent
    })
  }
  return { ask, sizes }
}

it('a part that did not change is neither sent again nor another object', async () => {
  const { ask, sizes } = setUp()
  const parts = { detail: { id: 'r' }, unavailable: {}, lacks: [], weights: { rows: 1 } }
  const first = await ask(1, { ...parts, extent: 1 })
  const second = await ask(2, { ...parts, extent: 2 })
  expect(sizes).toEqual([4, 0])
  expect([first.extent, second.extent]).toEqual([1, 2])
  for (const key of ['detail', 'weights', 'lacks'] as const) expect(second[key]).toBe(first[key])
  const third = await ask(3, { ...parts, weights: { rows: 2 } })
  expect(third.weights?.rows).toBe(2)
  // The rollout of thousands of segments stays.
  expect(sizes).toEqual([4, 0, 1])
  expect(third.detail).toBe(first.detail)
})

it('a part that goes is gone, and comes back', async () => {
  const { ask, sizes } = setUp()
  const parts = { detail: { id: 'r' }, unavailable: {}, lacks: [], weights: { rows: 1 } }
  await ask(1, parts)
  expect((await ask(2, { ...parts, weights: undefined })).weights).toBeUndefined()
  expect((await ask(3, parts)).weights).toEqual({ rows: 1 })
  expect(sizes).toEqual([4, 1, 1])
})

it('the request is the one that the page asked with', async () => {
  const request = frameRequest(1)
  const frame = await keepStill().whole(request, async () =>
    createStill()({ request: { ...request }, detail: {} } as unknown as Frame, undefined),
  )
  expect(frame.request).toBe(request)
})
