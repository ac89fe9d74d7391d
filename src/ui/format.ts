/** Every number on the page goes through here. Display only: exports print their own 9 digits. */

/** U+2212; a hyphen is narrower than a plus and makes columns of signed numbers jump. */
const MINUS = '\u2212'
/** U+202F narrow no-break space: keeps a unit beside its number. */
const THIN = '\u202f'
/** As the pictures write it; a space would read as two numbers in a dense table. */
const THOUSANDS = ','
/** Where there is no number. */
export const ABSENT = '–'

const trueMinus = (text: string): string => text.replace(/-/g, MINUS)

function grouped(digits: string): string {
  const [whole, fraction] = digits.split('.')
  const separated = whole.replace(/\B(?=(\d{3})+(?!\d))/g, THOUSANDS)
  return fraction === undefined ? separated : `${separated}.${fraction}`
}

/** Decimals that leave 3 significant digits below 1 and 4 from 1 on, so 0.188 and 1.234 align. */
function decimalsFor(magnitude: number): number {
  if (magnitude >= 1) return Math.max(0, 3 - Math.floor(Math.log10(magnitude)))
  return Math.max(3, 2 - Math.floor(Math.log10(magnitude)))
}

/**
 * A measured number: `0.188`, `−1.234`, `0.00123`, `1.20e−7`, `12,346`; `–` for undefined and NaN.
 * An exact zero is `0`, so that it cannot be mistaken for something small.
 */
export function formatNumber(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return ABSENT
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${MINUS}∞`
  const magnitude = Math.abs(value)
  if (magnitude === 0) return '0'
  if (magnitude < 1e-4 || magnitude >= 1e9) {
    return trueMinus(value.toExponential(2).replace('e+', 'e'))
  }
  const text = grouped(magnitude.toFixed(decimalsFor(magnitude)))
  return value < 0 ? `${MINUS}${text}` : text
}

/** As `formatNumber`, with `+` before positive numbers. */
export const formatSigned = (value: number | undefined): string =>
  value !== undefined && value > 0 ? `+${formatNumber(value)}` : formatNumber(value)

/**
 * `value`, or 0 where it is smaller than 1e-7 of the numbers it was added up from: what float32 leaves of
 * a sum that cancels (one ulp is 6e-8) is no measurement.
 */
export const withoutNoise = (
  value: number | undefined,
  ...summands: readonly (number | undefined)[]
): number | undefined => {
  if (value === undefined) return undefined
  const largest = summands.reduce<number>((most, one) => Math.max(most, Math.abs(one || 0)), 0)
  return Math.abs(value) < 1e-7 * largest ? 0 : value
}

/** Nine significant digits, as in the exports: where two nearly equal numbers are compared. */
export const formatExact = (value: number): string =>
  trueMinus(String(Number(value.toPrecision(9))))

/** A number somebody chose (slider, outcome, option): no padding, `1`, `0.95`, `−0.5`. */
export function formatPlain(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return ABSENT
  const magnitude = Math.abs(value)
  if (!Number.isFinite(value) || (magnitude !== 0 && magnitude < 1e-4)) return formatNumber(value)
  const text = grouped(String(Number(magnitude.toPrecision(6))))
  return value < 0 ? `${MINUS}${text}` : text
}

/** The same where there is room for five characters: 3 significant digits, `0.154`, `−0.25`, `12.5`, `1,234`. */
export function formatBrief(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return formatPlain(value)
  if (Math.abs(value) < 1e-3) return formatNumber(value)
  return formatPlain(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)))
}

/** A count: `100,000`. `approximate` puts `≈` before it: the tokens are estimated from text. */
export const formatCount = (value: number, approximate = false): string =>
  `${approximate ? '≈' : ''}${trueMinus(grouped(String(Math.round(value))))}`

/** A share 0..1: `29.0%`, `100%`, `<0.1%`. Never rounds a part up to the whole or down to nothing. */
export function formatShare(share: number | undefined): string {
  if (share === undefined || Number.isNaN(share)) return ABSENT
  if (share === 0) return '0%'
  if (share === 1) return '100%'
  if (share < 0.001) return '<0.1%'
  if (share > 0.999) return '>99.9%'
  return `${(share * 100).toFixed(1)}%`
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** Decimal units, as disks and browsers count: `1.5 MB`. */
export function formatBytes(bytes: number): string {
  let unit = 0
  let value = bytes
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  return `${value.toFixed(digits)}${THIN}${UNITS[unit]}`
}

/** `0.4 ms`, `12 ms`, `1.3 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)}${THIN}s`
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)}${THIN}ms`
}
