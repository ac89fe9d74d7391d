/** TypeScript's idea of the buffers against the shaders' own text. */
import { describe, expect, it } from 'vitest'
import {
  BINDINGS,
  BLOCKS_PER_WORKGROUP,
  ENTRY_BYTES,
  FLAGS,
  FORMS,
  KERNELS,
  NODES_PER_CUTS,
  NODES_PER_FOLD,
  NODES_PER_TILE,
  STRUCTS,
} from '../../src/engine/webgpu/layout.ts'
import { entryOf, moduleOf } from '../../src/engine/webgpu/modules.ts'

/** Size and alignment of the host-shareable types that the shaders use (WGSL §14.4.1). */
const TYPES: Readonly<Record<string, { readonly size: number; readonly align: number }>> = {
  f32: { size: 4, align: 4 },
  u32: { size: 4, align: 4 },
  'vec2<f32>': { size: 8, align: 8 },
  'vec4<f32>': { size: 16, align: 16 },
}

const WIDE = { accumulators: 'both', rewards: 'dense' } as const
const withoutComments = (text: string): string => text.replace(/\/\/.*$/gm, '')
/** Acc written out: the tables' widths are those of both accumulators. */
const texts = KERNELS.map((name) =>
  withoutComments(moduleOf(name, WIDE)).replaceAll(/: Acc\b/g, ': vec2<f32>'),
)
const roundUp = (value: number, to: number): number => Math.ceil(value / to) * to

/** Offsets and size of `struct name` by WGSL's rules. */
function layoutOf(text: string, name: string) {
  const body = new RegExp(`struct ${name} \\{([^}]*)\\}`).exec(text)?.[1]
  if (body === undefined) return undefined
  const fields: Record<string, number> = {}
  let end = 0
  let align = 1
  for (const [, field, type] of body.matchAll(/(\w+): ([\w<>]+),/g)) {
    fields[field] = roundUp(end, TYPES[type].align)
    end = fields[field] + TYPES[type].size
    align = Math.max(align, TYPES[type].align)
  }
  return { size: roundUp(end, align), fields }
}

/** Value of `const name = 123u;`, products and sums of other constants not needed. */
const constant = (name: string): number | undefined => {
  const found = texts.map((text) => new RegExp(`const ${name} = (\\d+)u;`).exec(text)?.[1])
  return Number(found.find((value) => value !== undefined))
}

describe('buffer layouts', () => {
  it.each(Object.keys(STRUCTS) as (keyof typeof STRUCTS)[])('of struct %s agree', (name) => {
    const found = texts.map((text) => layoutOf(text, name)).filter((layout) => layout !== undefined)
    expect(found.length).toBeGreaterThan(0)
    for (const layout of found) expect(layout).toEqual(STRUCTS[name])
  })

  it.each(KERNELS)('bindings of %s agree in number, kind and name', (name) => {
    const text = moduleOf(name, WIDE)
    const declared = [
      ...text.matchAll(/@group\(0\) @binding\((\d+)\) var<([\w, ]+)> (\w+): ([\w<>]+)/g),
    ].map(([, binding, space, variable]) => [Number(binding), variable, space])
    const spaces = {
      uniform: 'uniform',
      'read-only-storage': 'storage, read',
      storage: 'storage, read_write',
    }
    const expected = Object.entries(BINDINGS[name]).map(([variable, kind], i) => [
      i,
      variable,
      spaces[kind],
    ])
    expect(declared).toEqual(expected)
  })

  it('entries are as wide as the shader’s elements', () => {
    expect(moduleOf('tile-scan', WIDE)).toMatch(/entries: array<Acc>/)
    expect(moduleOf('tile-scan', WIDE)).toMatch(/alias Acc = vec2<f32>;/)
    expect(ENTRY_BYTES).toBe(TYPES['vec2<f32>'].size)
  })

  it('entry points have their kernel’s name', () => {
    for (const name of KERNELS) expect(moduleOf(name, WIDE)).toContain(`fn ${entryOf(name)}(`)
  })

  it('no kernel needs more storage buffers than WebGPU guarantees', () => {
    for (const name of KERNELS) {
      const storage = Object.values(BINDINGS[name]).filter((kind) => kind !== 'uniform')
      expect(storage.length).toBeLessThanOrEqual(8)
    }
  })
})

describe('numbers that both sides count in agree', () => {
  it('flags', () => {
    for (const [name, bit] of Object.entries(FLAGS)) expect(constant(name)).toBe(bit)
  })

  it('nodes per tile, blocks per workgroup, nodes per word', () => {
    expect(constant('NODES_PER_TILE')).toBe(NODES_PER_TILE)
    expect((constant('LANES') ?? 0) * (constant('NODES_PER_LANE') ?? 0)).toBe(NODES_PER_TILE)
    expect((constant('GROUPS') ?? 0) * (constant('LANES_PER_GROUP') ?? 0)).toBe(constant('LANES'))
    expect(constant('BLOCKS_PER_WORKGROUP')).toBe(BLOCKS_PER_WORKGROUP)
    expect(moduleOf('tile-apply', WIDE)).toContain('cuts[first / NODES_PER_LANE]')
    expect(constant('NODES_PER_LANE')).toBe(NODES_PER_CUTS)
    expect((constant('QUADS_PER_FOLD') ?? 0) * 4).toBe(NODES_PER_FOLD)
  })

  it('no kernel spins, and none needs an optional feature', () => {
    const all = FORMS.flatMap((form) => KERNELS.map((name) => moduleOf(name, form)))
    for (const text of all.map(withoutComments))
      expect(text).not.toMatch(/\benable\b|\brequires\b|atomic|subgroup|f16/)
  })
})
