import { describe, expect, it } from 'vitest'
import { agreedPositions, entropyFiltered } from '../../../src/credit/reweight/critic-spread.ts'
import { readTrace } from '../../../src/formats/read.ts'

async function batchOf(rows: readonly object[]) {
  const data = new Blob([JSON.stringify(rows)])
  const read = await readTrace([{ name: 'rows.json', data }], () => {})
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value.batch
}

describe('disagreement of critics', () => {
  it('is asked only of rows that have an ensemble', async () => {
    const batch = await batchOf([
      { rollout_id: 'one', response_mask: [1, 1], values: [0.1, 0.2] },
      {
        rollout_id: 'ensemble',
        response_mask: [1, 0, 1, 1, 1],
        values_per_critic: [
          [0, 0, 0, 0, 0],
          [0.4, 9, 0.1, 0.3, 0.2],
        ],
      },
    ])
    // Half of four tokens; the two of the first row do not count.
    expect(agreedPositions(batch, 0.5)).toEqual([4, 6])
    expect(entropyFiltered(batch, 0.5)).toEqual([5, 2])
  })
})
