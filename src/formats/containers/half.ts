/** IEEE half precision and bfloat16 bits → number; both are exact in float32. */

export function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** bfloat16 is the upper half of a float32. */
export function bfloat16ToFloat32(bits: Uint16Array): Float32Array {
  return new Float32Array(Uint32Array.from(bits, (half) => half << 16).buffer)
}
