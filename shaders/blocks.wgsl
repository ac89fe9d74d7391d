// How one invocation walks a block of consecutive nodes from its end, without barriers; follows
// affine.wgsl, used by block-reduce and block-apply. Four nodes at a time: their loads are most of the time
// on adapters that compute on the CPU.

const BLOCKS_PER_WORKGROUP = 64u;
/// A plain float32 loop rounds the whole sum at every node; here it is rounded once in 64 nodes.
const QUADS_PER_FOLD = 16u;

@group(0) @binding(0) var<uniform> tick: Tick;
@group(0) @binding(1) var<uniform> page: Page;
// Padded to whole blocks; value has four nodes more, the first of the next page among them.
@group(0) @binding(2) var<storage, read> value: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> reward: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> runs: array<Run>;
@group(0) @binding(5) var<storage, read> blocks: array<Block>;

struct Walk {
  /// The run being walked, and its first node.
  run: u32,
  edge: u32,
  whole: Acc,
  part: Acc,
  /// Value that the coming node looks ahead to.
  next: f32,
  /// Nodes walked since the fold began; one factor near 1 only while every run's is.
  near: Affine,
  /// What entered the fold.
  base: Acc,
  /// near.whole * part, and near.whole * base.
  leap: Acc,
  near_base: Acc,
  /// The folds before, and what entered the first of them.
  middle: Affine,
  entry: Acc,
}

/// After a change of run, of near or of base.
fn settle(walk: ptr<function, Walk>) {
  let leave = ((*walk).near.whole > Acc(0.5)) & ((*walk).whole < Acc(0.5));
  (*walk).near.part = select((*walk).near.part, 1.0 + (*walk).near.part, leave);
  (*walk).near.whole = select((*walk).near.whole, Acc(), leave);
  (*walk).leap = held((*walk).near.whole, (*walk).part);
  (*walk).near_base = held((*walk).near.whole, (*walk).base);
}

/// Stands behind node `end` - 1, whose run is `last` or an earlier one.
fn begin_walk(end: u32, last: u32, entry: Acc) -> Walk {
  var run = last;
  while (runs[run].start >= end) {
    run--;
  }
  // Where the run ends here, its last node is a crossing like any other.
  var walk = Walk(
    run + 1u, end, Acc(1.0), Acc(), 0.0, identity(), entry, Acc(), Acc(), identity(), entry,
  );
  if (runs[run + 1u].start > end) {
    let open = runs[run];
    walk.run = run;
    walk.edge = open.start;
    walk.whole = run_whole(open);
    walk.part = accumulators(open.part);
    walk.next = value[end / 4u].x;
  }
  settle(&walk);
  return walk;
}

/// The run before becomes the current one; what its last node earns.
fn cross(walk: ptr<function, Walk>) -> f32 {
  (*walk).run--;
  let run = runs[(*walk).run];
  (*walk).edge = run.start;
  (*walk).whole = run_whole(run);
  (*walk).part = accumulators(run.part);
  (*walk).next = run.ahead;
  if ((run.flags & CARRY) == 0u) {
    (*walk).near = Affine();
    (*walk).middle = Affine();
    (*walk).base = Acc();
  }
  settle(walk);
  return run.reward;
}

/// The accumulators at the coming node.
fn step_back(walk: ptr<function, Walk>, delta: f32) -> Acc {
  let near = (*walk).near;
  let part = (*walk).part;
  let whole = (*walk).whole;
  let factor = held(whole, near.part) + (part * near.part + (*walk).leap);
  let sum = held(whole, near.sum) + (part * near.sum + delta);
  (*walk).near.part = factor;
  (*walk).near.sum = sum;
  return (*walk).near_base + (factor * (*walk).base + sum);
}

/// The accumulators at the four nodes from 4 * quad on.
fn step_quad(walk: ptr<function, Walk>, quad: u32) -> array<Acc, 4> {
  let v = value[quad];
  var r = vec4(0.0);
  if (page.dense != 0u) {
    r = reward[quad];
  }
  var x: array<Acc, 4>;
  if (quad * 4u >= (*walk).edge) {
    let next = vec4(v.yzw, (*walk).next);
    // r + gamma * next - v; exact in next - v wherever the two are within a factor of 2.
    let delta = (tick.gamma_whole * next - v) + (tick.gamma_part * next + r);
    x[3] = step_back(walk, delta.w);
    x[2] = step_back(walk, delta.z);
    x[1] = step_back(walk, delta.y);
    x[0] = step_back(walk, delta.x);
    (*walk).next = v.x;
  } else {
    for (var i = 4u; i > 0u; i--) {
      var earned = r[i - 1u];
      if (quad * 4u + i == (*walk).edge) {
        earned += cross(walk);
      }
      let next = (*walk).next;
      let own = v[i - 1u];
      x[i - 1u] = step_back(
        walk, (tick.gamma_whole * next - own) + (tick.gamma_part * next + earned),
      );
      (*walk).next = own;
    }
  }
  return x;
}

/// The quad with which a fold that starts below `quad` ends.
fn fold_end(quad: u32, first: u32) -> u32 {
  return max(first, (quad - 1u) / QUADS_PER_FOLD * QUADS_PER_FOLD);
}

fn fold(walk: ptr<function, Walk>) {
  (*walk).middle = compose((*walk).near, (*walk).middle);
  (*walk).near = identity();
  (*walk).base = apply((*walk).middle, (*walk).entry);
  settle(walk);
}
