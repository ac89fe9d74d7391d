import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkCases, LOCAL_ENGINES, parseCases } from '../support/conformance.ts'

const folder = new URL('./cases/', import.meta.url)
const cases = readdirSync(folder).flatMap((name) =>
  parseCases(readFileSync(new URL(name, folder), 'utf8'), name),
)
describe('numbers computed outside the project', () => {
  it('are 438, over every estimator, ratio rule and aggregation of the schema', () => {
    const kinds = new Set(
      cases.map((c) => ('ratio' in c ? c.ratio : 'aggregate' in c ? c.aggregate : c.estimator)),
    )
    expect(cases).toHaveLength(438)
    expect(kinds.size).toBe(15 + 8 + 8)
  })

  for (const [engine, create] of Object.entries(LOCAL_ENGINES)) {
    it(`${engine}: every case is inside its tolerance, none is skipped`, async () => {
      const verdicts = await checkCases(cases, create)
      expect(verdicts.filter((v) => v.outcome !== 'ok')).toEqual([])
      expect(verdicts).toHaveLength(cases.length)
    })
  }
})
