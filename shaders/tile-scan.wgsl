// Reduce-then-scan, pass 2 of 3: the accumulators that enter every tile. One workgroup in all; each lane
// takes an equal share of consecutive tiles. affine.wgsl and lanes.wgsl stand before this text.

@group(0) @binding(0) var<storage, read> tiles: array<Affine>;
@group(0) @binding(1) var<storage, read_write> entries: array<vec2<f32>>;

@compute @workgroup_size(LANES)
fn tile_scan(@builtin(local_invocation_index) lane: u32) {
  let count = arrayLength(&tiles);
  let share = (count + LANES - 1u) / LANES;
  let begin = min(lane * share, count);
  let end = min(begin + share, count);
  var all = identity();
  for (var tile = end; tile > begin; tile--) {
    all = compose(tiles[tile - 1u], all);
  }
  gather(lane, all);
  // Nothing enters the last tile: the graph ends there.
  var x = enter(lane, vec2(0.0));
  for (var tile = end; tile > begin; tile--) {
    entries[tile - 1u] = x;
    x = apply(tiles[tile - 1u], x);
  }
}
