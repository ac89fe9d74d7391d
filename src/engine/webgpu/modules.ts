/**
 * The shader modules' texts. WGSL has no import: a module is the concatenation of the files it uses, in
 * the order that each file's header states.
 */
import affine from '../../../shaders/affine.wgsl?raw'
import chainScan from '../../../shaders/chain-scan.wgsl?raw'
import lanes from '../../../shaders/lanes.wgsl?raw'
import nodes from '../../../shaders/nodes.wgsl?raw'
import tileApply from '../../../shaders/tile-apply.wgsl?raw'
import tileReduce from '../../../shaders/tile-reduce.wgsl?raw'
import tileScan from '../../../shaders/tile-scan.wgsl?raw'
import type { KernelName } from './layout.ts'

const join = (...parts: readonly string[]): string => parts.join('\n')

export const MODULES: Readonly<
  Record<KernelName, { readonly code: string; readonly entry: string }>
> = {
  'tile-reduce': { code: join(affine, lanes, nodes, tileReduce), entry: 'tile_reduce' },
  'tile-scan': { code: join(affine, lanes, tileScan), entry: 'tile_scan' },
  'tile-apply': { code: join(affine, lanes, nodes, tileApply), entry: 'tile_apply' },
  'chain-scan': { code: join(affine, chainScan), entry: 'chain_scan' },
}
