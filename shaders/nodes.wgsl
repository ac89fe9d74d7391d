// How a lane walks its 16 nodes, last one first; follows affine.wgsl, used by tile-reduce and tile-apply.

const NODES_PER_LANE = 16u;
const NODES_PER_TILE = 4096u;

/// 32 nodes: a bit where a node is the last of its run, and the run of the first node.
struct Cuts {
  last: u32,
  run: u32,
}

@group(0) @binding(0) var<uniform> tick: Tick;
@group(0) @binding(1) var<uniform> page: Page;
// Padded to whole tiles; value has four nodes more, the first of the next page among them.
@group(0) @binding(2) var<storage, read> value: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> reward: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> runs: array<Run>;
@group(0) @binding(5) var<storage, read> cuts: array<Cuts>;

struct Walk {
  whole: vec2<f32>,
  part: vec2<f32>,
  /// Value that the coming node looks ahead to.
  next: f32,
  /// Bits of the lane's 16 nodes: last of its run.
  last: u32,
  /// Run of the lane's first node.
  run: u32,
}

fn begin_walk(first: u32) -> Walk {
  let word = cuts[first / 32u];
  let shift = first % 32u;
  let last = extractBits(word.last, shift, NODES_PER_LANE);
  let run = word.run + countOneBits(extractBits(word.last, 0u, shift));
  // The run that goes on through the lane's end, if one does; else begin_run replaces it at once.
  let open = runs[run + countOneBits(extractBits(last, 0u, NODES_PER_LANE - 1u))];
  return Walk(run_whole(open), open.part, value[(first + NODES_PER_LANE) / 4u].x, last, run);
}

/// The map of the lane's node i, and the walk moved on to node i - 1.
fn step_back(walk: ptr<function, Walk>, i: u32, v: f32, r: f32) -> Affine {
  var cut = false;
  if ((((*walk).last >> i) & 1u) != 0u) {
    let run = runs[(*walk).run + countOneBits(extractBits((*walk).last, 0u, i))];
    (*walk).whole = run_whole(run);
    (*walk).part = run.part;
    (*walk).next = run.ahead;
    cut = (run.flags & CARRY) == 0u;
  }
  let delta = temporal_difference(tick, v, r, (*walk).next);
  (*walk).next = v;
  return Affine(
    select((*walk).whole, vec2(0.0), cut),
    select((*walk).part, vec2(0.0), cut),
    vec2(delta),
  );
}

/// The composition of the 16 nodes that start at `first`.
fn compose_nodes(first: u32) -> Affine {
  var walk = begin_walk(first);
  var all = identity();
  for (var quad = NODES_PER_LANE / 4u; quad > 0u; quad--) {
    let i = (quad - 1u) * 4u;
    let v = value[(first + i) / 4u];
    let r = reward[(first + i) / 4u];
    all = compose(step_back(&walk, i + 3u, v.w, r.w), all);
    all = compose(step_back(&walk, i + 2u, v.z, r.z), all);
    all = compose(step_back(&walk, i + 1u, v.y, r.y), all);
    all = compose(step_back(&walk, i, v.x, r.x), all);
  }
  return all;
}
