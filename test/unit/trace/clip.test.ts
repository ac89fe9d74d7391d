import { describe, expect, it } from 'vitest'
import { columnNames } from '../../../src/panels/open/columnNames.ts'
import { clipMiddle } from '../../../src/trace/clip.ts'
import { diagnosticOf } from '../../../src/trace/diagnostic-list.ts'

describe('names in messages', () => {
  it('keep their beginning and end, 80 characters in all', () => {
    expect(clipMiddle('short')).toBe('short')
    expect(clipMiddle('x'.repeat(80))).toBe('x'.repeat(80))
    const clipped = clipMiddle(`run-${'x'.repeat(2_000_000)}-7.jsonl`)
    expect(clipped).toHaveLength(80)
    expect(clipped).toMatch(/^run-x+…x+-7\.jsonl$/)
  })

  it('are not cut inside a character', () => {
    expect(clipMiddle('😀'.repeat(100), 10)).toBe('😀😀…😀😀')
  })

  it('turn nothing around: marks of direction are left out', () => {
    expect(clipMiddle('run-\u202Egpj.1\u202C \u2067x\u2069')).toBe('run-gpj.1 x')
    expect(clipMiddle('ریال-7')).toBe('ریال-7')
  })

  it('of columns are the first 20 and a count', () => {
    const names = Array.from({ length: 57 }, (_, k) => `c${k}`)
    expect(columnNames(names)).toEqual({ names: names.slice(0, 20).join(', '), more: 37 })
    expect(columnNames(['a', 'b'])).toEqual({ names: 'a, b', more: 0 })
  })
})

describe('a place in a file', () => {
  const fault = { code: 'bad', line: 3, message: 'Wrong.' }

  it('is a row or a line, in the message as beside it', () => {
    expect(diagnosticOf(fault, 'error', 'a.npz', 'row')).toMatchObject({
      unit: 'row',
      message: 'a.npz, row 3: Wrong.',
    })
    expect(diagnosticOf(fault, 'error', 'a.jsonl', 'line')).not.toHaveProperty('unit')
  })

  it('has a name of bearable length', () => {
    const { message } = diagnosticOf(fault, 'error', 'f'.repeat(100_000), 'line')
    expect(message.length).toBeLessThan(120)
  })
})
