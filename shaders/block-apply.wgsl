// Reduce-then-scan without barriers, pass 3 of 3, and the only one where no block hands anything to the one
// before: with what enters the block known, every node's accumulators.
// affine.wgsl and blocks.wgsl stand before this text.

@group(0) @binding(6) var<storage, read> entries: array<Acc>;
@group(0) @binding(7) var<storage, read_write> advantage: array<vec4<f32>>;
@group(0) @binding(8) var<storage, read_write> critic: array<vec4<f32>>;

/// The quads [clear, quad), all of one run.
fn apply_stretch(walk: ptr<function, Walk>, quad: u32, clear: u32) {
  let whole = (*walk).whole;
  let part = (*walk).part;
  var leap = (*walk).leap;
  var base = (*walk).base;
  var near_base = (*walk).near_base;
  var next = (*walk).next;
  var near = Near((*walk).near.part, (*walk).near.sum);
  var q = quad;
  while (q > clear) {
    let last = fold_end(q, clear);
    for (; q > last; q--) {
      let v = value[q - 1u];
      let delta = deltas(v, rewards_of(q - 1u), vec4(v.yzw, next));
      next = v.x;
      let n3 = step_near(near, whole, part, leap, delta.w);
      let n2 = step_near(n3, whole, part, leap, delta.z);
      let n1 = step_near(n2, whole, part, leap, delta.y);
      near = step_near(n1, whole, part, leap, delta.x);
      let x3 = near_base + (n3.part * base + n3.sum);
      let x2 = near_base + (n2.part * base + n2.sum);
      let x1 = near_base + (n1.part * base + n1.sum);
      let x0 = near_base + (near.part * base + near.sum);
      advantage[q - 1u] =
        vec4(advantage_of(x0), advantage_of(x1), advantage_of(x2), advantage_of(x3));
      if (BOTH) {
        critic[q - 1u] = vec4(critic_of(x0), critic_of(x1), critic_of(x2), critic_of(x3));
      }
    }
    if (q % QUADS_PER_FOLD == 0u) {
      (*walk).near.part = near.part;
      (*walk).near.sum = near.sum;
      fold(walk);
      near = Near((*walk).near.part, (*walk).near.sum);
      leap = (*walk).leap;
      base = (*walk).base;
      near_base = (*walk).near_base;
    }
  }
  (*walk).near.part = near.part;
  (*walk).near.sum = near.sum;
  (*walk).next = next;
}

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
    let last = step_end(quad, first_quad);
    while (quad > last) {
      let clear = run_end(&walk, last);
      if (quad > clear) {
        apply_stretch(&walk, quad, clear);
        quad = clear;
      }
      if (quad > last) {
        quad--;
        let four = cross_quad(&walk, quad);
        advantage[quad] = four.advantage;
        if (BOTH) {
          critic[quad] = four.critic;
        }
      }
    }
  }
}
