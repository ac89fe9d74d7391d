/** Pure: numbers of a comparison as the panel writes them. */
import { formatNumber, formatSigned } from '../../ui/format.ts'

/** `{x, a, b}` of a place for the sentences. */
export const difference = ({ a, b }: { readonly a: number; readonly b: number }) => ({
  x: formatNumber(Math.abs(b - a)),
  a: formatSigned(a),
  b: formatSigned(b),
})
