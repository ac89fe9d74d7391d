/** Rows of one load that record different columns. */
import { expect, it } from 'vitest'
import { batchOf, evaluate } from '../../support/batches.ts'

it('an overlong penalty counts also where the last row records no rewards', async () => {
  const rows = [
    { rollout_id: 'r', response_mask: [1, 1], rewards: [0.5, 0] },
    { rollout_id: 'r', response_mask: [1, 1, 1] },
  ]
  // Five tokens, allowed 6 with the last 2 punished: (6 − 2 − 5) / 2 = −0.5.
  const options = { overlong: 'soft-penalty', lMax: 6, lCache: 2 }
  const { advantages } = await evaluate(batchOf(rows), 'discounted-return', options, { gamma: 1 })
  expect(advantages).toEqual([
    [0, -0.5],
    [-0.5, -0.5, -0.5],
  ])
})

it.each([
  ['rhythm-local', [1.5, 1, 1, 1]],
  ['rhythm-global', [1, 1, 1.5, 1]],
  ['rhythm-coupled', [1.25, 1, 1.25, 1]],
])('%s leaves rows without its column as they are', async (reweight, want) => {
  const rows = [
    { rollout_id: 'r', response_mask: [1, 1], reward: 1 },
    {
      rollout_id: 'q',
      response_mask: [1, 1, 1, 1],
      reward: 1,
      waad: [1, 5, 1, 1],
      fai: [0, 0, 9, 0],
    },
  ]
  const options = { reweight, q: 0.25 }
  const { advantages } = await evaluate(batchOf(rows), 'discounted-return', options, { gamma: 1 })
  expect(advantages).toEqual([[1, 1], want])
})
