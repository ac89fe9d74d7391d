// Composition and scan over the lanes of one workgroup; follows affine.wgsl.
//
// Raking: 8 lanes each walk 16 maps in turn, then the 8 group maps. Two or three barriers in all, where
// a logarithmic scan has fourteen; software adapters pay dearly for each, and, when they compile, for every
// byte of workgroup memory.

const LANES = 128u;
const GROUPS = 8u;
const LANES_PER_GROUP = 16u;

// One unused map after each group keeps the rakers on different memory banks.
var<workgroup> lane_map: array<Affine, LANES + GROUPS>;
var<workgroup> group_map: array<Affine, GROUPS>;
var<workgroup> lane_entry: array<Acc, LANES>;

fn slot(lane: u32) -> u32 {
  return lane + lane / LANES_PER_GROUP;
}

/// Every lane hands in its map; afterwards group_map holds the 8 groups' compositions.
fn gather(lane: u32, map: Affine) {
  lane_map[slot(lane)] = map;
  workgroupBarrier();
  if (lane < GROUPS) {
    var group = identity();
    for (var i = LANES_PER_GROUP; i > 0u; i--) {
      group = compose(lane_map[slot(lane * LANES_PER_GROUP + i - 1u)], group);
    }
    group_map[lane] = group;
  }
  workgroupBarrier();
}

/// After gather: the composition of all lanes. For one lane to call.
fn total() -> Affine {
  var all = identity();
  for (var group = GROUPS; group > 0u; group--) {
    all = compose(group_map[group - 1u], all);
  }
  return all;
}

/// After gather: the accumulators that enter each lane, given those that enter the last one.
fn enter(lane: u32, incoming: Acc) -> Acc {
  if (lane < GROUPS) {
    var x = incoming;
    for (var group = GROUPS; group > lane + 1u; group--) {
      x = apply(group_map[group - 1u], x);
    }
    for (var i = LANES_PER_GROUP; i > 0u; i--) {
      let target_lane = lane * LANES_PER_GROUP + i - 1u;
      lane_entry[target_lane] = x;
      x = apply(lane_map[slot(target_lane)], x);
    }
  }
  workgroupBarrier();
  return lane_entry[lane];
}
