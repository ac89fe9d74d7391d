// Reduce-then-scan, pass 1 of 3: every tile of 4096 nodes becomes one affine map. One workgroup a tile.
// affine.wgsl, lanes.wgsl and nodes.wgsl stand before this text.

@group(0) @binding(6) var<storage, read_write> tiles: array<Affine>;

@compute @workgroup_size(LANES)
fn tile_reduce(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  gather(lane, compose_nodes(workgroup.x * NODES_PER_TILE + lane * NODES_PER_LANE));
  if (lane == 0u) {
    tiles[page.first_tile + workgroup.x] = total();
  }
}
