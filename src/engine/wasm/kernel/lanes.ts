/** What scan and statistics share: where tables lie, and arithmetic on four lanes. All of it is inlined. */

/** Power tables of β and β_c, then the two parts of γ on every lane. */
export const TABLE_A: usize = 1024
export const TABLE_C: usize = 1152
export const TABLE_G: usize = 1280

/** a·b + c, in one rounding where the processor and the build have it. */
// @ts-expect-error: decorator
@inline
export function fused(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c)
  return f32x4.add(c, f32x4.mul(a, b))
}

// @ts-expect-error: decorator
@inline
export function first(x: v128): v128 {
  return v128.shuffle<f32>(x, x, 0, 0, 0, 0)
}

/**
 * γ = whole + part with whole 0 or 1: part keeps its digits near γ = 1, where float32 would round γ itself
 * by up to 3e-8 of every value on the way.
 */
// @ts-expect-error: decorator
@inline
export function delta(r: v128, v: v128, behind: v128, whole: v128, part: v128, unit: bool): v128 {
  const next = v128.shuffle<f32>(v, behind, 1, 2, 3, 4)
  if (unit) return f32x4.add(r, f32x4.sub(next, v))
  const difference = ASC_FEATURE_RELAXED_SIMD
    ? f32x4.relaxed_nmadd(whole, next, v)
    : f32x4.sub(v, f32x4.mul(whole, next))
  return f32x4.sub(fused(part, next, r), difference)
}

/** The scan inside one vector. */
// @ts-expect-error: decorator
@inline
export function within(x: v128, one: v128, two: v128): v128 {
  const zero = f32x4.splat(0)
  const y = fused(one, v128.shuffle<f32>(x, zero, 1, 2, 3, 4), x)
  return fused(two, v128.shuffle<f32>(y, zero, 2, 3, 4, 5), y)
}

/** A carry as the lanes see it; below float32's normal numbers it is 0, because processors crawl there. */
// @ts-expect-error: decorator
@inline
export function seen(carry: f64): v128 {
  const narrow = <f32>carry
  return f32x4.splat(Mathf.abs(narrow) < 1e-36 ? 0 : narrow)
}

// @ts-expect-error: decorator
@inline
export function across(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1)
}

/** The two halves of a float32 vector, added in float64. */
// @ts-expect-error: decorator
@inline
export function halves(into: v128, x: v128): v128 {
  const upper = f64x2.promote_low_f32x4(v128.shuffle<f32>(x, x, 2, 3, 0, 1))
  return f64x2.add(into, f64x2.add(f64x2.promote_low_f32x4(x), upper))
}
