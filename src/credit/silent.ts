/**
 * Below this |A| an advantage counts as 0 wherever its sign decides something. A trainer's float32 ends at 1.4e-45, the
 * WASM engine's carries at 1e-36, float64 at 5e-324: without a common end, shares by sign and kept tokens would depend on
 * the engine (discounted return, γ 0.99: 8,200 tokens before the end or 70,000). No weight in float32 moves by such a step.
 */
export const NO_ADVANTAGE = 1e-30
