// How a lane walks its 32 nodes, last one first; follows affine.wgsl, used by tile-reduce and tile-apply.

const NODES_PER_LANE = 32u;
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
@group(0) @binding(5) var<storage, read> blocks: array<Block>;
@group(0) @binding(6) var<storage, read> cuts: array<Cuts>;

struct Walk {
  whole: Acc,
  part: Acc,
  /// Value that the coming node looks ahead to.
  next: f32,
  word: Cuts,
}

/// The cuts of the lane that starts at `first`; not read where one run fills the tile and goes on behind it.
fn cuts_of(tile: u32, first: u32) -> Cuts {
  let run = blocks[tile].run;
  let begin = tile * NODES_PER_TILE;
  if (runs[run].start <= begin && runs[run + 1u].start > begin + NODES_PER_TILE) {
    return Cuts(0u, run);
  }
  return cuts[first / NODES_PER_LANE];
}

fn begin_walk(first: u32, word: Cuts) -> Walk {
  // The run that goes on through the lane's end, if one does; else step_back replaces it at once.
  let open = runs[word.run + countOneBits(extractBits(word.last, 0u, NODES_PER_LANE - 1u))];
  let next = value[(first + NODES_PER_LANE) / 4u].x;
  return Walk(run_whole(open), accumulators(open.part), next, word);
}

/// The map of the lane's node i, and the walk moved on to node i - 1.
fn step_back(walk: ptr<function, Walk>, i: u32, v: f32, r: f32) -> Affine {
  var cut = false;
  var earned = r;
  if ((((*walk).word.last >> i) & 1u) != 0u) {
    let run = runs[(*walk).word.run + countOneBits(extractBits((*walk).word.last, 0u, i))];
    (*walk).whole = run_whole(run);
    (*walk).part = accumulators(run.part);
    (*walk).next = run.ahead;
    earned += run.reward;
    cut = (run.flags & CARRY) == 0u;
  }
  // r + gamma * next - v; exact in next - v wherever the two are within a factor of 2.
  let next = (*walk).next;
  let delta = (tick.gamma_whole * next - v) + (tick.gamma_part * next + earned);
  (*walk).next = v;
  return Affine(
    select((*walk).whole, Acc(), cut),
    select((*walk).part, Acc(), cut),
    Acc(delta),
  );
}

/// One quad stands in for the column where every reward is in the run table.
fn rewards_of(quad: u32) -> vec4<f32> {
  if (arrayLength(&reward) > 1u) {
    return reward[quad];
  }
  return vec4(0.0);
}

/// The composition of the 32 nodes that start at `first`.
fn compose_nodes(first: u32, word: Cuts) -> Affine {
  var walk = begin_walk(first, word);
  var all = identity();
  for (var quad = NODES_PER_LANE / 4u; quad > 0u; quad--) {
    let at = first / 4u + quad - 1u;
    let v = value[at];
    let r = rewards_of(at);
    for (var i = 4u; i > 0u; i--) {
      all = compose(step_back(&walk, quad * 4u - 5u + i, v[i - 1u], r[i - 1u]), all);
    }
  }
  return all;
}
