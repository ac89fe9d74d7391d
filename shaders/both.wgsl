// Two accumulators side by side: .x is the advantage (lambda), .y the critic's (lambda_critic).
// Stands first in a module, as one.wgsl does where the two lambdas are equal.

alias Acc = vec2<f32>;
alias Flag = vec2<bool>;
const BOTH = true;

fn accumulators(pair: vec2<f32>) -> Acc {
  return pair;
}
fn advantage_of(x: Acc) -> f32 {
  return x.x;
}
fn critic_of(x: Acc) -> f32 {
  return x.y;
}
