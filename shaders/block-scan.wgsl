// Reduce-then-scan without barriers, pass 2 of 3: the accumulators that enter every block. One invocation
// walks the maps, a few thousand. affine.wgsl stands before this text.

/// As in blocks.wgsl: sums are rounded once every 64 * 64 maps.
const MAPS_PER_FOLD = 64u;
const MAPS_PER_ANCHOR = 4096u;

@group(0) @binding(0) var<uniform> page: Page;
@group(0) @binding(1) var<storage, read> maps: array<Affine>;
@group(0) @binding(2) var<storage, read_write> entries: array<Acc>;

@compute @workgroup_size(1)
fn block_scan() {
  // near(base) enters the coming block, and base = middle(far).
  var near = identity();
  var middle = identity();
  var far = Acc();
  var base = Acc();
  for (var at = page.block_count; at > 0u; at--) {
    entries[at - 1u] = apply(near, base);
    near = compose(maps[at - 1u], near);
    if (at % MAPS_PER_FOLD == 0u) {
      middle = compose(near, middle);
      near = identity();
      base = apply(middle, far);
      if (at % MAPS_PER_ANCHOR == 0u) {
        middle = identity();
        far = base;
      }
    }
  }
}
