/** The byte scanner either gives what JSON.parse gives, or nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createObjectScanner } from '../../src/formats/containers/scan-object.ts'

const scanner = createObjectScanner(new Set(['values', 'response_mask']))
const scan = (text: string) => scanner.scan(new TextEncoder().encode(text))

const plain = (object: Record<string, unknown> | undefined) =>
  object &&
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      value instanceof Float64Array ? [...value] : value,
    ]),
  )

test('numbers come out as JSON.parse reads them, to the last bit', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 1e4),
    fc.constantFrom(0, -0, 1, 123456789, 1234567890, 99999.99999, 123456789012345),
  )
  fc.assert(
    fc.property(
      fc.array(number),
      fc.array(fc.constantFrom(0, 1)),
      fc.boolean(),
      (xs, ms, spaced) => {
        const text = JSON.stringify(
          { rollout_id: 'r', values: xs, response_mask: ms },
          undefined,
          spaced ? 1 : undefined,
        )
        expect(plain(scan(text))).toEqual(JSON.parse(text))
      },
    ),
  )
})

test('lists of short decimals become typed arrays', () => {
  const object = scan('{"values":[0.5, -12.25,1e3],"response_mask":[1,0,1]}')
  // An exponent is left to the platform's parser.
  expect(object?.values).toEqual([0.5, -12.25, 1000])
  expect(object?.response_mask).toEqual(Float64Array.of(1, 0, 1))
})

test('any object it takes equals JSON.parse; any text JSON refuses it refuses', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const text = `{"a":${json},"values":${json}}`
      expect(plain(scan(text))).toEqual(JSON.parse(text))
    }),
  )
  const damaged = fc
    .tuple(fc.nat(60), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }))
    .map(([at, noise]) => {
      const text = '{"a":"x\\"y","values":[0.25,1,-3.5],"response_mask":[1,0],"b":{"c":[1]}}'
      return text.slice(0, at) + noise + text.slice(at + noise.length)
    })
  fc.assert(
    fc.property(damaged, (text) => {
      const got = plain(scan(text))
      if (got !== undefined) expect(got).toEqual(JSON.parse(text))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  '{"values":[01]}',
  '{"values":[1.]}',
  '{"values":[.5]}',
  '{"values":[-]}',
  '{"values":[1,]}',
  '{"values":[1],"values":"x"}',
  '{"values":[1]',
  '{"values":[1]} x',
  '{"val\\u0075es":[1]}',
  '[1]',
  '',
])('leaves %s to the other parser', (text) => {
  expect(scan(text)).toBeUndefined()
})
