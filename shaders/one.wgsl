// One accumulator: lambda_critic equals lambda on every run, the critic's results are not written.
// Stands first in a module, as both.wgsl does where the two lambdas differ.

alias Acc = f32;
alias Flag = bool;
const BOTH = false;

fn accumulators(pair: vec2<f32>) -> Acc {
  return pair.x;
}
fn advantage_of(x: Acc) -> f32 {
  return x;
}
fn critic_of(x: Acc) -> f32 {
  return x;
}
