/**
 * The scan over one stretch of a run, in the form V8 compiles best: Float32 columns, float64 arithmetic,
 * plain locals.
 *
 * A_k = δ_k + β·A_{k+1} leaves the processor waiting for one multiply and one add per node (about 6
 * cycles). Four nodes are therefore folded first, without the accumulator, and then lifted with β … β⁴:
 * one wait per four nodes, 1.6 times as fast as the loop (test/bench/engines.ts). In float64 the rounding
 * differs by less than 1e-15 of the largest term.
 */

/** Where a stretch lies, what its last node sees, and the accumulator on its way through it. */
export interface Stretch {
  start: number
  end: number
  /** Value that the last node looks ahead to. */
  ahead: number
  gamma: number
  beta: number
  /** In: accumulator of the following node, 0 where the chain is cut. Out: that of the first node. */
  accumulator: number
}

/** Writes the accumulators of nodes [start, end) to `into`, last node first. */
export function scanStretch(
  value: Float32Array,
  reward: Float32Array,
  into: Float32Array,
  stretch: Stretch,
): void {
  const { start, end, gamma, beta } = stretch
  const beta2 = beta * beta
  const beta3 = beta2 * beta
  const beta4 = beta2 * beta2
  let a = stretch.accumulator
  let next = stretch.ahead
  let k = end - 1
  for (; k >= start + 3; k -= 4) {
    const v3 = value[k]
    const v2 = value[k - 1]
    const v1 = value[k - 2]
    const v0 = value[k - 3]
    const a3 = reward[k] + gamma * next - v3
    const a2 = reward[k - 1] + gamma * v3 - v2 + beta * a3
    const a1 = reward[k - 2] + gamma * v2 - v1 + beta * a2
    const a0 = reward[k - 3] + gamma * v1 - v0 + beta * a1
    into[k] = a3 + beta * a
    into[k - 1] = a2 + beta2 * a
    into[k - 2] = a1 + beta3 * a
    a = a0 + beta4 * a
    into[k - 3] = a
    next = v0
  }
  for (; k >= start; k--) {
    const v = value[k]
    a = reward[k] + gamma * next - v + beta * a
    into[k] = a
    next = v
  }
  stretch.accumulator = a
}
