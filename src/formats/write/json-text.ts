/** JSON whose numbers read back bit for bit, −0 too, in JavaScript and in Python. */

/** Typed arrays are lists; entries that are undefined are left out. */
export function jsonText(value: unknown): string {
  if (typeof value === 'number') return numberText(value)
  if (ArrayBuffer.isView(value)) return `[${Array.from(value as Float64Array, numberText).join()}]`
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, x]) => x !== undefined)
  return `{${entries.map(([key, x]) => `${JSON.stringify(key)}:${jsonText(x)}`).join()}}`
}

/** Python reads -0 as the integer 0. */
const numberText = (x: number): string => (Object.is(x, -0) ? '-0.0' : JSON.stringify(x))
