// One invocation walks one chain from its end, without barriers: for batches of many short chains.
// affine.wgsl stands before this text.

const CHAINS_PER_WORKGROUP = 64u;
/// A plain float32 loop rounds the whole sum at every node; here it is rounded once every 64 * 64.
const NODES_PER_FOLD = 64u;
const NODES_PER_ANCHOR = 4096u;

@group(0) @binding(0) var<uniform> tick: Tick;
@group(0) @binding(1) var<uniform> page: Page;
@group(0) @binding(2) var<storage, read> value: array<f32>;
@group(0) @binding(3) var<storage, read> reward: array<f32>;
@group(0) @binding(4) var<storage, read> runs: array<Run>;
@group(0) @binding(5) var<storage, read> run_start: array<u32>;
@group(0) @binding(6) var<storage, read> chain_start: array<u32>;
@group(0) @binding(7) var<storage, read_write> advantage: array<f32>;
@group(0) @binding(8) var<storage, read_write> critic: array<f32>;

@compute @workgroup_size(CHAINS_PER_WORKGROUP)
fn chain_scan(@builtin(global_invocation_id) invocation: vec3<u32>) {
  let chain = invocation.x;
  if (chain >= page.chain_count) {
    return;
  }
  // The coming node receives near(base), and base = middle(far).
  var near = identity();
  var middle = identity();
  var far = vec2(0.0);
  var base = vec2(0.0);
  for (var r = chain_start[chain + 1u]; r > chain_start[chain]; r--) {
    let run = runs[r - 1u];
    let whole = run_whole(run);
    if ((run.flags & CARRY) == 0u) {
      near = identity();
      middle = identity();
      far = vec2(0.0);
      base = vec2(0.0);
    }
    var next = run.ahead;
    for (var k = run_start[r]; k > run_start[r - 1u]; k--) {
      let node = k - 1u;
      let v = value[node];
      let delta = temporal_difference(tick, v, reward[node], next);
      near = compose(Affine(whole, run.part, vec2(delta)), near);
      let x = apply(near, base);
      advantage[node] = x.x;
      if (tick.critic != 0u) {
        critic[node] = x.y;
      }
      if (node % NODES_PER_FOLD == 0u) {
        middle = compose(near, middle);
        near = identity();
        base = apply(middle, far);
        if (node % NODES_PER_ANCHOR == 0u) {
          middle = identity();
          far = base;
        }
      }
      next = v;
    }
  }
}
