// Reduce-then-scan, pass 1 of 3: every tile of 4096 nodes becomes one affine map, of the nodes that
// anything before it depends on. Where the past is forgotten within tick.reach nodes, those are few and
// what enters the tile before is known at once: pass 2 is left out. One workgroup a tile.
// affine.wgsl, lanes.wgsl and nodes.wgsl stand before this text.

@group(0) @binding(7) var<storage, read_write> maps: array<Affine>;
@group(0) @binding(8) var<storage, read_write> entries: array<Acc>;

@compute @workgroup_size(LANES)
fn tile_reduce(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let tile = workgroup.x;
  let first = tile * NODES_PER_TILE + lane * NODES_PER_LANE;
  var map = identity();
  if (lane * NODES_PER_LANE < min(blocks[tile].reach, tick.reach)) {
    map = compose_nodes(first, cuts_of(tile, first));
  }
  gather(lane, map);
  if (lane == 0u) {
    let at = page.first_block + tile;
    let all = total();
    maps[at] = all;
    if (tick.reach < NODES_PER_TILE) {
      if (at > 0u) {
        entries[at - 1u] = all.sum;
      }
      if (at + 1u == page.block_count) {
        entries[at] = Acc();
      }
    }
  }
}
