import { describe, expect, it } from 'vitest'
import { entriesOf, registeredIn, registryFaults } from './registries.ts'

/** Folder of one-file-per-entry, the registry beside it, and the method every entry has. */
const REGISTRIES = [
  {
    name: 'formats',
    files: import.meta.glob<object>('../../src/formats/*.ts', { eager: true }),
    registry: import.meta.glob<object>('../../src/formats/registry.ts', { eager: true }),
    method: 'sniff',
  },
  {
    name: 'estimators',
    files: import.meta.glob<object>(
      ['../../src/credit/estimators/*.ts', '../../src/credit/baselines/*.ts'],
      { eager: true },
    ),
    registry: import.meta.glob<object>('../../src/credit/registry.ts', { eager: true }),
    method: 'graph',
  },
  {
    name: 'ratio rules',
    files: import.meta.glob<object>('../../src/credit/ratio/*.ts', { eager: true }),
    registry: import.meta.glob<object>('../../src/credit/ratio/registry.ts', { eager: true }),
    method: 'region',
  },
  ...(['reweigh', 'masks', 'penalty'] as const).map((method) => ({
    name: `post-processing rules that ${method}`,
    files: import.meta.glob<object>(
      [
        '../../src/credit/reweight/*.ts',
        '../../src/credit/keeping/*.ts',
        '../../src/credit/penalty/*.ts',
      ],
      { eager: true },
    ),
    registry: import.meta.glob<object>('../../src/credit/post-registry.ts', { eager: true }),
    method,
  })),
  {
    name: 'copy targets',
    files: import.meta.glob<object>(
      ['../../src/credit/settings/numpy/*.ts', '../../src/credit/settings/trainers/*.ts'],
      { eager: true },
    ),
    registry: import.meta.glob<object>('../../src/credit/settings/registry.ts', { eager: true }),
    method: 'write',
  },
] as const

describe('registries', () => {
  it.each(REGISTRIES)(
    'every one of the $name is registered, once',
    ({ files, registry, method }) => {
      const registered = Object.values(registry).flatMap((module) => registeredIn(module, method))
      const existing = Object.values(files).flatMap((module) => entriesOf(module, method))
      expect(registered.length).toBeGreaterThan(0)
      expect(registryFaults(registered, existing)).toEqual({ missing: [], duplicate: [] })
    },
  )

  it('finds a planted file that nobody registered, and an id used twice', () => {
    const entry = (id: string) => ({ id, read: () => undefined })
    const [a, b, c] = [entry('a'), entry('b'), entry('a')]
    const registered = registeredIn({ ALL: [a, c], version: 1 }, 'read')
    const existing = [{ a }, { b, helper: () => 1 }, { c }].flatMap((m) => entriesOf(m, 'read'))
    expect(registryFaults(registered, existing)).toEqual({ missing: ['b'], duplicate: ['a'] })
  })
})
