/**
 * The backward scan in float32 vectors with float64 carries.
 *
 *   δ_k = r_k + γ·V_{k+1} − V_k,   A_k = δ_k + β·A_{k+1},   C_k = δ_k + β_c·C_{k+1}
 *
 * A run goes backwards in blocks of sixteen nodes. Each of a block's four vectors scans itself in two steps
 * (β, β²) without waiting for anything, the vectors are chained, and only one multiply and one add in
 * float64 lead from block to block. What is left of a run goes node by node, in float64. Nodes are read
 * one after the other whatever the shape, so no stride can hit one cache set over and over.
 *
 * The host (wasm/part.ts) lays the memory out, leaves the first 4 KiB to the kernel, and binds addresses.
 */
import { delta, first, fused, seen, TABLE_A, TABLE_C, TABLE_G, within } from './lanes'
import { BETA, BLOCK, fillPowers, LIFT4, LIFT8, LIFT12, LIFT16, ONE, TWO } from './powers'

export let value: usize = 0
export let reward: usize = 0
let advantage: usize = 0
let critic: usize = 0
export let runStart: usize = 0
export let runAhead: usize = 0
export let runCarry: usize = 0
export let runBeta: usize = 0
let runBetaCritic: usize = 0
export let sparse: usize = 0
export let sparseCount: i32 = 0

let gamma: f64 = 0
/** Accumulators of the node that comes after the next one to scan; after `scan`, of the first node. */
export let carryA: f64 = 0
export let carryC: f64 = 0
/** Value of that node, as the next one to scan sees it. */
let ahead: f32 = 0

/** Float32 columns by node. `rewardAt` 0: no such column, rewards come from `bindSparse`. */
export function bindNodes(valueAt: usize, rewardAt: usize, advantageAt: usize, criticAt: usize): void {
  value = valueAt
  reward = rewardAt
  advantage = advantageAt
  critic = criticAt
}

/** By run: u32 offsets (one more than runs), f32 look-ahead, u8 carry, f64 β and β_c. */
export function bindRuns(
  startAt: usize,
  aheadAt: usize,
  carryAt: usize,
  betaAt: usize,
  betaCriticAt: usize,
): void {
  runStart = startAt
  runAhead = aheadAt
  runCarry = carryAt
  runBeta = betaAt
  runBetaCritic = betaCriticAt
}

/** Rewards that are not 0: (u32 node, f32 reward), ascending. */
export function bindSparse(at: usize, count: i32): void {
  sparse = at
  sparseCount = count
}

/**
 * One column's part of a block: scans δ, writes, and returns the accumulator of the block's first node.
 * In pairs, because a chain of four is the longest wait of a block.
 */
// @ts-expect-error: decorator
@inline
function block(d0: v128, d1: v128, d2: v128, d3: v128, table: usize, carry: f64, at: usize): f64 {
  const one = v128.load(table, ONE)
  const two = v128.load(table, TWO)
  const lift4 = v128.load(table, LIFT4)
  const lift8 = v128.load(table, LIFT8)
  const x3 = within(d3, one, two)
  const y1 = within(d1, one, two)
  const x2 = fused(lift4, first(x3), within(d2, one, two))
  const y0 = fused(lift4, first(y1), within(d0, one, two))
  const later = first(x2)
  const x1 = fused(lift4, later, y1)
  const x0 = fused(lift8, later, y0)
  const from = seen(carry)
  v128.store(at, fused(lift4, from, x3), 48)
  v128.store(at, fused(lift8, from, x2), 32)
  v128.store(at, fused(v128.load(table, LIFT12), from, x1), 16)
  v128.store(at, fused(v128.load(table, LIFT16), from, x0))
  return <f64>f32x4.extract_lane(x0, 0) + load<f64>(table, BLOCK) * carry
}

/** Nodes [start, end), last first, from `ahead`, `carryA` and `carryC`. */
// @ts-expect-error: decorator
@inline
function stretch(start: i32, end: i32, both: bool, dense: bool, unit: bool): void {
  const whole = v128.load(TABLE_G)
  const part = v128.load(TABLE_G, 16)
  const none = f32x4.splat(0)
  let a = carryA
  let c = carryC
  let behind = f32x4.splat(ahead)
  let at = <usize>end << 2
  const stop = <usize>start << 2
  while (at >= stop + 64) {
    at -= 64
    const v0 = v128.load(value + at)
    const v1 = v128.load(value + at, 16)
    const v2 = v128.load(value + at, 32)
    const v3 = v128.load(value + at, 48)
    const d3 = delta(dense ? v128.load(reward + at, 48) : none, v3, behind, whole, part, unit)
    const d2 = delta(dense ? v128.load(reward + at, 32) : none, v2, v3, whole, part, unit)
    const d1 = delta(dense ? v128.load(reward + at, 16) : none, v1, v2, whole, part, unit)
    const d0 = delta(dense ? v128.load(reward + at) : none, v0, v1, whole, part, unit)
    behind = v0
    a = block(d0, d1, d2, d3, TABLE_A, a, advantage + at)
    if (both) c = block(d0, d1, d2, d3, TABLE_C, c, critic + at)
  }
  carryA = a
  carryC = c
  ahead = f32x4.extract_lane(behind, 0)
  while (at > stop) {
    at -= 4
    node(at, dense ? load<f32>(reward + at) : 0, both)
  }
}

