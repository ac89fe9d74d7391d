/** Numbers as the pictures write them: U+2212 for minus, fixed places so that columns line up. */
import { format } from 'd3'

const fixed = format('.3f')
const fixedSigned = format('+.3f')
const short = format('.4~g')
const shortSigned = format('+.4~g')
const grouped = format(',d')
const twoPlaces = format('.2f')
const oneDigit = format('.1~r')
const power = format('.0e')

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

export const percent = (share: number): string =>
  share > 0 && share < 0.01
    ? '<1 %'
    : share < 1 && share > 0.99
      ? '>99 %'
      : `${format('.0f')(share * 100)} %`
