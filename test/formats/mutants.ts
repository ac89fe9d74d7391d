/** Damaged files and odd values for tests, and the bounds within which reading one has to end. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TableOptions } from '../../src/formats/mapped/choice.ts'
import { readTrace } from '../../src/formats/read.ts'
import type { TraceInput } from '../../src/formats/types.ts'
import { collectGarbage, measureMemory } from '../support/peak-memory.ts'

const hostile = join(import.meta.dirname, 'hostile', 'files')
export const hostileFiles = (): string[] => readdirSync(hostile)
export const hostileBytes = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(hostile, name)))

/** xorshift32, so that a failure can be repeated. */
export function random(seed: number): (below: number) => number {
  let x = seed
  return (below) => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) % below
  }
}

const TOKENS = [
  ...['NaN', '-1', '1e999', 'null', '[', '{', '"', '\n', '\u0000', '[]', '{}', '\\', ','],
  ...['"__proto__":{"length":9},', '"constructor":1,', '['.repeat(300), '{"a":'.repeat(300)],
  ...['99999999999999999999', '\xff\xff\xff\xff', '\u0000\u0000\u0000\u0000\u0000'],
]

export function mutate(bytes: Uint8Array<ArrayBuffer>, next: (below: number) => number) {
  let result = bytes.slice()
  for (let n = 1 + next(4); n > 0 && result.length > 0; n--) {
    const at = next(result.length)
    const kind = next(6)
    if (kind === 0) result[at] = next(256)
    else if (kind === 1) result[at] ^= 1 << next(8)
    else if (kind === 2) result = result.slice(0, at)
    else if (kind === 5) result.fill(next(2) * 255, at, at + 1 + next(8))
    else {
      const token = new TextEncoder().encode(TOKENS[next(TOKENS.length)])
      const skip = kind === 3 ? next(20) : 0
      const joined = [...result.subarray(0, at), ...token, ...result.subarray(at + skip)]
      result = Uint8Array.from(joined)
    }
  }
  return result
}

export const NASTY: readonly unknown[] = [
  null,
  true,
  '',
  '1',
  '__proto__',
  '\ud800',
  'x'.repeat(1000),
  -0,
  -1,
  0.5,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  [],
  [[]],
  [null, 1],
  [1, '1'],
  [1e308, 1e308],
  [-0, 5e-324],
  {},
  { length: 2 },
  [{ start: 0, end: 1e9, kind: 'action' }],
  [{ start: 0, end: 2, kind: 'action', tool: '__proto__', reward: 1e308 }],
]
/** Mutations per format: `FUZZ=10000 npx vitest run --project node test/formats/fuzz.test.ts`. */
export const RUNS = Number(process.env.FUZZ ?? 200)
/** For one mutant, on a machine that may be ten times slower than the one this was written on. */
const SLOWEST_MS = 2000
const MOST_MEBIBYTES = 200

/** Reads an input within the bounds, which the slowest and the largest of a run are compared with. */
export class Bounds {
  slowest = 0
  largest = 0

  async read(input: TraceInput, options: TableOptions = {}) {
    const work = () => readTrace([input], () => {}, undefined, options)
    // Time of the processor: other programs on the machine take turns with this one.
    const started = process.cpuUsage()
    let { value, mebibytes } = await measureMemory(work)
    const { user, system } = process.cpuUsage(started)
    this.slowest = Math.max(this.slowest, (user + system) / 1000)
    if (mebibytes > MOST_MEBIBYTES) {
      // Garbage of the mutants before it may have counted: once more, alone.
      collectGarbage()
      ;({ value, mebibytes } = await measureMemory(work))
    }
    this.largest = Math.max(this.largest, mebibytes)
    return value
  }

  check(what: string) {
    if (process.env.FUZZ) {
      const [ms, mib] = [this.slowest, this.largest].map(Math.round)
      console.info(`${what}: ${RUNS} mutants, slowest ${ms} ms, most ${mib} MiB`)
    }
    expect(this.slowest).toBeLessThan(SLOWEST_MS)
    expect(this.largest).toBeLessThan(MOST_MEBIBYTES)
  }
}
