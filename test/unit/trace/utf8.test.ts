import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GrowText, pieceOf } from '../../../src/trace/utf8.ts'

const pool = (pieces: readonly string[]) => {
  const text = new GrowText()
  for (const piece of pieces) text.push(piece)
  return text.take(pieces.length)
}

describe('text pools', () => {
  it('are UTF-8 byte for byte', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (pieces) => {
        const expected = new TextEncoder().encode(pieces.join(''))
        expect(Array.from(pool(pieces)?.bytes ?? [])).toEqual(Array.from(expected))
      }),
    )
  })

  it('give back every piece, lone surrogates included', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (pieces) => {
        const column = pool(pieces)
        for (const [i, piece] of pieces.entries()) {
          expect(column ? pieceOf(column, i) : '').toBe(piece)
        }
      }),
    )
    const column = pool(['\ud800', 'a\udc00', '\ud83d', '\ude00'])
    expect(column && [0, 1, 2, 3].map((i) => pieceOf(column, i))).toEqual([
      '\ud800',
      'a\udc00',
      '\ud83d',
      '\ude00',
    ])
  })
})
