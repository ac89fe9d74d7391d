/** Symbols of the formulas that are neither sliders nor options. A letter may mean two things in two methods. */

export interface Notation {
  readonly tex: string
  readonly meaning: string
}

const symbol = (tex: string, meaning: string): Notation => ({ tex, meaning })

export const SYMBOLS = {
  advantage: symbol('A', 'advantage: what an action token’s log-prob is weighed with'),
  localAdvantage: symbol('A^{\\mathrm{loc}}', 'advantage inside one segment'),
  delta: symbol('\\delta', 'one-step temporal-difference error'),
  reward: symbol('r', 'reward on a token'),
  turnReward: symbol('r', 'reward of a turn'),
  outcome: symbol('R', 'outcome (terminal reward) of a rollout'),
  value: symbol('V', 'critic’s value of the state before a token'),
  turnValueFirst: symbol(
    'V_k',
    'value of a turn: `turns[].value`, else that of its first action token',
  ),
  turnValueLast: symbol('V_k', 'value of a turn: that of its last action token'),
  bootstrap: symbol('b', 'look-ahead past the end: 0, for a truncated rollout as truncation says'),
  target: symbol(
    '\\hat{R}',
    'return, the critic’s target; its advantage is computed with λ critic',
  ),
  segmentIndex: symbol('s', 'segment, 1 to S in time order'),
  sweptBefore: symbol('s^+', 'segment that hands over to s: s + 1, in the literal order s − 1'),
  tokenIndex: symbol('t', 'action token, counted inside its segment'),
  joinedIndex: symbol('t', 'action token 1 to N of the joined responses'),
  tokenOfRollout: symbol('t', 'action token of the rollout'),
  segmentTokens: symbol('n_s', 'action tokens of segment s'),
  laterTokens: symbol('N_{>s}', 'action tokens of all later segments'),
  turnIndex: symbol('k', 'turn, 1 to K over all segments of the rollout'),
  turnOfToken: symbol('k(t)', 'turn that token t belongs to'),
  turnTokens: symbol('n_k', 'action tokens of turn k'),
  discounted: symbol('G', 'discounted return'),
  member: symbol('i', 'rollout of the group (with unit segment: a segment)'),
  rolloutOfGroup: symbol('i', 'rollout of the group'),
  groupMean: symbol('\\mu', 'mean outcome of the group'),
  groupStd: symbol('\\sigma', 'standard deviation of the group’s outcomes, as the option std says'),
  groupSize: symbol('G', 'members of the group'),
  groupCount: symbol('|g|', 'rollouts of the group'),
  group: symbol('g', 'group: all rollouts of one prompt'),
  batchStd: symbol('\\sigma_{\\mathrm{batch}}', 'standard deviation of all outcomes of the batch'),
  batchMean: symbol('\\mu_{\\mathrm{batch}}', 'mean of all outcomes of the batch'),
  batchRollouts: symbol('B', 'rollouts of the batch'),
  tokenMean: symbol('\\mu_G', 'mean over all action tokens of the batch'),
  tokenCount: symbol('N', 'action tokens of the batch'),
  lastToken: symbol('T_i', 'last action token of rollout i (or where the option reward at says)'),
  norm: symbol('\\operatorname{norm}(x; X)', 'x against the members of X; 0 where all are equal'),
  episode: symbol('A^{\\mathrm{E}}', 'advantage of the whole episode'),
  step: symbol('A^{\\mathrm{S}}', 'advantage among visits of the same state'),
  stateKey: symbol('s_{i,k}', 'state before turn k of rollout i (state_key)'),
  ratio: symbol('r_t', 'importance ratio of token t'),
  weight: symbol('w_t', 'weight before the cap: the token’s ratio, or one of its row (level)'),
  rowRatio: symbol('r', 'importance ratio of the row, the same for its tokens'),
  coefficient: symbol('g_t', 'loss coefficient: what ∇ log π of token t is multiplied by'),
  current: symbol('\\pi_\\theta', 'policy being trained (log_probs)'),
  old: symbol('\\pi_{\\mathrm{old}}', 'policy before the update, in the trainer (old_log_probs)'),
  rollout: symbol(
    '\\pi_{\\mathrm{rollout}}',
    'policy that sampled, in the inference engine (rollout_log_probs)',
  ),
  rowTokens: symbol('n', 'action tokens of the row (segment)'),
  chunk: symbol('c', 'chunk: a run of action tokens between observations'),
  chunkRatio: symbol('\\rho_c', 'ratio of a chunk: geometric mean over its tokens'),
  mismatch: symbol('m_c', 'mismatch of the two engines on a chunk'),
  total: symbol('L', 'loss of the batch'),
  loss: symbol('\\ell', 'loss of one action token'),
  batchSegment: symbol('s', 'segment of the batch'),
  rows: symbol('M', 'segments of the batch that have action tokens'),
  rollouts: symbol('P', 'rollouts of the batch that have action tokens'),
  rolloutTokens: symbol('n_p', 'action tokens of rollout p'),
  prompts: symbol('Q', 'prompts (groups) of the batch that have action tokens'),
  promptTokens: symbol('n_q', 'action tokens of all rollouts of prompt q'),
} as const satisfies Readonly<Record<string, Notation>>

export type SymbolId = keyof typeof SYMBOLS
