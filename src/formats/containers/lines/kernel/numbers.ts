/**
 * Lists of numbers, each kind with the shortest way through what writers mostly write. A function gets the
 * place behind the bracket and returns the place behind the closing one, or 0 for a list that it does not
 * take: of anything else, or of numbers that the column may not hold.
 */
import {
  CLOSE_LIST,
  COMMA,
  MINUS,
  PLUS,
  POINT,
  skipSpaces,
  SPACE,
  ZERO,
} from './bytes'
import { nearest } from './nearest'

/** Where the next number goes; behind a list that was taken, its end. */
export let out: usize = 0

export function write(to: usize): void {
  out = to
}

/** Digits from `at` on, as many as there are up to eight. */
// @ts-expect-error: decorator
@inline
function digitCount(bytes: u64): u32 {
  const x = bytes ^ 0x3030303030303030
  // The first byte that is no digit is right; bytes behind it may be off by a carry.
  const others = ((x + 0x7676767676767676) | x) & 0x8080808080808080
  return <u32>(ctz<u64>(others) >> 3)
}

/** The number that the first `count` (1 to 8) bytes write, which are digits. */
// @ts-expect-error: decorator
@inline
function valueOf(bytes: u64, count: u32): u64 {
  let x = (bytes ^ 0x3030303030303030) << ((8 - count) << 3)
  // Neighbours are joined: digits to pairs, pairs to fours, fours to eight.
  x = x * 10 + (x >> 8)
  const even = (x & 0x000000ff000000ff) * 0x000f424000000064
  const odd = ((x >> 16) & 0x000000ff000000ff) * 0x0000271000000001
  return (even + odd) >> 32
}

// @ts-expect-error: decorator
@inline
function powerOf(digits: u32): u64 {
  return load<u64>(WHOLE + (<usize>digits << 3))
}

/** 10⁰ … 10⁸ as integers, 10⁰ … 10²² as doubles, which hold them exactly. */
const WHOLE: usize = memory.data<u64>([
  1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000,
])
const EXACT: usize = memory.data<f64>([
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
])
const MOST_EXACT: i32 = 22
const MOST_DIGITS: u32 = 19
const MOST_EXPONENT_DIGITS: u32 = 4

/** The place behind a list that ended; 0: it is broken. */
let behind: usize = 0

/** From behind a number to the next one; 0 at the end of the list, and `behind` is set. */
// @ts-expect-error: decorator
@inline
function next(at: usize): usize {
  if (load<u8>(at) != COMMA) {
    at = skipSpaces(at)
    const c = load<u8>(at)
    if (c != COMMA) {
      behind = c == CLOSE_LIST ? at + 1 : 0
      return 0
    }
  }
  if (load<u8>(++at) == SPACE) at++
  return load<u8>(at) > SPACE ? at : skipSpaces(at)
}

/** 0 and 1, a byte each. */
export function bits(at: usize): usize {
  let to = out
  const pattern = i16x8.splat(0x2c30)
  const rest = i16x8.splat(<i16>0xfffe)
  for (;;) {
    const x = v128.xor(v128.load(at), pattern)
    const y = v128.xor(v128.load(at, 16), pattern)
    if (v128.any_true(v128.and(v128.or(x, y), rest))) break
    v128.store(to, i8x16.narrow_i16x8_u(x, y))
    at += 32
    to += 16
  }
  at = skipSpaces(at)
  if (to == out && load<u8>(at) == CLOSE_LIST) return at + 1
  do {
    const digit = load<u8>(at) ^ ZERO
    if (digit > 1) return 0
    store<u8>(to++, digit)
    at = next(at + 1)
  } while (at != 0)
  out = to
  return behind
}

