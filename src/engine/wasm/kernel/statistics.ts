/** Statistics of advantages: of a column that was written, or of a scan that writes nothing. */
import {
  across,
  delta,
  first,
  fused,
  halves,
  TABLE_A,
  TABLE_G,
  within,
} from './lanes'
import { BETA, BLOCK, fillPowers, LIFT4, LIFT8, LIFT12, LIFT16, ONE, TWO } from './powers'
import { reward, runAhead, runBeta, runCarry, runStart, sparse, sparseCount, value } from './scan'

let gamma: f64 = 0
let ahead: f32 = 0
/** After `measure`: the accumulator of the first node. */
export let handedOn: f64 = 0

/** Of the latest `moments`: mean, Σ (x − mean)², smallest and largest. */
export let mean: f64 = 0
export let squares: f64 = 0
export let low: f32 = 0
export let high: f32 = 0

/** So many numbers stay in the first-level cache between their two passes. */
const CHUNK: i32 = 2048

/** The smallest and the largest of the lanes into `low` and `high`. */
function extremes(lows: v128, highs: v128): void {
  for (let lane = 0; lane < 4; lane++) {
    const rest0 = f32x4.extract_lane(lows, 0)
    const rest1 = f32x4.extract_lane(highs, 0)
    if (rest0 < low) low = rest0
    if (rest1 > high) high = rest1
    lows = v128.shuffle<f32>(lows, lows, 1, 2, 3, 0)
    highs = v128.shuffle<f32>(highs, highs, 1, 2, 3, 0)
  }
}

/**
 * Statistics of `count` numbers of a column, chunk by chunk: mean and squares of a chunk in float64, joined
 * to those before it (Chan et al., 1979), so that no digits are lost to a mean far from 0.
 */
export function moments(column: usize, count: i32): void {
  mean = 0
  squares = 0
  low = f32.MAX_VALUE
  high = -f32.MAX_VALUE
  let done: f64 = 0
  let lows = f32x4.splat(f32.MAX_VALUE)
  let highs = f32x4.splat(-f32.MAX_VALUE)
  for (let from = 0; from < count; from += CHUNK) {
    const numbers = min(CHUNK, count - from)
    const start = column + (<usize>from << 2)
    const end = start + (<usize>numbers << 2)
    let sum0 = f64x2.splat(0)
    let sum1 = f64x2.splat(0)
    let at = start
    for (; at + 16 <= end; at += 16) {
      const x = v128.load(at)
      sum0 = f64x2.add(sum0, f64x2.promote_low_f32x4(x))
      sum1 = f64x2.add(sum1, f64x2.promote_low_f32x4(v128.shuffle<f32>(x, x, 2, 3, 0, 1)))
      lows = f32x4.pmin(lows, x)
      highs = f32x4.pmax(highs, x)
    }
    let sum = across(f64x2.add(sum0, sum1))
    for (; at < end; at += 4) {
      const x = load<f32>(at)
      sum += <f64>x
      lows = f32x4.pmin(lows, f32x4.splat(x))
      highs = f32x4.pmax(highs, f32x4.splat(x))
    }
    const centre = sum / <f64>numbers
    const centres = f64x2.splat(centre)
    sum0 = f64x2.splat(0)
    sum1 = f64x2.splat(0)
    for (at = start; at + 16 <= end; at += 16) {
      const x = v128.load(at)
      const d0 = f64x2.sub(f64x2.promote_low_f32x4(x), centres)
      const d1 = f64x2.sub(f64x2.promote_low_f32x4(v128.shuffle<f32>(x, x, 2, 3, 0, 1)), centres)
      sum0 = f64x2.add(sum0, f64x2.mul(d0, d0))
      sum1 = f64x2.add(sum1, f64x2.mul(d1, d1))
    }
    let apart = across(f64x2.add(sum0, sum1))
    for (; at < end; at += 4) {
      const d = <f64>load<f32>(at) - centre
      apart += d * d
    }
    const all = done + <f64>numbers
    const shift = centre - mean
    squares += apart + shift * shift * (done * <f64>numbers) / all
    mean += shift * <f64>numbers / all
    done = all
  }
  extremes(lows, highs)
}

