import { describe, expect, it } from 'vitest'
import type { Mapping } from '../../../src/trace/mapping.ts'
import { blob } from '../helpers.ts'
import { Bounds, mutate, RUNS, random } from '../mutants.ts'
import { tablesOf } from './tables.ts'

const ROWS = ['a', 'a', 'b'].map((traj, part) => ({
  traj,
  part,
  is_model: [1, 0, 1],
  v: [0.5, 0.25, 0.125],
  score: 1,
  note: 'x',
}))
const MAPPING: Mapping = {
  columns: { rollout: 'traj', order: 'part', mask: 'is_model', reward: 'score', values: 'v' },
  rows: 'segment',
  order: 'up',
  reward: 'summed',
}
const CASES: readonly (readonly [string, string | Uint8Array<ArrayBuffer>, Mapping])[] = [
  ...[...tablesOf(ROWS)].map(([name, content]) => {
    const columns = { ...MAPPING.columns, ...(name === 'npz' && { cuts: 'offsets' }) }
    return [name, content, { ...MAPPING, columns }] as const
  }),
  [
    'rows of tokens',
    'run,seg,mask,v\nx,0,1,0.5\nx,0,0,1\nx,1,1,2\n',
    {
      columns: { rollout: 'run', order: 'seg', mask: 'mask', values: 'v' },
      rows: 'token',
      order: 'down',
      reward: 'copied',
    },
  ],
]

describe('broken tables', { timeout: 60_000 + RUNS * 100 }, () => {
  it.each(CASES)(
    `end in a result for ${RUNS} mutations of %s, mapped or not`,
    async (name, content, mapping) => {
      const original = typeof content === 'string' ? new TextEncoder().encode(content) : content
      const next = random(20260103)
      const bounds = new Bounds()
      for (let i = 0; i < RUNS; i++) {
        const input = { name: `mutant ${i}`, data: blob(mutate(original, next)) }
        const result = await bounds.read(input, i % 4 === 0 ? {} : { mapping })
        if (result.ok) {
          const { batch } = result.value
          expect(batch.segment.start[batch.segmentCount]).toBe(batch.positionCount)
        } else expect(result.error.refusals[0].diagnostics[0].message).not.toBe('')
      }
      bounds.check(`mapped ${name}`)
    },
  )
})
