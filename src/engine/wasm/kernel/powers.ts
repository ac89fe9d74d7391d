/**
 * Powers of one β = γ·λ, computed in float64 and rounded once each: near β = 1 the rounding of β itself
 * would otherwise be raised to the length of the run. A table lies in memory, 128 bytes of it.
 */

/** β and β² on every lane, for the two steps inside a vector. */
export const ONE: usize = 0
export const TWO: usize = 16
/** Lane i: what lifts an accumulator from behind the vector to its node i: β⁴ … β. */
export const LIFT4: usize = 32
/** The same for accumulators one, two and three vectors further behind. */
export const LIFT8: usize = 48
export const LIFT12: usize = 64
export const LIFT16: usize = 80
/** Float64: β, and β¹⁶ for the accumulator that flows through a block of sixteen nodes. */
export const BETA: usize = 96
export const BLOCK: usize = 104

/** Fills the table unless it holds this β already. */
export function fillPowers(table: usize, beta: f64): void {
  if (load<f64>(table, BETA) == beta) return
  store<f64>(table, beta, BETA)
  v128.store(table, f32x4.splat(<f32>beta), ONE)
  v128.store(table, f32x4.splat(<f32>(beta * beta)), TWO)
  let power: f64 = 1
  for (let i: usize = 0; i < 16; i++) {
    power *= beta
    // Vector by vector, the farthest lane of each holds the smallest power.
    store<f32>(table + LIFT4 + ((i & ~3) << 2) + ((3 - (i & 3)) << 2), <f32>power)
  }
  store<f64>(table, power, BLOCK)
}
