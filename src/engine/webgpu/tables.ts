/** What the kernels read besides values and rewards: run tables, cut bits and blocks. Pure. */
import type { RunParameters } from '../../credit/graph.ts'
import type { NodeColumn } from '../../credit/node-column.ts'
import type { RunColumns } from './columns.ts'
import { FLAGS, NODES_PER_CUTS, NODES_PER_FOLD, STRUCTS } from './layout.ts'
import type { Page } from './pages.ts'

/** 1 for a factor that is kept as its distance to 1 (shaders/affine.wgsl), else 0. */
export const wholeOf = (factor: number): 0 | 1 => (factor > 0.5 ? 1 : 0)

/** Run structs of one page, rewritten by every tick; two views of one buffer. */
export interface RunTable {
  readonly floats: Float32Array<ArrayBuffer>
  readonly words: Uint32Array<ArrayBuffer>
}

const WORDS = STRUCTS.Run.size / 4
const PART = STRUCTS.Run.fields.part / 4
const AHEAD = STRUCTS.Run.fields.ahead / 4
const REWARD = STRUCTS.Run.fields.reward / 4
const FLAG_WORD = STRUCTS.Run.fields.flags / 4
const START = STRUCTS.Run.fields.start / 4

/** Allocates the page's run table with what does not depend on γ and λ. */
export function makeRunTable(page: Page, runs: RunColumns): RunTable {
  const count = page.endRun - page.firstRun
  const floats = new Float32Array((count + 1) * WORDS)
  const words = new Uint32Array(floats.buffer)
  for (let i = 0; i <= count; i++) {
    // A run that began in an earlier page begins with this one, as far as this one is concerned.
    words[i * WORDS + START] = Math.max(0, runs.start[page.firstRun + i] - page.firstNode)
    if (i === count) continue
    floats[i * WORDS + AHEAD] = runs.ahead[page.firstRun + i]
    floats[i * WORDS + REWARD] = runs.reward[page.firstRun + i]
  }
  return { floats, words }
}

/** Writes γλ and γλ_critic of the page's runs; each is rounded once, from float64. */
export function fillRunTable(
  table: RunTable,
  page: Page,
  { source, carry }: RunColumns,
  gamma: number,
  runs: RunParameters,
): void {
  const { floats, words } = table
  for (let run = page.firstRun, at = 0; run < page.endRun; run++, at += WORDS) {
    const own = source === undefined ? run : source[run]
    const beta = gamma * runs.lambda[own]
    const betaCritic = gamma * runs.lambdaCritic[own]
    const whole = wholeOf(beta)
    const wholeCritic = wholeOf(betaCritic)
    floats[at + PART] = beta - whole
    floats[at + PART + 1] = betaCritic - wholeCritic
    words[at + FLAG_WORD] =
      carry[run] * FLAGS.CARRY + whole * FLAGS.WHOLE + wholeCritic * FLAGS.WHOLE_CRITIC
  }
}

/** −ln of what is below a float32's last bit: e^−16.6 is 2^−24. */
const FORGOTTEN = 16.6
const FORGETS_UP_TO = 0.99
/** Longer than any block. */
export const NEVER = 0xffffffff

/**
 * Nodes after which nothing is left of what entered a chain, in whole folds; NEVER above γλ = 0.99.
 *
 * @param both whether λ_critic counts
 */
export function reachOf(
  runs: RunParameters,
  runCount: number,
  gamma: number,
  both: boolean,
): number {
  let largest = 0
  for (let run = 0; run < runCount; run++) {
    if (runs.lambda[run] > largest) largest = runs.lambda[run]
    if (both && runs.lambdaCritic[run] > largest) largest = runs.lambdaCritic[run]
  }
  const beta = gamma * largest
  if (!(beta <= FORGETS_UP_TO)) return NEVER
  const nodes = beta > 0 ? FORGOTTEN / -Math.log(beta) : 1
  return Math.ceil(nodes / NODES_PER_FOLD) * NODES_PER_FOLD
}

const BLOCK_WORDS = STRUCTS.Block.size / 4

export interface BlockTable {
  readonly words: Uint32Array<ArrayBuffer>
  /** Whether any block hands something to the one before. */
  readonly joined: boolean
}

/** Block structs of one page, in units of `unit` nodes. */
export function makeBlocks(page: Page, runs: RunColumns, unit: number): BlockTable {
  const { start, carry } = runs
  const count = Math.ceil((page.endNode - page.firstNode) / unit)
  const words = new Uint32Array(count * BLOCK_WORDS)
  let joined = false
  /** Run of the block's first node, and the first run from there on that is cut behind. */
  let run = page.firstRun
  let cut = run
  for (let i = 0; i < count; i++) {
    const first = page.firstNode + i * unit
    const end = Math.min(first + unit, page.endNode)
    while (start[run + 1] <= first) run++
    cut = Math.max(cut, run)
    while (carry[cut] === 1) cut++
    const fresh = first === 0 || (start[run] === first && carry[run - 1] === 0)
    const reach = fresh ? 0 : Math.min(end, start[cut + 1]) - first
    if (reach > 0) joined = true
    let last = run
    while (start[last + 1] < end) last++
    words[i * BLOCK_WORDS + STRUCTS.Block.fields.run / 4] = last - page.firstRun
    words[i * BLOCK_WORDS + STRUCTS.Block.fields.reach / 4] = reach
    run = last
  }
  return { words, joined }
}

/** Cuts structs of one page, padded to `capacity` nodes: last-of-run bits and the run of each first node. */
export function makeCuts(
  { start }: RunColumns,
  page: Page,
  capacity: number,
): Uint32Array<ArrayBuffer> {
  const table = new Uint32Array((capacity / NODES_PER_CUTS) * 2)
  for (let run = page.firstRun; run < page.endRun; run++) {
    const last = start[run + 1] - 1 - page.firstNode
    // A run that goes on in the next page has its last node there.
    if (last < page.endNode - page.firstNode) table[(last >>> 5) * 2] |= 1 << (last & 31)
  }
  for (let word = 2; word < table.length; word += 2) {
    table[word + 1] = table[word - 1] + bitCount(table[word - 2])
  }
  return table
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Nodes [from, to) as float32; a copy only where the column is float64 or shared memory. */
export function floatSlice(
  column: NodeColumn,
  from: number,
  to: number,
): Float32Array<ArrayBuffer> {
  const part = column.read(from, Math.min(to, column.length))
  return part instanceof Float32Array && part.buffer instanceof ArrayBuffer
    ? new Float32Array(part.buffer, part.byteOffset, part.length)
    : Float32Array.from(part)
}
