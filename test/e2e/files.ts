/** Small trace files, made here and never on disk. */

export interface TraceFile {
  readonly name: string
  readonly text: string
}

const lines = (...rows: readonly object[]): string =>
  `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`

/** Lengths (2, 1), values (.2 .4 | .6), outcome 1: the numbers of the compaction papers' examples. */
export const TWO_ONE: TraceFile = {
  name: 'two-one.jsonl',
  text: lines(
    { rollout_id: 'A', response_mask: [1, 1], values: [0.2, 0.4] },
    { rollout_id: 'A', response_mask: [1], values: [0.6], reward: 1 },
  ),
}

/** One prompt, four rollouts, outcomes 1 0 1 1; the second is cut once. */
export const GROUP: TraceFile = {
  name: 'group.jsonl',
  text: lines(
    { rollout_id: 'g-1', group_id: 'g', response_mask: [1, 0, 1], reward: 1 },
    { rollout_id: 'g-2', group_id: 'g', response_mask: [1, 1], reward: 0 },
    { rollout_id: 'g-2', group_id: 'g', response_mask: [0, 1], reward: 0 },
    { rollout_id: 'g-3', group_id: 'g', response_mask: [1], reward: 1 },
    { rollout_id: 'g-4', group_id: 'g', response_mask: [1, 1], reward: 1 },
  ),
}

/**
 * As GROUP without cuts, with the advantages that verl writes: (r − ¾) / (½ + 1e-6), the sample's
 * standard deviation.
 */
export const RECORDED: TraceFile = {
  name: 'recorded.jsonl',
  text: lines(
    ...[1, 0, 1, 1].map((reward, i) => ({
      rollout_id: `g-${i}`,
      group_id: 'g',
      response_mask: [1, 1, 0, 0, 1, 1],
      values: [0.4, 0.5, 0.9, 0.1, 0.6, 0.7],
      reward,
      advantages: [1, 1, 0, 0, 1, 1].map((mask) =>
        mask === 1 ? Math.fround((reward - 0.75) / (0.5 + 1e-6)) : 0,
      ),
    })),
  ),
}

/** verl V1: the key is {prompt}_{session}_{output}; the score is copied to every output. */
export const VERL: TraceFile = {
  name: '12.jsonl',
  text: lines(
    {
      input: 'Who founded it?',
      output: 'I will search for the founder.',
      gts: 'x',
      score: 1,
      step: 12,
      uid: '7c9e-aa_0_0',
    },
    {
      input: 'Who founded it? Summary: searched once.',
      output: 'It was founded by Ada.',
      gts: 'x',
      score: 1,
      step: 12,
      uid: '7c9e-aa_0_1',
    },
    {
      input: 'Who founded it?',
      output: 'I do not know.',
      gts: 'x',
      score: 0,
      step: 12,
      uid: '7c9e-aa_1_0',
    },
  ),
}

/** Compacted once, under a name that says nothing; with two lines of a type that nobody knows. */
export const CLAUDE_CODE: TraceFile = {
  name: 'session.txt',
  text: lines(
    {
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      sessionId: 's1',
      timestamp: '2026-01-01T00:00:00.000Z',
      isSidechain: false,
      cwd: '/w',
      version: '2.0.0',
      message: { role: 'user', content: 'fix adder' },
    },
    {
      type: 'assistant',
      uuid: 'a1',
      parentUuid: 'u1',
      sessionId: 's1',
      timestamp: '2026-01-01T00:00:05.000Z',
      isSidechain: false,
      message: {
        id: 'm1',
        role: 'assistant',
        model: 'x',
        content: [{ type: 'text', text: 'Reading the file first.' }],
        usage: { input_tokens: 900, output_tokens: 20 },
        stop_reason: 'end_turn',
      },
    },
    {
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'b1',
      parentUuid: null,
      logicalParentUuid: 'a1',
      sessionId: 's1',
      timestamp: '2026-01-01T00:10:00.000Z',
      isSidechain: false,
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 155000, postTokens: 9000 },
    },
    {
      type: 'user',
      uuid: 'u2',
      parentUuid: 'b1',
      sessionId: 's1',
      timestamp: '2026-01-01T00:10:01.000Z',
      isSidechain: false,
      isCompactSummary: true,
      message: { role: 'user', content: 'This session is being continued: adder.py adds twice.' },
    },
    {
      type: 'assistant',
      uuid: 'a2',
      parentUuid: 'u2',
      sessionId: 's1',
      timestamp: '2026-01-01T00:10:09.000Z',
      isSidechain: false,
      message: {
        id: 'm2',
        role: 'assistant',
        model: 'x',
        content: [{ type: 'text', text: 'Fixed.' }],
        usage: { input_tokens: 9100, output_tokens: 4 },
        stop_reason: 'end_turn',
      },
    },
    { type: 'quantum-state', sessionId: 's1' },
    { type: 'quantum-state', sessionId: 's1' },
  ),
}

/** Its only rollout has values of the wrong length, on line 2. */
export const BAD_LENGTH: TraceFile = {
  name: 'wrong.jsonl',
  text: lines(
    { rollout_id: 'X', response_mask: [1, 1], values: [0.1, 0.2] },
    { rollout_id: 'X', response_mask: [1, 1], values: [0.1, 0.2, 0.3], reward: 1 },
  ),
}

/** The same fault beside a rollout that can be read. */
export const PARTLY_BAD: TraceFile = {
  name: 'partly.jsonl',
  text: BAD_LENGTH.text + lines({ rollout_id: 'Y', response_mask: [1], values: [0.5], reward: 1 }),
}

export const NOT_A_TRACE: TraceFile = { name: 'notes.jsonl', text: 'Dear diary,\nnothing here.\n' }

/** Its reward has a name that says nothing. */
export const OTHER_COLUMNS: TraceFile = {
  name: 'dump.jsonl',
  text: lines(
    { traj: 'a', part: 1, bits: [1], v: [0.5], won: 1 },
    { traj: 'a', part: 0, bits: [1, 0, 1], v: [0.25, 0, 0.5], won: 1 },
    { traj: 'b', part: 0, bits: [1, 1], v: [0.5, 0.5], won: 0 },
  ),
}

/** Everything in it tries to become markup. */
export const HOSTILE: TraceFile = {
  name: '<img src=x onerror=alert(1)>.jsonl',
  text: lines({
    rollout_id: '<script>window.hostile=1</script>',
    group_id: '"><img src=x onerror="window.hostile=1">',
    response_mask: [1, 1],
    response_tokens: ['<b onmouseover=window.hostile=1>', '</b>'],
    values: [0.1, 0.2],
    reward: 1,
  }),
}

/** Two training steps of verl, one prompt with two samples each. */
export const STEPS: readonly TraceFile[] = [
  [12, 1, 1],
  [13, 2, 0],
].map(([step, ...scores]) => ({
  name: `${step}.jsonl`,
  text: lines(
    ...scores.map((score) => ({ input: 'user\nAdd.', output: 'Done.', gts: null, score, step })),
  ),
}))