/** Integers that int32 holds, written without point and exponent. */
export function integers(at: usize): usize {
  let to = out
  at = skipSpaces(at)
  if (load<u8>(at) == CLOSE_LIST) return at + 1
  do {
    const negative = load<u8>(at) == MINUS
    if (negative) at++
    let bytes = load<u64>(at)
    let count = digitCount(bytes)
    if (count == 0 || (count > 1 && <u8>bytes == ZERO)) return 0
    let value = valueOf(bytes, count)
    at += count
    if (count == 8) {
      bytes = load<u64>(at)
      count = digitCount(bytes)
      if (count > 2) return 0
      if (count > 0) value = value * powerOf(count) + valueOf(bytes, count)
      at += count
    }
    if (value > <u64>i32.MAX_VALUE + <u64>negative) return 0
    store<i32>(to, negative ? -(<i32>value) : <i32>value)
    to += 4
    at = next(at)
  } while (at != 0)
  out = to
  return behind
}

/** Doubles, rounded as the language rounds them; 0 too where one is not finite. */
export function doubles(at: usize): usize {
  let to = out
  at = skipSpaces(at)
  if (load<u8>(at) == CLOSE_LIST) return at + 1
  do {
    const start = at
    const negative = load<u8>(at) == MINUS
    if (negative) at++
    let bytes = load<u64>(at)
    const first = <u8>bytes
    let count: u32
    if (<u8>(first - ZERO) <= 9 && <u8>(bytes >> 8) == POINT) {
      // What most numbers are: a digit, up to seven decimals, a comma.
      const decimals = load<u64>(at, 2)
      count = digitCount(decimals)
      if (count - 1 < 7 && <u8>(decimals >> (count << 3)) == COMMA) {
        const mantissa = (<u64>first - ZERO) * powerOf(count) + valueOf(decimals, count)
        const value = <f64>mantissa / load<f64>(EXACT + (<usize>count << 3))
        store<f64>(to, negative ? -value : value)
        to += 8
        at += count + 3
        if (load<u8>(at) == SPACE) at++
        if (load<u8>(at) <= SPACE) at = skipSpaces(at)
        continue
      }
    }
    count = digitCount(bytes)
    if (count == 0 || (count > 1 && first == ZERO)) return 0
    let mantissa = valueOf(bytes, count)
    at += count
    // A zero before the point is no digit of the mantissa.
    let digits: u32 = first == ZERO ? 0 : count
    while (count == 8) {
      bytes = load<u64>(at)
      count = digitCount(bytes)
      if (count == 0) break
      mantissa = mantissa * powerOf(count) + valueOf(bytes, count)
      digits += count
      at += count
    }
    let power: i32 = 0
    if (load<u8>(at) == POINT) {
      const point = ++at
      do {
        bytes = load<u64>(at)
        count = digitCount(bytes)
        if (count == 0) break
        mantissa = mantissa * powerOf(count) + valueOf(bytes, count)
        at += count
      } while (count == 8)
      const decimals = <u32>(at - point)
      if (decimals == 0) return 0
      power = -(<i32>decimals)
      digits += decimals
      if (digits > MOST_DIGITS && digits == decimals) {
        // Zeros behind the point are none either.
        for (let i = point; load<u8>(i) == ZERO; i++) digits--
      }
    }
    if (digits > MOST_DIGITS) return 0
    if ((load<u8>(at) | 0x20) == 0x65) {
      const sign = load<u8>(++at)
      if (sign == MINUS || sign == PLUS) at++
      bytes = load<u64>(at)
      count = digitCount(bytes)
      if (count == 0 || count > MOST_EXPONENT_DIGITS) return 0
      const exponent = <i32>valueOf(bytes, count)
      power += sign == MINUS ? -exponent : exponent
      at += count
    }
    let value: f64
    if (mantissa >> 53 == 0 && power <= 0 && power >= -MOST_EXACT) {
      // One rounding, of the quotient of two exact numbers.
      value = <f64>mantissa / load<f64>(EXACT + (<usize>-power << 3))
    } else if (mantissa >> 53 == 0 && power > 0 && power <= MOST_EXACT) {
      value = <f64>mantissa * load<f64>(EXACT + (<usize>power << 3))
    } else {
      value = nearest(mantissa, power, start + <usize>negative, at - start - <usize>negative)
      // Not finite.
      if (value - value != 0) return 0
    }
    store<f64>(to, negative ? -value : value)
    to += 8
    at = next(at)
  } while (at != 0)
  out = to
  return behind
}
