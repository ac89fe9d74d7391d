// How one invocation walks a block of consecutive nodes from its end, without barriers; follows
// affine.wgsl, used by block-reduce and block-apply. Four nodes at a time: their loads are most of the time
// on adapters that compute on the CPU.

const BLOCKS_PER_WORKGROUP = 64u;
/// A plain float32 loop rounds the whole sum at every node; here it is rounded once in 64 nodes.
const QUADS_PER_FOLD = 16u;
const QUADS_PER_STEP = 64u;

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

/// A fold ends: its map joins those before.
fn fold(walk: ptr<function, Walk>) {
  (*walk).middle = compose((*walk).near, (*walk).middle);
  (*walk).near = identity();
  (*walk).base = apply((*walk).middle, (*walk).entry);
  settle(walk);
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

/// Where a stretch of quads inside one run stands: what changes from node to node. Plain values, so that
/// compilers keep them in registers.
struct Near {
  part: Acc,
  sum: Acc,
}

fn step_near(near: Near, whole: Acc, part: Acc, leap: Acc, delta: f32) -> Near {
  return Near(
    held(whole, near.part) + (part * near.part + leap),
    held(whole, near.sum) + (part * near.sum + delta),
  );
}

fn rewards_of(quad: u32) -> vec4<f32> {
  if (DENSE) {
    return reward[quad];
  }
  return vec4(0.0);
}

/// r + gamma * next - v; exact in next - v wherever the two are within a factor of 2.
fn deltas(v: vec4<f32>, r: vec4<f32>, next: vec4<f32>) -> vec4<f32> {
  return (tick.gamma_whole * next - v) + (tick.gamma_part * next + r);
}

struct Four {
  advantage: vec4<f32>,
  critic: vec4<f32>,
}

/// Four nodes of which one is the last of its run: the accumulators there.
fn cross_quad(walk: ptr<function, Walk>, quad: u32) -> Four {
  let v = value[quad];
  let r = rewards_of(quad);
  var four = Four();
  for (var i = 4u; i > 0u; i--) {
    var earned = r[i - 1u];
    if (quad * 4u + i == (*walk).edge) {
      earned += cross(walk);
    }
    let own = v[i - 1u];
    let delta = deltas(vec4(own), vec4(earned), vec4((*walk).next)).x;
    let near = step_near(
      Near((*walk).near.part, (*walk).near.sum), (*walk).whole, (*walk).part, (*walk).leap, delta,
    );
    (*walk).near.part = near.part;
    (*walk).near.sum = near.sum;
    (*walk).next = own;
    let x = (*walk).near_base + (near.part * (*walk).base + near.sum);
    four.advantage = vec4(advantage_of(x), four.advantage.xyz);
    four.critic = vec4(critic_of(x), four.critic.xyz);
  }
  if (quad % QUADS_PER_FOLD == 0u) {
    fold(walk);
  }
  return four;
}

/// The quad with which a fold that starts below `quad` ends.
fn fold_end(quad: u32, first: u32) -> u32 {
  return max(first, (quad - 1u) / QUADS_PER_FOLD * QUADS_PER_FOLD);
}

/// The quad with which a step that starts below `quad` ends: invocations that run together wait for each
/// other's crossings no longer than so.
fn step_end(quad: u32, first: u32) -> u32 {
  return max(first, (quad - 1u) / QUADS_PER_STEP * QUADS_PER_STEP);
}

/// The first of the quads from `first` on that lie wholly inside the current run.
fn run_end(walk: ptr<function, Walk>, first: u32) -> u32 {
  return max(first, ((*walk).edge + 3u) / 4u);
}
