/**
 * Sizes, offsets and bindings that TypeScript and WGSL must agree on. test/gpu/layout.test.ts derives the
 * same numbers from the shaders' text.
 */

export const NODES_PER_TILE = 4096
export const NODES_PER_CUTS = 32
export const BLOCKS_PER_WORKGROUP = 64
/** Of the copying kernel: 64 lanes, 8 vec4 each. */
export const NODES_PER_COPY = 2048
/** Sums inside a block are rounded once in so many nodes; a block is a multiple of it. */
export const NODES_PER_FOLD = 64

/** Byte sizes and offsets of the shaders' structs; Affine as wide as both accumulators make it. */
export const STRUCTS = {
  Tick: { size: 16, fields: { gamma_whole: 0, gamma_part: 4, reach: 8, unused: 12 } },
  Page: {
    size: 16,
    fields: { node_count: 0, first_block: 4, block_count: 8, nodes_per_block: 12 },
  },
  Run: { size: 24, fields: { part: 0, ahead: 8, reward: 12, flags: 16, start: 20 } },
  Block: { size: 8, fields: { run: 0, reach: 4 } },
  Affine: { size: 24, fields: { whole: 0, part: 8, sum: 16 } },
  Cuts: { size: 8, fields: { last: 0, run: 4 } },
} as const

/** Accumulators that enter a block: vec2<f32> where there are two. */
export const ENTRY_BYTES = 8

/** Bits of Run.flags. */
export const FLAGS = { CARRY: 1, WHOLE: 2, WHOLE_CRITIC: 4 } as const

export type BindingKind = 'uniform' | 'read-only-storage' | 'storage'

const NODE_BINDINGS = {
  tick: 'uniform',
  page: 'uniform',
  value: 'read-only-storage',
  reward: 'read-only-storage',
  runs: 'read-only-storage',
  blocks: 'read-only-storage',
} as const
const TILE_BINDINGS = { ...NODE_BINDINGS, cuts: 'read-only-storage' } as const
const REDUCED = { maps: 'storage', entries: 'storage' } as const
const SCANNED = { page: 'uniform', maps: 'read-only-storage', entries: 'storage' } as const
const APPLIED = { entries: 'read-only-storage', advantage: 'storage', critic: 'storage' } as const

/** Bindings of every kernel in group 0; a name's place is its binding number. */
export const BINDINGS = {
  'tile-reduce': { ...TILE_BINDINGS, ...REDUCED },
  'tile-scan': SCANNED,
  'tile-apply': { ...TILE_BINDINGS, ...APPLIED },
  'block-reduce': { ...NODE_BINDINGS, ...REDUCED },
  'block-scan': SCANNED,
  'block-apply': { ...NODE_BINDINGS, ...APPLIED },
  'node-copy': { page: 'uniform', value: 'read-only-storage', advantage: 'storage' },
} as const satisfies Record<string, Readonly<Record<string, BindingKind>>>

export type KernelName = keyof typeof BINDINGS
export const KERNELS = Object.keys(BINDINGS) as readonly KernelName[]
export type BindingName<K extends KernelName> = keyof (typeof BINDINGS)[K] & string

/** What a kernel is compiled for. */
export interface Form {
  /** `one`: λ_critic equals λ on every run. */
  readonly accumulators: 'one' | 'both'
  /** `sparse`: every reward stands in the run table. */
  readonly rewards: 'sparse' | 'dense'
}
export const FORMS: readonly Form[] = (['one', 'both'] as const).flatMap((accumulators) =>
  (['sparse', 'dense'] as const).map((rewards) => ({ accumulators, rewards })),
)
