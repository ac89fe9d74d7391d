// Reduce-then-scan without barriers, pass 1 of 3: every block becomes one affine map, of the nodes that
// anything before it depends on. Where the past is forgotten within tick.reach nodes, those are few and
// what enters the block before is known at once: pass 2 is left out.
// affine.wgsl and blocks.wgsl stand before this text.

@group(0) @binding(6) var<storage, read_write> maps: array<Affine>;
@group(0) @binding(7) var<storage, read_write> entries: array<Acc>;

/// The quads [clear, quad), all of one run.
fn reduce_stretch(walk: ptr<function, Walk>, quad: u32, clear: u32) {
  let whole = (*walk).whole;
  let part = (*walk).part;
  var leap = (*walk).leap;
  var next = (*walk).next;
  var near = Near((*walk).near.part, (*walk).near.sum);
  var q = quad;
  while (q > clear) {
    let last = fold_end(q, clear);
    for (; q > last; q--) {
      let v = value[q - 1u];
      let delta = deltas(v, rewards_of(q - 1u), vec4(v.yzw, next));
      next = v.x;
      near = step_near(near, whole, part, leap, delta.w);
      near = step_near(near, whole, part, leap, delta.z);
      near = step_near(near, whole, part, leap, delta.y);
      near = step_near(near, whole, part, leap, delta.x);
    }
    if (q % QUADS_PER_FOLD == 0u) {
      (*walk).near.part = near.part;
      (*walk).near.sum = near.sum;
      fold(walk);
      near = Near((*walk).near.part, (*walk).near.sum);
      leap = (*walk).leap;
    }
  }
  (*walk).near.part = near.part;
  (*walk).near.sum = near.sum;
  (*walk).next = next;
}

@compute @workgroup_size(BLOCKS_PER_WORKGROUP)
fn block_reduce(@builtin(global_invocation_id) invocation: vec3<u32>) {
  let first = invocation.x * page.nodes_per_block;
  if (first >= page.node_count) {
    return;
  }
  let block = blocks[invocation.x];
  let at = page.first_block + invocation.x;
  let reach = min(block.reach, tick.reach);
  var map = identity();
  if (reach > 0u) {
    let first_quad = first / 4u;
    let end = first + reach;
    var walk = begin_walk(end, block.run, Acc());
    var quad = (end + 3u) / 4u;
    while (quad > first_quad) {
      let last = step_end(quad, first_quad);
      while (quad > last) {
        let clear = run_end(&walk, last);
        if (quad > clear) {
          reduce_stretch(&walk, quad, clear);
          quad = clear;
        }
        if (quad > last) {
          quad--;
          cross_quad(&walk, quad);
        }
      }
    }
    map = walk.middle;
  }
  maps[at] = map;
  if (tick.reach < page.nodes_per_block) {
    if (at > 0u) {
      entries[at - 1u] = map.sum;
    }
    if (at + 1u == page.block_count) {
      entries[at] = Acc();
    }
  }
}
