import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depthOf, parseJson, parseTolerantly } from '../../src/formats/containers/json.ts'
import { type JsonRecord, layoutOf, splitterOf } from '../../src/formats/containers/records.ts'

const tolerant = (text: string) => parseTolerantly(text, () => false)

describe('tolerant JSON', () => {
  it('agrees with JSON.parse on all JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        // Objects of the tolerant parser have no prototype, so compare as text.
        expect(JSON.stringify(tolerant(text).value)).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  it('agrees with JSON.parse on what is no JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom(...'[]{}",:x-.0'), (text, at, c) => {
        const i = at % (text.length + 1)
        const broken = text.slice(0, i) + c + text.slice(i)
        let valid = true
        try {
          JSON.parse(broken)
        } catch {
          valid = false
        }
        expect(tolerant(broken).problem === undefined).toBe(valid)
      }),
    )
  })

  it.each([
    ['[NaN, -Infinity, Infinity]', [Number.NaN, -Infinity, Infinity]],
    ['"NaN"', 'NaN'],
  ])('reads Python literals in %s', (text, value) => {
    expect(tolerant(text).value).toEqual(value)
  })

  it('keeps integers above 2^53 under the keys that ask for it', () => {
    const { value } = parseTolerantly(
      '{"id":9007199254740993,"x":9007199254740993}',
      (k) => k === 'id',
    )
    expect(value).toEqual({ id: '9007199254740993', x: 9007199254740992 })
  })

  it.each([
    ['{"a": "b', 'JSON ends inside a string (file truncated?)'],
    ['{"a": [1, 2', 'JSON ends inside a list (file truncated?)'],
    ['{"a": tru', 'JSON ends inside an object (file truncated?)'],
    ['{"a" 1}', 'where : should stand'],
    ['[1 2]', 'where , or ] should stand'],
  ])('says where %s is wrong', (text, message) => {
    expect(parseJson(text).problem?.message).toContain(message)
  })

  it('does not count brackets in strings, and stops at 200 levels', () => {
    expect(depthOf('{"[[[[\\"[[": [1]}')).toBe(2)
    expect(parseJson('['.repeat(200) + ']'.repeat(200)).problem).toBeUndefined()
    expect(parseJson('['.repeat(201) + ']'.repeat(201)).problem?.code).toBe('nested-too-deep')
  })
})

describe('records', () => {
  const split = (text: string, cut: number) => {
    const bytes = new TextEncoder().encode(text)
    const records: JsonRecord[] = []
    const splitter = splitterOf(layoutOf(bytes), (r) => records.push(r))
    for (let at = 0; at < bytes.length; at += cut) splitter.push(bytes.subarray(at, at + cut))
    splitter.end()
    return records
  }

  it('are the same however the bytes arrive', () => {
    const rows = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 })
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 9 }), fc.nat(2), (values, cut, layout) => {
        const text =
          layout === 0
            ? values.map((v) => JSON.stringify(v)).join('\r\n')
            : JSON.stringify(values, undefined, layout === 1 ? 2 : undefined)
        expect(split(text, cut).map((r) => r.value)).toEqual(JSON.parse(JSON.stringify(values)))
      }),
    )
  })

  it('tell one document over many lines from lines', () => {
    const layout = (text: string) => layoutOf(new TextEncoder().encode(text))
    expect(layout('{\n "a": 1\n}')).toBe('document')
    expect(layout('{"a": [\n{"b": 1}\n]}')).toBe('document')
    expect(layout('{"a": 1}\n{"a": 2}')).toBe('lines')
    expect(layout('{"a": "cut\n{"a": 2}')).toBe('lines')
    expect(layout('\n [\n1]')).toBe('array')
  })
})
