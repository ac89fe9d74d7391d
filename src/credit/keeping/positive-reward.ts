import type { RolloutRule } from '../post-rule.ts'

/** Train on successes only; the objective stays PPO's. */
export const positiveReward: RolloutRule = {
  kind: 'keeping',
  unit: 'rollouts',
  id: 'positive-reward',
  label: 'positive reward',
  tex: [String.raw`m_t \leftarrow m_t \cdot \mathbf{1}[R > 0]`],
  symbols: ['lossMask', 'outcome'],
  source:
    'ROLL’s lessons from terminal tasks: positive rollouts only, with PPO’s loss (no rejection fine-tuning)',
  pitfalls: [
    'The baseline must see the whole group: outcomes 1, 0, 1, −0.5 give the two right ones +0.962; masked before it, only equal ones are left, and GRPO gives 0.',
    'R > 0 is not A > 0: outcomes 0.2 and 0.9 are both kept, and the first one is pushed down (−1).',
    'A rollout without an outcome is not positive. Where all of them fail nothing is left, and the loss is 0.',
  ],
  needs: ['outcome'],
  options: [],
  // An absent outcome (NaN) is not positive.
  masks: ({ rollout }) => Uint8Array.from(rollout.outcome, (outcome) => (outcome > 0 ? 0 : 1)),
}
