// Reduce-then-scan, pass 2 of 3: the accumulators that enter every tile. One workgroup in all; each lane
// takes an equal share of consecutive tiles. affine.wgsl and lanes.wgsl stand before this text.

@group(0) @binding(0) var<uniform> page: Page;
@group(0) @binding(1) var<storage, read> maps: array<Affine>;
@group(0) @binding(2) var<storage, read_write> entries: array<Acc>;

@compute @workgroup_size(LANES)
fn tile_scan(@builtin(local_invocation_index) lane: u32) {
  let count = page.block_count;
  let share = (count + LANES - 1u) / LANES;
  let begin = min(lane * share, count);
  let end = min(begin + share, count);
  var all = identity();
  for (var tile = end; tile > begin; tile--) {
    all = compose(maps[tile - 1u], all);
  }
  gather(lane, all);
  // Nothing enters the last tile: the graph ends there.
  var x = enter(lane, Acc());
  for (var tile = end; tile > begin; tile--) {
    entries[tile - 1u] = x;
    x = apply(maps[tile - 1u], x);
  }
}
