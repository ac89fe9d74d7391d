// Reduce-then-scan, pass 3 of 3: with what enters the tile known, every node's accumulators.
// affine.wgsl, lanes.wgsl and nodes.wgsl stand before this text.

@group(0) @binding(7) var<storage, read> entries: array<Acc>;
@group(0) @binding(8) var<storage, read_write> advantage: array<vec4<f32>>;
@group(0) @binding(9) var<storage, read_write> critic: array<vec4<f32>>;

@compute @workgroup_size(LANES)
fn tile_apply(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let first = workgroup.x * NODES_PER_TILE + lane * NODES_PER_LANE;
  let word = cuts_of(workgroup.x, first);
  gather(lane, compose_nodes(first, word));
  var x = enter(lane, entries[page.first_block + workgroup.x]);
  var walk = begin_walk(first, word);
  for (var quad = NODES_PER_LANE / 4u; quad > 0u; quad--) {
    let at = first / 4u + quad - 1u;
    let v = value[at];
    let r = rewards_of(at);
    var four: vec4<f32>;
    var critic_four: vec4<f32>;
    for (var i = 4u; i > 0u; i--) {
      x = apply(step_back(&walk, quad * 4u - 5u + i, v[i - 1u], r[i - 1u]), x);
      four[i - 1u] = advantage_of(x);
      critic_four[i - 1u] = critic_of(x);
    }
    advantage[at] = four;
    if (BOTH) {
      critic[at] = critic_four;
    }
  }
}
