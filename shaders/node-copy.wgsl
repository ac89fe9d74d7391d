// Moves what a scan moves and computes nothing: the pace of the memory, which a scan cannot pass. Follows affine.wgsl.

const COPY_LANES = 64u;
const QUADS_PER_LANE = 8u;

@group(0) @binding(0) var<uniform> page: Page;
@group(0) @binding(1) var<storage, read> value: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> advantage: array<vec4<f32>>;

@compute @workgroup_size(COPY_LANES)
fn node_copy(@builtin(global_invocation_id) id: vec3<u32>) {
  let first = id.x * QUADS_PER_LANE;
  let end = min(first + QUADS_PER_LANE, (page.node_count + 3u) / 4u);
  for (var quad = first; quad < end; quad++) {
    advantage[quad] = value[quad];
  }
}
