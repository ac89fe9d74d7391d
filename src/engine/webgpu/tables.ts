/** What the kernels read besides values and rewards: cut bits, offsets and run tables. Pure. */
import type { CreditGraph, RunParameters } from '../../credit/graph.ts'
import type { FloatColumn } from '../../trace/batch.ts'
import type { Links } from '../links.ts'
import { FLAGS, NODES_PER_CUTS, STRUCTS } from './layout.ts'
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
const FLAG_WORD = STRUCTS.Run.fields.flags / 4

/** Allocates the page's run table with what does not depend on γ and λ. */
export function makeRunTable(page: Page, links: Links): RunTable {
  const count = page.endRun - page.firstRun
  const floats = new Float32Array(count * WORDS)
  for (let i = 0; i < count; i++) floats[i * WORDS + AHEAD] = links.ahead[page.firstRun + i]
  return { floats, words: new Uint32Array(floats.buffer) }
}

/** Writes γλ and γλ_critic of the page's runs; each is rounded once, from float64. */
export function fillRunTable(
  table: RunTable,
  page: Page,
  links: Links,
  gamma: number,
  runs: RunParameters,
): void {
  const { floats, words } = table
  for (let run = page.firstRun, at = 0; run < page.endRun; run++, at += WORDS) {
    const beta = gamma * runs.lambda[run]
    const betaCritic = gamma * runs.lambdaCritic[run]
    const whole = wholeOf(beta)
    const wholeCritic = wholeOf(betaCritic)
    floats[at + PART] = beta - whole
    floats[at + PART + 1] = betaCritic - wholeCritic
    words[at + FLAG_WORD] =
      links.carry[run] * FLAGS.CARRY + whole * FLAGS.WHOLE + wholeCritic * FLAGS.WHOLE_CRITIC
  }
}

/** Cuts structs of one page, padded to `capacity` nodes: last-of-run bits and the run of each first node. */
export function makeCuts(
  graph: CreditGraph,
  page: Page,
  capacity: number,
): Uint32Array<ArrayBuffer> {
  const table = new Uint32Array((capacity / NODES_PER_CUTS) * 2)
  for (let run = page.firstRun; run < page.endRun; run++) {
    const last = graph.runStart[run + 1] - 1 - page.firstNode
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

/** offsets[from … to] counted from the first of them; both ends included. */
export function localOffsets(
  offsets: Uint32Array,
  from: number,
  to: number,
): Uint32Array<ArrayBuffer> {
  const local = new Uint32Array(to - from + 1)
  for (let i = from; i <= to; i++) local[i - from] = offsets[i] - offsets[from]
  return local
}

/** Nodes [from, to) as float32; a copy only where the column is float64 or shared memory. */
export function floatSlice(
  column: FloatColumn,
  from: number,
  to: number,
): Float32Array<ArrayBuffer> {
  const part = column.subarray(from, Math.min(to, column.length))
  return part instanceof Float32Array && part.buffer instanceof ArrayBuffer
    ? new Float32Array(part.buffer, part.byteOffset, part.length)
    : Float32Array.from(part)
}
