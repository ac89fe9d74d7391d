// Reduce-then-scan, pass 3 of 3: with what enters the tile known, every node's accumulators.
// affine.wgsl, lanes.wgsl and nodes.wgsl stand before this text.

@group(0) @binding(6) var<storage, read> entries: array<vec2<f32>>;
@group(0) @binding(7) var<storage, read_write> advantage: array<vec4<f32>>;
@group(0) @binding(8) var<storage, read_write> critic: array<vec4<f32>>;

@compute @workgroup_size(LANES)
fn tile_apply(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let first = workgroup.x * NODES_PER_TILE + lane * NODES_PER_LANE;
  gather(lane, compose_nodes(first));
  var x = enter(lane, entries[page.first_tile + workgroup.x]);
  var walk = begin_walk(first);
  for (var quad = NODES_PER_LANE / 4u; quad > 0u; quad--) {
    let i = (quad - 1u) * 4u;
    let v = value[(first + i) / 4u];
    let r = reward[(first + i) / 4u];
    let x3 = apply(step_back(&walk, i + 3u, v.w, r.w), x);
    let x2 = apply(step_back(&walk, i + 2u, v.z, r.z), x3);
    let x1 = apply(step_back(&walk, i + 1u, v.y, r.y), x2);
    x = apply(step_back(&walk, i, v.x, r.x), x1);
    advantage[(first + i) / 4u] = vec4(x.x, x1.x, x2.x, x3.x);
    if (tick.critic != 0u) {
      critic[(first + i) / 4u] = vec4(x.y, x1.y, x2.y, x3.y);
    }
  }
}
