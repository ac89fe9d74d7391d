// Reduce-then-scan without barriers, pass 3 of 3, and the only one where no block hands anything to the one
// before: with what enters the block known, every node's accumulators.
// affine.wgsl and blocks.wgsl stand before this text.

@group(0) @binding(6) var<storage, read> entries: array<Acc>;
@group(0) @binding(7) var<storage, read_write> advantage: array<vec4<f32>>;
@group(0) @binding(8) var<storage, read_write> critic: array<vec4<f32>>;

@compute @workgroup_size(BLOCKS_PER_WORKGROUP)
fn block_apply(@builtin(global_invocation_id) invocation: vec3<u32>) {
  let first = invocation.x * page.nodes_per_block;
  if (first >= page.node_count) {
    return;
  }
  let first_quad = first / 4u;
  let end = min(first + page.nodes_per_block, page.node_count);
  let entry = entries[page.first_block + invocation.x];
  var walk = begin_walk(end, blocks[invocation.x].run, entry);
  var quad = (end + 3u) / 4u;
  while (quad > first_quad) {
    for (let last = fold_end(quad, first_quad); quad > last; quad--) {
      let x = step_quad(&walk, quad - 1u);
      advantage[quad - 1u] =
        vec4(advantage_of(x[0]), advantage_of(x[1]), advantage_of(x[2]), advantage_of(x[3]));
      if (BOTH) {
        critic[quad - 1u] = vec4(critic_of(x[0]), critic_of(x[1]), critic_of(x[2]), critic_of(x[3]));
      }
    }
    fold(&walk);
  }
}
