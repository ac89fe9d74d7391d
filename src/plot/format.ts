/**
 * Numbers as the pictures write them: U+2212 for minus, fixed places so that columns line up. As d3-format writes
 * them, of which this is the part in use: all of it is 2 KB of the first load.
 */

type Digits = (size: number) => string

/** What rounds to zero has no minus, unless a sign is asked for. */
export const writer =
  (digits: Digits, plus = false): ((value: number) => string) =>
  (value) => {
    const text = digits(Math.abs(value))
    const isBelow = value < 0 || Object.is(value, -0)
    const sign = isBelow && (plus || Number(text) !== 0) ? '−' : plus ? '+' : ''
    return sign + text
  }

export const places =
  (n: number): Digits =>
  (size) =>
    size.toFixed(n)

/** Without zeros that say nothing: 0.250 is 0.25, 3.000e+5 is 3e+5. */
const trimmed =
  (digits: Digits): Digits =>
  (size) =>
    digits(size)
      .replace(/(\.\d*?)0+(?=e|$)/, '$1')
      .replace(/\.(?=e|$)/, '')

const inThousands: Digits = (size) => String(Math.round(size)).replace(/\B(?=(\d{3})+$)/g, ',')

const precise = trimmed((size) => size.toPrecision(4))

/** As ui/format.ts: 12,346 and 8.412e−151. */
const fourDigits: Digits = (size) =>
  size >= 1000 && size < 1e9
    ? inThousands(size)
    : precise(size).replace('e-', 'e−').replace('e+', 'e')

const fixed = writer(places(3))
const fixedSigned = writer(places(3), true)
const short = writer(fourDigits)
const shortSigned = writer(fourDigits, true)
const grouped = writer(inThousands)
const twoPlaces = writer(places(2))
/** Of 0.0001 … 0.005. */
const oneDigit = writer(trimmed((size) => Number(size.toPrecision(1)).toFixed(4)))
const power = writer((size) => size.toExponential(0))

const isPlain = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= 0.0005 && Math.abs(value) < 1000)

const ifNumber = (value: number | undefined, write: (value: number) => string): string =>
  value === undefined || Number.isNaN(value) ? '–' : write(value)

/** Three decimals; four significant digits outside 0.0005 … 1000. */
export const number = (value: number | undefined): string =>
  ifNumber(value, (v) => (isPlain(v) ? fixed(v) : short(v)))

/** The same with a sign. */
export const signed = (value: number | undefined): string =>
  ifNumber(value, (v) => (v === 0 ? '0.000' : isPlain(v) ? fixedSigned(v) : shortSigned(v)))

export const count = (value: number): string => grouped(value)

/** As few digits as the number has, four at most: rewards, outcomes. */
export const brief = (value: number | undefined): string => ifNumber(value, short)

/** For labels on bars. */
export const two = (value: number): string =>
  value === 0 || Math.abs(value) >= 0.005
    ? twoPlaces(value)
    : Math.abs(value) >= 1e-4
      ? oneDigit(value)
      : power(value).replace('e-', 'e−')
