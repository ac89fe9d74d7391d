import { describe, expect, it } from 'vitest'
import { presetOf } from '../../src/credit/conventions/registry.ts'
import { type Checks, loadVectors, perturbed, type VectorClass } from '../support/vectors.ts'
import { aggregationChecks } from './conventions/aggregation.ts'
import { baselines } from './conventions/baselines.ts'
import { compactionChecks } from './conventions/compaction.ts'
import { gaeChecks } from './conventions/gae.ts'
import { ratioChecks } from './conventions/ratios.ts'
import { segmentChecks } from './conventions/segments.ts'

const vectors = loadVectors(new URL('./conventions.json', import.meta.url))
const PARTS: readonly Checks[] = [
  baselines,
  gaeChecks,
  segmentChecks,
  compactionChecks,
  ratioChecks,
  aggregationChecks,
]
const CHECKS: Checks = Object.assign({}, ...PARTS)

/** Vectors about what Segue does not compute, with the reason. Nothing else is left out. */
const NOT_COMPUTED: Readonly<Record<string, string>> = {
  'staleness.glm5': 'which rollouts a trainer drops as too old is decided before a trace exists',
  'staleness.areal_capacity': 'how many rollouts may be submitted is scheduling, no credit',
  'rollpacker.timeout': 'a time limit of the rollout engine; no token’s credit depends on it',
  'sft.error_masked': 'a supervised loss without advantage or ratio',
  'critic.value_clip': 'the critic’s own loss; the values of a trace are taken as recorded',
  'dppo.tv': 'a trust region in probabilities, none of the ratio rules of the public option names',
  opsm: 'a mask by sequence KL, none of the ratio rules of the public option names',
}

describe('118 vectors on which trainers differ', () => {
  it('are each checked, or listed with the reason why not, and nothing twice', () => {
    const ids = vectors.map((v) => v.id)
    expect(ids).toHaveLength(118)
    expect(new Set(ids).size).toBe(118)
    const covered = [...PARTS.flatMap(Object.keys), ...Object.keys(NOT_COMPUTED)]
    expect([...covered].sort()).toEqual([...ids].sort())
  })

  it('fall into classes that sum to 118', () => {
    const count = (kind: VectorClass): number =>
      kind === 'none'
        ? Object.keys(NOT_COMPUTED).length
        : Object.values(CHECKS).filter((check) => check.kind === kind).length
    const counts = {
      right: count('right'),
      options: count('options'),
      fault: count('fault'),
      none: count('none'),
    }
    expect(counts).toEqual({ right: 52, options: 44, fault: 15, none: 7 })
    expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(118)
  })

  it.each(vectors.filter((v) => v.id in CHECKS).map((v) => [v.id, v] as const))(
    '%s',
    async (id, vector) => {
      await CHECKS[id].check(vector)
    },
  )

  it.each(
    Object.entries(CHECKS).flatMap(([id, check]) =>
      check.kind === 'fault'
        ? check.presets.map((preset) => [id, check.fault, preset] as const)
        : [],
    ),
  )('%s: the fault %s is told of %s', (_, code, preset) => {
    const found = presetOf(preset)?.faults.find((one) => one.code === code)
    expect(found?.sentence).toMatch(/Segue/)
  })

  it('every check fails on other numbers', async () => {
    const blind: string[] = []
    for (const vector of vectors) {
      const other = perturbed(vector)
      if (!(vector.id in CHECKS) || !other) continue
      try {
        await CHECKS[vector.id].check(other)
        blind.push(vector.id)
      } catch {
        // As it should.
      }
    }
    expect(blind).toEqual([])
  })
})
