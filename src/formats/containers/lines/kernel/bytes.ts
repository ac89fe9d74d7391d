/** Bytes of JSON, and how to look at many of them at a time. */

export const QUOTE: u8 = 0x22
export const BACKSLASH: u8 = 0x5c
export const COMMA: u8 = 0x2c
export const COLON: u8 = 0x3a
export const OPEN_LIST: u8 = 0x5b
export const CLOSE_LIST: u8 = 0x5d
export const OPEN: u8 = 0x7b
export const CLOSE: u8 = 0x7d
export const MINUS: u8 = 0x2d
export const PLUS: u8 = 0x2b
export const POINT: u8 = 0x2e
export const ZERO: u8 = 0x30
export const SPACE: u8 = 0x20
export const NEWLINE: u8 = 0x0a

/** A line has no line end inside, so that only three kinds of space are left. */
// @ts-expect-error: decorator
@inline
export function isSpace(c: u8): bool {
  return c == SPACE || c == 0x09 || c == 0x0d
}

// @ts-expect-error: decorator
@inline
export function skipSpaces(at: usize): usize {
  while (isSpace(load<u8>(at))) at++
  return at
}

/** The first place from `at` on where one of the two bytes stands, or `end`. Reads up to 15 bytes beyond. */
// @ts-expect-error: decorator
@inline
export function find(at: usize, end: usize, one: u8, other: u8): usize {
  const first = i8x16.splat(one)
  const second = i8x16.splat(other)
  for (; at < end; at += 16) {
    const x = v128.load(at)
    const hits = i8x16.bitmask(v128.or(i8x16.eq(x, first), i8x16.eq(x, second)))
    if (hits != 0) return min<usize>(end, at + ctz<i32>(hits))
  }
  return end
}
