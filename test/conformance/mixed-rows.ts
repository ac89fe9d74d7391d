/**
 * Nine rows with everything that canonical rows may have: rollouts that alternate in the file, segments out
 * of order, a truncated end, an empty row, a masked row, rewards per token, critics, declared turns, flags,
 * a rollout without an outcome, groups of three, two and one. Values are fixed, not random.
 */
const wave = (length: number, phase: number): number[] =>
  Array.from({ length }, (_, i) => Math.round(1000 * Math.sin(1.7 * i + phase)) / 1000)

const positive = (length: number, phase: number): number[] =>
  wave(length, phase).map((x) => Math.abs(x))

const critics = (length: number, phase: number): number[][] =>
  [0, 0.3, 1.1].map((shift) => wave(length, phase + shift * (1 + shift)))

const columns = (length: number, phase: number) => ({
  waad: positive(length, phase + 0.5),
  fai: positive(length, 2.1 * phase),
  old_log_probs: wave(length, phase).map((x) => x / 4 - 1),
  rollout_log_probs: wave(length, 1.3 * phase).map((x) => x / 4 - 1),
})

export const MIXED_ROWS: readonly object[] = [
  {
    rollout_id: 'p',
    group_id: 'g',
    segment_index: 1,
    response_mask: [0, 0, 1, 1, 0, 1],
    values_per_critic: critics(6, 1),
    bootstrap_value: 0.7,
    ended: 'truncated',
    ...columns(6, 1),
  },
  {
    rollout_id: 'q',
    group_id: 'g',
    response_mask: [1, 1, 0, 1, 0],
    values: wave(5, 2),
    reward: 0.5,
    turns: [
      { start: 0, end: 2, kind: 'action', state_key: 's', reward: 0.25, value: 0.6 },
      { start: 2, end: 3, kind: 'observation' },
      { start: 3, end: 4, kind: 'action', state_key: 't' },
    ],
    ...columns(5, 2),
  },
  {
    rollout_id: 'p',
    group_id: 'g',
    segment_index: 0,
    response_mask: [1, 0, 1, 1],
    values_per_critic: critics(4, 3).slice(0, 2),
    reward: 1,
    ...columns(4, 3),
  },
  { rollout_id: 'q', group_id: 'g', response_mask: [] },
  {
    rollout_id: 'r',
    group_id: 'g',
    response_mask: [1, 1, 0, 0, 1],
    values: wave(5, 4),
    rewards: [0, 0.5, 0, 0.25, -1],
    flags: ['overlong'],
    turns: [
      { start: 0, end: 2, kind: 'action', state_key: 's', reward: -0.5 },
      { start: 3, end: 5, kind: 'action', state_key: 's', reward: 0.5 },
    ],
    ...columns(5, 4),
  },
  {
    rollout_id: 's',
    group_id: 7,
    response_mask: [0, 0, 0],
    values: wave(3, 5),
    reward: 1,
    flags: ['drop'],
    ...columns(3, 5),
  },
  {
    rollout_id: 't',
    group_id: 7,
    response_mask: [1, 1, 1],
    values: wave(3, 6),
    rewards: [0.1, 0, 2],
    ended: 'truncated',
    bootstrap_value: -0.4,
    ...columns(3, 6),
  },
  {
    rollout_id: 'no "outcome"',
    response_mask: [1, 1],
    values: wave(2, 7),
    ...columns(2, 7),
  },
  {
    rollout_id: 'q',
    group_id: 'g',
    response_mask: [0, 1, 1],
    values: wave(3, 8),
    ended: 'error',
    ...columns(3, 8),
  },
]

/**
 * A truncated rollout whose last segment has no action token, a group and an outcome that stand on one row only,
 * and nulls, as a table's writer leaves them where a column is absent.
 */
export const SPARSE_ROWS: readonly object[] = [
  { rollout_id: 1, response_mask: [1, 0, 1], values: wave(3, 1), reward: null, turns: null },
  {
    rollout_id: 1,
    group_id: 3,
    response_mask: [0, 0],
    values: wave(2, 2),
    reward: 1,
    ended: 'truncated',
    bootstrap_value: 0.5,
  },
  {
    rollout_id: 2,
    group_id: 3,
    segment_index: null,
    response_mask: [1, 1, 1],
    values: null,
    rewards: null,
    reward: 0,
    ended: null,
    bootstrap_value: null,
    turns: [
      { start: 0, end: 1, kind: 'action', state_key: 0, reward: null, value: null },
      { start: 1, end: 3, kind: 'action', state_key: null, reward: 0.5 },
    ],
  },
  {
    rollout_id: 4,
    group_id: 3,
    response_mask: [1, 1, 0],
    values: wave(3, 4),
    rewards: [0, 1, 0.5],
    turns: [
      { start: 0, end: 1, kind: 'action', state_key: 0, reward: 1 },
      { start: 1, end: 2, kind: 'action', state_key: null },
    ],
    flags: null,
  },
]