/** What `measure` subtracts before it adds up: near the mean, so that squares keep their digits. */
let shift: f32 = 0
let sums: v128 = f64x2.splat(0)
let powers: v128 = f64x2.splat(0)
let lowest: v128 = f32x4.splat(0)
let highest: v128 = f32x4.splat(0)
let tailSum: f64 = 0
let tailPower: f64 = 0
/** Of the latest `measure`: Σ (A − shift) and Σ (A − shift)²; `low` and `high` are set too. */
export let sum: f64 = 0
export let power: f64 = 0

/** Blocks whose sums stay in float32: 64 nodes. */
const GROUP: usize = 4

/**
 * As `stretch` with one λ, but nothing is written: a slider tick wants no more than statistics of most nodes.
 * @param centred `shift` is 0, as most often: credit is about 0
 */
// @ts-expect-error: decorator
@inline
function tally(start: i32, end: i32, dense: bool, unit: bool, centred: bool): void {
  const whole = v128.load(TABLE_G)
  const part = v128.load(TABLE_G, 16)
  const none = f32x4.splat(0)
  const centre = f32x4.splat(shift)
  const one = v128.load(TABLE_A, ONE)
  const two = v128.load(TABLE_A, TWO)
  const lift4 = v128.load(TABLE_A, LIFT4)
  const lift8 = v128.load(TABLE_A, LIFT8)
  const lift12 = v128.load(TABLE_A, LIFT12)
  const lift16 = v128.load(TABLE_A, LIFT16)
  const over = load<f64>(TABLE_A, BLOCK)
  let a = handedOn
  let total = sums
  let squared = powers
  let lows = lowest
  let highs = highest
  let behind = f32x4.splat(ahead)
  let at = <usize>end << 2
  const stop = <usize>start << 2
  while (at >= stop + 64) {
    // As in `seen`; between two looks it cannot shrink so far that processors crawl for long.
    if (Math.abs(a) < 1e-36) a = 0
    let sum = none
    let squares = none
    const group = at - (min(GROUP, (at - stop) >> 6) << 6)
    while (at > group) {
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
      const y3 = within(d3, one, two)
      const y1 = within(d1, one, two)
      const y2 = fused(lift4, first(y3), within(d2, one, two))
      const y0 = fused(lift4, first(y1), within(d0, one, two))
      const later = first(y2)
      const z0 = fused(lift8, later, y0)
      const from = f32x4.splat(<f32>a)
      a = <f64>f32x4.extract_lane(z0, 0) + over * a
      const x3 = fused(lift4, from, y3)
      const x2 = fused(lift8, from, y2)
      const x1 = fused(lift12, from, fused(lift4, later, y1))
      const x0 = fused(lift16, from, z0)
      lows = f32x4.pmin(lows, f32x4.pmin(f32x4.pmin(x0, x1), f32x4.pmin(x2, x3)))
      highs = f32x4.pmax(highs, f32x4.pmax(f32x4.pmax(x0, x1), f32x4.pmax(x2, x3)))
      const e0 = centred ? x0 : f32x4.sub(x0, centre)
      const e1 = centred ? x1 : f32x4.sub(x1, centre)
      const e2 = centred ? x2 : f32x4.sub(x2, centre)
      const e3 = centred ? x3 : f32x4.sub(x3, centre)
      sum = f32x4.add(sum, f32x4.add(f32x4.add(e0, e1), f32x4.add(e2, e3)))
      squares = fused(e0, e0, fused(e1, e1, fused(e2, e2, fused(e3, e3, squares))))
    }
    total = halves(total, sum)
    squared = halves(squared, squares)
  }
  handedOn = a
  sums = total
  powers = squared
  lowest = lows
  highest = highs
  ahead = f32x4.extract_lane(behind, 0)
  while (at > stop) {
    at -= 4
    tallyNode(at, dense ? load<f32>(reward + at) : 0)
  }
}

