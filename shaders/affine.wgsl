// Shared by every kernel: stands after one.wgsl or both.wgsl in each module (src/engine/webgpu/modules.ts
// concatenates).
//
// One backward step is the affine map x -> (whole + part) * x + sum.
//
// A factor near 1 is held as whole = 1 and part = factor - 1, any other as whole = 0 and part = factor.
// Rounding gamma * lambda itself to float32 would cost 3e-8 / (1 - gamma * lambda) of the result, 3e-4 at
// 0.9999; its distance to 1 rounds 1e-4 times finer. Products stay in this form: no logarithms, no
// division by cumulative products.

/// What a slider changes, one per scan.
struct Tick {
  gamma_whole: f32,
  gamma_part: f32,
  /// Nodes after which nothing is left of what entered; at least a block's nodes: it is never forgotten.
  reach: u32,
  unused: u32,
}

/// One bound stretch of the graph. Indices inside a page are local to it.
struct Page {
  node_count: u32,
  /// Index of the page's first block (or tile) among the graph's.
  first_block: u32,
  /// Blocks of the whole graph.
  block_count: u32,
  nodes_per_block: u32,
}

/// One run: its factors, what its last node looks ahead to and earns, flags and first node.
/// One more stands after the page's last run, for its start.
struct Run {
  part: vec2<f32>,
  ahead: f32,
  reward: f32,
  flags: u32,
  start: u32,
}
const CARRY = 1u;
const WHOLE = 2u;
const WHOLE_CRITIC = 4u;

/// A block, or a tile.
struct Block {
  /// The run of its last node.
  run: u32,
  /// Nodes, from its first on, that anything before it depends on: up to the first cut, 0 after one.
  reach: u32,
}

struct Affine {
  whole: Acc,
  part: Acc,
  sum: Acc,
}

fn identity() -> Affine {
  return Affine(Acc(1.0), Acc(), Acc());
}

fn run_whole(run: Run) -> Acc {
  return accumulators(vec2(
    select(0.0, 1.0, (run.flags & WHOLE) != 0u),
    select(0.0, 1.0, (run.flags & WHOLE_CRITIC) != 0u),
  ));
}

// Selections instead of products with 0 and 1: nothing to factor out for a compiler that reassociates,
// and an infinity in one chain stays there (0 * infinity is not a number).
fn held(whole: Acc, x: Acc) -> Acc {
  return select(Acc(), x, whole > Acc(0.5));
}

fn scaled(part: Acc, x: Acc) -> Acc {
  return select(part * x, Acc(), part == Acc());
}

/// map(x)
fn apply(map: Affine, x: Acc) -> Acc {
  return held(map.whole, x) + (scaled(map.part, x) + map.sum);
}

/// x -> earlier(later(x)): `later` stands further in the future and acts first.
fn compose(earlier: Affine, later: Affine) -> Affine {
  let whole = earlier.whole * later.whole;
  let part = earlier.whole * later.part + earlier.part * later.whole + earlier.part * later.part;
  // Below a half the distance to 1 is the coarser form; 1 + part is exact there (Sterbenz).
  let crossed = (whole > Acc(0.5)) & (part < Acc(-0.5));
  return Affine(
    select(whole, Acc(), crossed),
    select(part, 1.0 + part, crossed),
    apply(earlier, later.sum),
  );
}
