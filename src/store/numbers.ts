/** Numbers in links: read strictly, written so that they come back bit for bit. */

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** A finite decimal number, or undefined (`1e999`, `0x10`, ` 1` and an empty text are none). */
export function readNumber(text: string): number | undefined {
  if (text.length > 40 || !NUMBER.test(text)) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

/** A whole number from 0 to 2^53 − 1, or undefined. */
export function readIndex(text: string): number | undefined {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}

/** The shortest decimal text that reads back as the same number. */
export const writeNumber = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))
