/**
 * The double nearest to mantissa · 10^power, for numbers that no single exact operation gives: a product with
 * 128 bits of 5^power, which decides the rounding nearly always. After Lemire, "Number parsing at a gigabyte
 * per second" (2021), and Mushtak and Lemire, "Fast number parsing without fallback" (2023).
 */

/** The magnitude that the language reads in the text there: for what is rare. */
// @ts-expect-error: decorator
@external('env', 'magnitude')
declare function magnitude(text: usize, length: usize): f64

/** Powers in the table, which the host fills: two words each, the upper one first. */
export const LEAST_POWER: i32 = -64
export const MOST_POWER: i32 = 64
export let fives: usize = 0

export function bindFives(table: usize): void {
  fives = table
}

/** The upper half of a product of two words. */
// @ts-expect-error: decorator
@inline
function upper(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff
  const a1 = a >> 32
  const b0 = b & 0xffffffff
  const b1 = b >> 32
  const middle = a1 * b0 + ((a0 * b0) >> 32)
  return a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & 0xffffffff)) >> 32)
}

/** @param text the number as it is written, sign and all */
export function nearest(mantissa: u64, power: i32, text: usize, length: usize): f64 {
  if (mantissa == 0) return 0
  if (power < LEAST_POWER || power > MOST_POWER) return magnitude(text, length)
  const five = fives + (<usize>(power - LEAST_POWER) << 4)
  const shift = clz<u64>(mantissa)
  const word = mantissa << shift
  let low = word * load<u64>(five)
  let high = upper(word, load<u64>(five))
  // 55 bits decide unless all below them are ones: then the second word may carry into them.
  if ((high & 0x1ff) == 0x1ff) {
    const carry = upper(word, load<u64>(five, 8))
    low += carry
    if (low < carry) high++
    if (low == u64.MAX_VALUE) return magnitude(text, length)
  }
  const top = high >> 63
  const below = top + 9
  let bits = high >> below
  // ⌊log₂ 5^power⌋ + power, exact in this range.
  const exponent = ((217706 * power) >> 16) + 63 + <i32>top - <i32>shift + 1023
  if (exponent <= 0 || exponent >= 2046) return magnitude(text, length)
  // Exactly between two doubles, which only small powers can be: the even one.
  if (low <= 1 && (bits & 3) == 1 && bits << below == high) {
    if (power >= -4 && power <= 23) bits &= ~(<u64>1)
  }
  bits = (bits + (bits & 1)) >> 1
  // A carry out of all bits lands in the exponent, where it belongs.
  return reinterpret<f64>((<u64>(exponent - 1) << 52) + bits)
}
