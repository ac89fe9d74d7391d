// Shared by every kernel: stands first in each module (src/engine/webgpu/modules.ts concatenates).
//
// One backward step is the affine map x -> (whole + part) * x + sum. Both accumulators run side by side:
// .x is the advantage (lambda), .y the critic's (lambda_critic).
//
// A factor near 1 is held as whole = 1 and part = factor - 1, any other as whole = 0 and part = factor.
// Rounding gamma * lambda itself to float32 would cost 3e-8 / (1 - gamma * lambda) of the result, 3e-4 at
// 0.9999; its distance to 1 rounds 1e-4 times finer. Products stay in this form: no logarithms, no
// division by cumulative products.

/// What a slider changes, one per scan.
struct Tick {
  gamma_whole: f32,
  gamma_part: f32,
  /// 0: lambda_critic equals lambda on every run, the critic's results are not written.
  critic: u32,
  unused: u32,
}

/// One bound stretch of the graph. Indices inside a page are local to it.
struct Page {
  node_count: u32,
  /// Index of the page's first tile among the graph's (tiles), or 0.
  first_tile: u32,
  chain_count: u32,
  unused: u32,
}

/// One run: its factors, what its last node looks ahead to, and flags.
struct Run {
  part: vec2<f32>,
  ahead: f32,
  flags: u32,
}
const CARRY = 1u;
const WHOLE = 2u;
const WHOLE_CRITIC = 4u;

struct Affine {
  whole: vec2<f32>,
  part: vec2<f32>,
  sum: vec2<f32>,
}

fn identity() -> Affine {
  return Affine(vec2(1.0), vec2(0.0), vec2(0.0));
}

fn run_whole(run: Run) -> vec2<f32> {
  return vec2(
    select(0.0, 1.0, (run.flags & WHOLE) != 0u),
    select(0.0, 1.0, (run.flags & WHOLE_CRITIC) != 0u),
  );
}

// Selections instead of products with 0 and 1: nothing to factor out for a compiler that reassociates,
// and an infinity in one chain stays there (0 * infinity is not a number).
fn held(whole: vec2<f32>, x: vec2<f32>) -> vec2<f32> {
  return select(vec2(0.0), x, whole > vec2(0.5));
}

fn scaled(part: vec2<f32>, x: vec2<f32>) -> vec2<f32> {
  return select(part * x, vec2(0.0), part == vec2(0.0));
}

/// map(x)
fn apply(map: Affine, x: vec2<f32>) -> vec2<f32> {
  return held(map.whole, x) + (scaled(map.part, x) + map.sum);
}

/// x -> earlier(later(x)): `later` stands further in the future and acts first.
fn compose(earlier: Affine, later: Affine) -> Affine {
  let whole = earlier.whole * later.whole;
  let part = earlier.whole * later.part + earlier.part * later.whole + earlier.part * later.part;
  // Below a half the distance to 1 is the coarser form; 1 + part is exact there (Sterbenz).
  let crossed = (whole > vec2(0.5)) & (part < vec2(-0.5));
  return Affine(
    select(whole, vec2(0.0), crossed),
    select(part, 1.0 + part, crossed),
    apply(earlier, later.sum),
  );
}

/// r + gamma * next - v; exact in next - v wherever the two are within a factor of 2.
fn temporal_difference(tick: Tick, v: f32, r: f32, next: f32) -> f32 {
  return (tick.gamma_whole * next - v) + (tick.gamma_part * next + r);
}
