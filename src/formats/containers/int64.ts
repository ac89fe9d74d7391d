/** 64-bit integers as 32-bit ones, undefined where one does not fit; a BigInt per entry would be a hundred times as slow. */
export function lowHalves(data: BigInt64Array | BigUint64Array): Int32Array | undefined {
  const halves = new Int32Array(data.buffer, data.byteOffset, 2 * data.length)
  const signed = data instanceof BigInt64Array
  const result = new Int32Array(data.length)
  for (let i = 0; i < result.length; i++) {
    const low = halves[2 * i]
    if (halves[2 * i + 1] !== low >> 31 || (low < 0 && !signed)) return undefined
    result[i] = low
  }
  return result
}
