/**
 * Sizes, offsets and bindings that TypeScript and WGSL must agree on. test/gpu/layout.test.ts derives the
 * same numbers from the shaders' text.
 */

export const NODES_PER_TILE = 4096
export const NODES_PER_CUTS = 32
export const CHAINS_PER_WORKGROUP = 64

/** Byte sizes and offsets of the structs in shaders/affine.wgsl and shaders/nodes.wgsl. */
export const STRUCTS = {
  Tick: { size: 16, fields: { gamma_whole: 0, gamma_part: 4, critic: 8, unused: 12 } },
  Page: { size: 16, fields: { node_count: 0, first_tile: 4, chain_count: 8, unused: 12 } },
  Run: { size: 16, fields: { part: 0, ahead: 8, flags: 12 } },
  Affine: { size: 24, fields: { whole: 0, part: 8, sum: 16 } },
  Cuts: { size: 8, fields: { last: 0, run: 4 } },
} as const

/** Accumulators that enter a tile: vec2<f32>. */
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
  cuts: 'read-only-storage',
} as const

/** Bindings of every kernel in group 0; a name's place is its binding number. */
export const BINDINGS = {
  'tile-reduce': { ...NODE_BINDINGS, tiles: 'storage' },
  'tile-scan': { tiles: 'read-only-storage', entries: 'storage' },
  'tile-apply': {
    ...NODE_BINDINGS,
    entries: 'read-only-storage',
    advantage: 'storage',
    critic: 'storage',
  },
  'chain-scan': {
    tick: 'uniform',
    page: 'uniform',
    value: 'read-only-storage',
    reward: 'read-only-storage',
    runs: 'read-only-storage',
    run_start: 'read-only-storage',
    chain_start: 'read-only-storage',
    advantage: 'storage',
    critic: 'storage',
  },
} as const satisfies Record<string, Readonly<Record<string, BindingKind>>>

export type KernelName = keyof typeof BINDINGS
/** Kernels of each way to scan. */
export const KERNELS_OF = {
  tiles: ['tile-reduce', 'tile-scan', 'tile-apply'],
  chains: ['chain-scan'],
} as const satisfies Record<string, readonly KernelName[]>
export const KERNELS: readonly KernelName[] = Object.values(KERNELS_OF).flat()
export type BindingName<K extends KernelName> = keyof (typeof BINDINGS)[K] & string