/** One node in float64; `at` is its offset in bytes. */
// @ts-expect-error: decorator
@inline
function node(at: usize, r: f32, both: bool): void {
  const v = load<f32>(value + at)
  const d = <f64>r + gamma * <f64>ahead - <f64>v
  carryA = d + load<f64>(TABLE_A, BETA) * carryA
  store<f32>(advantage + at, <f32>carryA)
  if (both) {
    carryC = d + load<f64>(TABLE_C, BETA) * carryC
    store<f32>(critic + at, <f32>carryC)
  }
  ahead = v
}

// Functions of their own, so that what is constant in each is settled when the kernel is compiled.
function denseOne(start: i32, end: i32): void {
  stretch(start, end, false, true, false)
}
function denseOneUnit(start: i32, end: i32): void {
  stretch(start, end, false, true, true)
}
function denseBoth(start: i32, end: i32): void {
  stretch(start, end, true, true, false)
}
function sparseOne(start: i32, end: i32): void {
  stretch(start, end, false, false, false)
}
function sparseOneUnit(start: i32, end: i32): void {
  stretch(start, end, false, false, true)
}
function sparseBoth(start: i32, end: i32): void {
  stretch(start, end, true, false, false)
}

function denseStretch(start: i32, end: i32, both: bool): void {
  if (both) denseBoth(start, end)
  else if (gamma == 1) denseOneUnit(start, end)
  else denseOne(start, end)
}

function sparseStretch(start: i32, end: i32, both: bool): void {
  if (both) sparseBoth(start, end)
  else if (gamma == 1) sparseOneUnit(start, end)
  else sparseOne(start, end)
}

/**
 * Scans runs [0, runs), last first; nothing flows in from behind the last one.
 * @param both write the critic's accumulator too
 * @param step bytes from one run's β to the next one's: 8, or 0 where all have the same
 */
export function scan(runs: i32, g: f64, both: bool, step: usize): void {
  gamma = g
  const whole: f64 = g < 0.5 ? 0 : 1
  v128.store(TABLE_G, f32x4.splat(<f32>whole))
  v128.store(TABLE_G, f32x4.splat(<f32>(g - whole)), 16)
  carryA = 0
  carryC = 0
  let listed = sparseCount - 1
  for (let run = runs - 1; run >= 0; run--) {
    const at = <usize>run
    if (load<u8>(runCarry + at) == 0) {
      carryA = 0
      carryC = 0
    }
    ahead = load<f32>(runAhead + (at << 2))
    fillPowers(TABLE_A, load<f64>(runBeta + at * step))
    if (both) fillPowers(TABLE_C, load<f64>(runBetaCritic + at * step))
    const start = load<i32>(runStart + (at << 2))
    let end = load<i32>(runStart + (at << 2), 4)
    if (reward != 0) {
      denseStretch(start, end, both)
      continue
    }
    while (listed >= 0) {
      const entry = sparse + (<usize>listed << 3)
      const k = load<i32>(entry)
      if (k < start) break
      sparseStretch(k + 1, end, both)
      node(<usize>k << 2, load<f32>(entry, 4), both)
      end = k
      listed--
    }
    sparseStretch(start, end, both)
  }
}

/**
 * Adds what an accumulator behind the last run does to one column: β^distance times it, until a cut or
 * until float32 cannot tell. The scan has taken it for 0.
 */
export function flow(runs: i32, column: usize, betaAt: usize, step: usize, carry: f64): void {
  const least = Math.abs(carry) * 1e-18
  for (let run = runs - 1; run >= 0; run--) {
    const at = <usize>run
    if (run < runs - 1 && load<u8>(runCarry + at) == 0) return
    fillPowers(TABLE_A, load<f64>(betaAt + at * step))
    const stop = column + (<usize>load<i32>(runStart + (at << 2)) << 2)
    let node = column + (<usize>load<i32>(runStart + (at << 2), 4) << 2)
    while (node >= stop + 64) {
      node -= 64
      const from = seen(carry)
      v128.store(node, fused(v128.load(TABLE_A, LIFT4), from, v128.load(node, 48)), 48)
      v128.store(node, fused(v128.load(TABLE_A, LIFT8), from, v128.load(node, 32)), 32)
      v128.store(node, fused(v128.load(TABLE_A, LIFT12), from, v128.load(node, 16)), 16)
      v128.store(node, fused(v128.load(TABLE_A, LIFT16), from, v128.load(node)))
      carry *= load<f64>(TABLE_A, BLOCK)
      if (Math.abs(carry) <= least) return
    }
    while (node > stop) {
      node -= 4
      carry *= load<f64>(TABLE_A, BETA)
      store<f32>(node, <f32>(<f64>load<f32>(node) + carry))
    }
    if (Math.abs(carry) <= least) return
  }
}
