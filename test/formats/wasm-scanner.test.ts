/** Lines read by the WASM kernel are the records that the other scanner gives, to the last bit. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createPlainScanner } from '../../src/formats/containers/lines/line-scanner.ts'
import type { LineScanner, ListKind } from '../../src/formats/containers/lines/types.ts'
import { createWasmScanner } from '../../src/formats/containers/lines/wasm-scanner.ts'
import { random } from './mutants.ts'

const KINDS = new Map<string, ListKind>([
  ['response_mask', 'bits'],
  ['response_ids', 'integers'],
  ['values', 'doubles'],
  ['rewards', 'doubles'],
])
const kernel = createWasmScanner(KINDS)
const plain = createPlainScanner(KINDS)

/** What a visitor sees, its lists as plain ones, and the number of lines. */
function read(scanner: LineScanner, text: string | Uint8Array) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const records: unknown[] = []
  scanner.room(bytes.length).set(bytes)
  const lines = scanner.scan(bytes.length, ({ line, text, value, problem, badUtf8, last }) =>
    records.push({ line, text, value: unpacked(value), problem, badUtf8, last }),
  )
  return { records, lines }
}

const unpacked = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .map(([key, x]) => [key, ArrayBuffer.isView(x) ? Array.from(x as Float64Array) : x])
          .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      )
    : value

/** The `values` of one line of these numbers, as the kernel takes them; undefined where it leaves them. */
function valuesOf(written: readonly string[]): Float64Array | undefined {
  let values: unknown
  const bytes = new TextEncoder().encode(`{"values":[${written.join(',')}]}`)
  kernel.room(bytes.length).set(bytes)
  kernel.scan(bytes.length, ({ value, checked }) => {
    values = checked ? (value as { values: Float64Array }).values.slice() : undefined
  })
  return values as Float64Array | undefined
}

/** Digits and a power of ten around every limit of the kernel. */
function writtenNumber(next: (below: number) => number): string {
  const digits = (count: number) => Array.from({ length: count }, () => next(10)).join('')
  const sign = next(3) === 0 ? '-' : ''
  const whole = next(2) === 0 ? '0' : `${1 + next(9)}${digits(next(next(3) === 0 ? 19 : 6))}`
  const zeros = '0'.repeat(next(4) === 0 ? next(12) : 0)
  const point = next(4) === 0 ? '' : `.${zeros}${digits(1 + next(next(3) === 0 ? 19 : 8))}`
  const exponent = next(3) === 0 ? `${'eE'[next(2)]}${['', '+', '-'][next(3)]}${next(70)}` : ''
  return `${sign}${whole}${point}${exponent}`
}

describe('numbers', () => {
  it('are those of the language, however they are written', () => {
    const next = random(5)
    let taken = 0
    for (let n = 0; n < 60_000; n++) {
      const written = writtenNumber(next)
      const values = valuesOf([written])
      if (values) taken++
      expect(values && Object.is(values[0], Number(written)), written).not.toBe(false)
    }
    // More than 19 digits are left to others.
    expect(taken).toBeGreaterThan(45_000)
  })

  it('are those of the language, as it writes doubles, float32s and what lies between two doubles', () => {
    const next = random(6)
    const word = new DataView(new ArrayBuffer(8))
    const anyDouble = (): number => {
      for (let k = 0; k < 8; k++) word.setUint8(k, next(256))
      const x = word.getFloat64(0)
      return Number.isFinite(x) ? x : 1
    }
    const near = (): number =>
      (next(2) ? -1 : 1) * (1 + next(2 ** 30) / 2 ** 30) * 2 ** (next(80) - 40)
    /** 53 bits and a half: the tie of rounding to even, when all its digits are written. */
    const tie = (): string => {
      const odd = 2n ** 53n + BigInt(next(2 ** 30)) * 2n + 1n
      return String(odd * 2n ** BigInt(next(10)))
    }
    const written = Array.from({ length: 20_000 }, (_, n) => {
      if (n % 5 === 0) return tie()
      if (n % 5 === 1) return String(Math.fround(near()))
      if (n % 5 === 2) return near().toPrecision(1 + next(19))
      return String(n % 5 === 3 ? near() : anyDouble())
    })
    written.push(
      '5e-324',
      '2.2250738585072014e-308',
      '1.7976931348623157e308',
      '-0',
      '0.0',
      '-0.0e5',
    )
    written.push('9007199254740993', '9007199254740992.5', '18446744073709551615', '1e22', '1e23')
    for (const text of written) {
      const values = valuesOf([text])
      if (values) expect(Object.is(values[0], Number(text)), text).toBe(true)
      else expect(text.replace(/e.*|\D/g, '').replace(/^0+/, '').length, text).toBeGreaterThan(19)
    }
    const all = written.filter((text) => valuesOf([text]))
    expect(valuesOf(all)).toEqual(Float64Array.from(all, Number))
    expect(all.length).toBeGreaterThan(19_000)
  })

  it.each([
    '1e309',
    'NaN',
    '-Infinity',
    '01',
    '1.',
    '.5',
    '-',
    '1e',
    '+1',
    '0x1',
    '"1"',
    'null',
    '[1]',
  ])('such as %s are left to the other scanner', (text) =>
    expect(valuesOf(['0.5', text, '1'])).toBeUndefined(),
  )
})

