/** Damaged files and odd values for tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
