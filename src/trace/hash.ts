/** Uniform in [0, 1), a pure function of (seed, index): murmur3's 32-bit finaliser over a Weyl sequence. */
export function hashUniform(seed: number, index: number): number {
  let h = (Math.imul(index + 1, 0x9e3779b9) ^ Math.imul(seed | 0, 0x85ebca6b)) >>> 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}
