/**
 * The shader modules' texts. WGSL has no import: a module is the concatenation of the files it uses, in
 * the order that each file's header states.
 */
import affine from '../../../shaders/affine.wgsl?raw'
import blockApply from '../../../shaders/block-apply.wgsl?raw'
import blockReduce from '../../../shaders/block-reduce.wgsl?raw'
import blockScan from '../../../shaders/block-scan.wgsl?raw'
import blocks from '../../../shaders/blocks.wgsl?raw'
import both from '../../../shaders/both.wgsl?raw'
import dense from '../../../shaders/dense.wgsl?raw'
import lanes from '../../../shaders/lanes.wgsl?raw'
import nodeCopy from '../../../shaders/node-copy.wgsl?raw'
import nodes from '../../../shaders/nodes.wgsl?raw'
import one from '../../../shaders/one.wgsl?raw'
import sparse from '../../../shaders/sparse.wgsl?raw'
import tileApply from '../../../shaders/tile-apply.wgsl?raw'
import tileReduce from '../../../shaders/tile-reduce.wgsl?raw'
import tileScan from '../../../shaders/tile-scan.wgsl?raw'
import type { Form, KernelName } from './layout.ts'

/** The texts after one.wgsl or both.wgsl. */
const KERNEL_TEXTS: Readonly<Record<KernelName, (rewards: string) => readonly string[]>> = {
  'tile-reduce': () => [affine, lanes, nodes, tileReduce],
  'tile-scan': () => [affine, lanes, tileScan],
  'tile-apply': () => [affine, lanes, nodes, tileApply],
  'block-reduce': (rewards) => [affine, rewards, blocks, blockReduce],
  'block-scan': () => [affine, blockScan],
  'block-apply': (rewards) => [affine, rewards, blocks, blockApply],
  'node-copy': () => [affine, nodeCopy],
}

/** The text of a kernel, the same for forms that it does not tell apart. */
export const moduleOf = (name: KernelName, { accumulators, rewards }: Form): string =>
  [
    accumulators === 'one' ? one : both,
    ...KERNEL_TEXTS[name](rewards === 'sparse' ? sparse : dense),
  ].join('\n')

/** A kernel's entry point has its name with an underscore. */
export const entryOf = (name: KernelName): string => name.replace('-', '_')
