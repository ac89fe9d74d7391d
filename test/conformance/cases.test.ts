import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { estimatorOf } from '../../src/credit/registry.ts'
import { checkCases, LOCAL_ENGINES, parseCases } from '../support/conformance.ts'

const folder = new URL('./cases/', import.meta.url)
const cases = readdirSync(folder).flatMap((name) =>
  parseCases(readFileSync(new URL(name, folder), 'utf8'), name),
)
const covered = cases.filter((c) => c.estimator !== undefined && estimatorOf(c.estimator))

describe('numbers computed outside the project', () => {
  it('cover the five estimators of the first version', () => {
    const estimators = new Set(covered.map((c) => c.estimator))
    expect([...estimators]).toEqual(
      expect.arrayContaining([
        'compaction-gae',
        'concat-gae',
        'cross-segment-gae',
        'grpo',
        'per-segment-gae',
      ]),
    )
    expect(covered.length).toBeGreaterThanOrEqual(179)
  })

  for (const [engine, create] of Object.entries(LOCAL_ENGINES)) {
    it(`${engine}: every case is inside its tolerance`, async () => {
      const verdicts = await checkCases(covered, create)
      expect(verdicts.filter((v) => v.outcome !== 'ok')).toEqual([])
      expect(verdicts).toHaveLength(covered.length)
    })
  }
})