// @ts-expect-error: decorator
@inline
function tallyNode(at: usize, r: f32): void {
  const v = load<f32>(value + at)
  handedOn = <f64>r + gamma * <f64>ahead - <f64>v + load<f64>(TABLE_A, BETA) * handedOn
  ahead = v
  const apart = handedOn - <f64>shift
  tailSum += apart
  tailPower += apart * apart
  const x = f32x4.splat(<f32>handedOn)
  lowest = f32x4.pmin(lowest, x)
  highest = f32x4.pmax(highest, x)
}

// Functions of their own, so that what is constant in each is settled when the kernel is compiled.
function denseCentred(start: i32, end: i32): void {
  tally(start, end, true, false, true)
}
function denseUnitCentred(start: i32, end: i32): void {
  tally(start, end, true, true, true)
}
function denseShifted(start: i32, end: i32): void {
  tally(start, end, true, false, false)
}
function sparseCentred(start: i32, end: i32): void {
  tally(start, end, false, false, true)
}
function sparseUnitCentred(start: i32, end: i32): void {
  tally(start, end, false, true, true)
}
function sparseShifted(start: i32, end: i32): void {
  tally(start, end, false, false, false)
}

function tallyDense(start: i32, end: i32): void {
  if (shift != 0) denseShifted(start, end)
  else if (gamma == 1) denseUnitCentred(start, end)
  else denseCentred(start, end)
}

function tallySparse(start: i32, end: i32): void {
  if (shift != 0) sparseShifted(start, end)
  else if (gamma == 1) sparseUnitCentred(start, end)
  else sparseCentred(start, end)
}

/**
 * Statistics of A over nodes [from, to) of runs [0, runs) without writing it.
 * @param step as in `scan`
 * @param carry accumulator of node `to`; behind the last run, what flows in there
 * @param near about the mean
 */
export function measure(
  runs: i32,
  g: f64,
  step: usize,
  carry: f64,
  near: f32,
  from: i32,
  to: i32,
): void {
  gamma = g
  shift = near
  const whole: f64 = g < 0.5 ? 0 : 1
  v128.store(TABLE_G, f32x4.splat(<f32>whole))
  v128.store(TABLE_G, f32x4.splat(<f32>(g - whole)), 16)
  handedOn = carry
  sums = f64x2.splat(0)
  powers = f64x2.splat(0)
  tailSum = 0
  tailPower = 0
  lowest = f32x4.splat(f32.MAX_VALUE)
  highest = f32x4.splat(-f32.MAX_VALUE)
  let listed = sparseCount - 1
  for (let run = runs - 1; run >= 0; run--) {
    const at = <usize>run
    const first = load<i32>(runStart + (at << 2))
    let end = load<i32>(runStart + (at << 2), 4)
    if (first >= to && first < end) continue
    if (end > to) {
      // The rest of this run was measured before: `carry` is what it hands on.
      end = to
      ahead = load<f32>(value + (<usize>to << 2))
    } else {
      // What comes in behind the last run is `carry`, whatever the run's own end says: it may be cut inside.
      if (run < runs - 1 && load<u8>(runCarry + at) == 0) handedOn = 0
      ahead = load<f32>(runAhead + (at << 2))
    }
    fillPowers(TABLE_A, load<f64>(runBeta + at * step))
    const start = max(first, from)
    tallyRun(start, end, listed)
    if (reward == 0) {
      while (listed >= 0 && load<i32>(sparse + (<usize>listed << 3)) >= start) listed--
    }
    if (from > 0 && first <= from) break
  }
  sum = across(sums) + tailSum
  power = across(powers) + tailPower
  low = f32.MAX_VALUE
  high = -f32.MAX_VALUE
  extremes(lowest, highest)
}

/** Nodes [start, end) of one run. @param listed the last listed reward that may be among them */
function tallyRun(start: i32, end: i32, listed: i32): void {
  if (reward != 0) {
    tallyDense(start, end)
    return
  }
  for (; listed >= 0; listed--) {
    const entry = sparse + (<usize>listed << 3)
    const k = load<i32>(entry)
    if (k < start) break
    if (k >= end) continue
    tallySparse(k + 1, end)
    tallyNode(<usize>k << 2, load<f32>(entry, 4))
    end = k
  }
  tallySparse(start, end)
}
