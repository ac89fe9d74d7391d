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
import nodes from '../../../shaders/nodes.wgsl?raw'
import one from '../../../shaders/one.wgsl?raw'
import sparse from '../../../shaders/sparse.wgsl?raw'
import tileApply from '../../../shaders/tile-apply.wgsl?raw'
import tileReduce from '../../../shaders/tile-reduce.wgsl?raw'
import tileScan from '../../../shaders/tile-scan.wgsl?raw'
import type { Form, KernelName } from './layout.ts'

const FORM_TEXTS: Readonly<Record<Form['accumulators'] | Form['rewards'], string>> = {
  one,
  both,
  sparse,
  dense,
}

const KERNEL_TEXTS: Readonly<Record<KernelName, readonly string[]>> = {
  'tile-reduce': [affine, lanes, nodes, tileReduce],
  'tile-scan': [affine, lanes, tileScan],
  'tile-apply': [affine, lanes, nodes, tileApply],
  'block-reduce': [affine, blocks, blockReduce],
  'block-scan': [affine, blockScan],
  'block-apply': [affine, blocks, blockApply],
}

/** The text of a kernel; its entry point has the kernel's name with an underscore. */
export const moduleOf = (name: KernelName, { accumulators, rewards }: Form): string =>
  [FORM_TEXTS[accumulators], FORM_TEXTS[rewards], ...KERNEL_TEXTS[name]].join('\n')

export const entryOf = (name: KernelName): string => name.replace('-', '_')
