import { describe, expect, it } from 'vitest'
import { checkCases, parseCases } from '../support/conformance.ts'
import { createBench } from './device.ts'

const files = import.meta.glob<string>('../conformance/cases/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const estimators = Object.entries(files)
  .flatMap(([name, text]) => parseCases(text, name))
  .filter((c) => 'estimator' in c)

describe('numbers computed outside the project, on WGSL', () => {
  it.each(['tiles', 'blocks'] as const)('%s: every case is inside 1e-5', async (variant) => {
    const verdicts = await checkCases(
      estimators,
      async () => (await createBench({ variant })).engine,
    )
    expect(verdicts.filter((v) => v.outcome !== 'ok')).toEqual([])
    expect(verdicts.length).toBeGreaterThanOrEqual(328)
  })
})