describe('lines', () => {
  const list = (item: fc.Arbitrary<unknown>) => fc.array(item, { maxLength: 70 })
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 1e4),
    fc.constantFrom(0, -0, 1, 2147483647, -2147483648, 2147483648, 1e21),
  )
  const row = fc.record(
    {
      rollout_id: fc.string(),
      response_mask: list(fc.oneof({ weight: 30, arbitrary: fc.constantFrom(0, 1) }, number)),
      response_ids: list(fc.oneof({ weight: 9, arbitrary: fc.integer() }, number)),
      values: list(fc.oneof({ weight: 20, arbitrary: number }, fc.constantFrom(null, 'x', []))),
      rewards: fc.oneof(
        list(number),
        fc.json().map((text) => JSON.parse(text)),
      ),
      other: fc.json().map((text) => JSON.parse(text)),
    },
    { requiredKeys: [] },
  )
  const spaced = (text: string, spaces: boolean) =>
    spaces ? text.replaceAll(/([,:])(?=["[{\d-])/g, '$1 ') : text

  test('of any rows give the same records', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 8 }),
        fc.boolean(),
        fc.constantFrom('\n', '\r\n', '\n\n', '\n \t\n'),
        fc.boolean(),
        (rows, spaces, lineEnd, closed) => {
          const written = rows.map((r) => spaced(JSON.stringify(r), spaces)).join(lineEnd)
          const text = closed ? `${written}${lineEnd}` : written
          expect(read(kernel, text)).toEqual(read(plain, text))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('of damaged rows give the same records', () => {
    const whole = Array.from({ length: 4 }, (_, i) =>
      JSON.stringify({
        rollout_id: `r"\\${i}`,
        values: [0.25, 1, -3.5, 1e-7].slice(i),
        response_mask: Array.from({ length: 40 - i }, (_, k) => k % 2),
        other: { list: [[1], 'x]}'], text: 'τ' },
      }),
    ).join('\n')
    const bytes = new TextEncoder().encode(whole)
    const noise = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 3 }),
      fc
        .constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '\n', ' ', '0', '.', 'e', '-')
        .map((c) => new TextEncoder().encode(c)),
    )
    fc.assert(
      fc.property(fc.nat(bytes.length - 4), noise, fc.boolean(), (at, put, cut) => {
        const damaged = bytes.slice(0, cut ? at : bytes.length)
        if (!cut) damaged.set(put, at)
        expect(read(kernel, damaged)).toEqual(read(plain, damaged))
      }),
      { numRuns: 3000 },
    )
  })

  test('of any length give the same records, and lists of them are checked', () => {
    const next = random(7)
    const rows = [10, 300_000, 3, 900_000, 4_500_000, 50].map((count, i) => ({
      rollout_id: i,
      response_mask: Array.from({ length: count }, () => next(2)),
      ...(i % 2 && { text: 'x'.repeat(count) }),
    }))
    const text = rows.map((r) => JSON.stringify(r)).join('\n')
    expect(JSON.stringify(read(kernel, text)) === JSON.stringify(read(plain, text))).toBe(true)
    const checked: (boolean | undefined)[] = []
    const bytes = new TextEncoder().encode(text)
    kernel.room(bytes.length).set(bytes)
    kernel.scan(bytes.length, (record) => checked.push(record.checked))
    // The longest would need too much memory.
    expect(checked).toEqual([true, true, true, true, false, true])
  }, 60_000)

  test('with a key that stands twice are left to the other scanner', () => {
    for (const text of ['{"values":[1],"values":[2]}', '{"values":[1],"values":"x"}']) {
      expect(read(kernel, text)).toEqual(read(plain, text))
    }
  })
})
