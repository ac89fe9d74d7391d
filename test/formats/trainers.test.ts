import { describe, expect, it } from 'vitest'
import { readTrace } from '../../src/formats/read.ts'
import { BOUNDARIES, ENDED, FLAG } from '../../src/trace/batch.ts'
import { blob, bytesOf, column, lines, load, marked, promptOf, refusal } from './helpers.ts'

const decode = (format: string, file: string) => new TextDecoder().decode(bytesOf(format, file))

describe('damaged dumps', () => {
  it.each([
    ['prime-rl', 'traces.jsonl'],
    ['verifiers', 'trajectories.jsonl'],
    ['nemo-rl', 'train_data_step1.jsonl'],
    ['areal', '0.jsonl'],
    ['skyrl', 'gsm8k.jsonl'],
    ['rllm', 'episodes.jsonl'],
    ['tinker', 'train_rollout_summaries.jsonl'],
    ['miles-jsonl', '0.jsonl'],
  ])('of %s: a cut last line is a warning, the rest of %s is read', async (format, file) => {
    const cut = decode(format, file).trimEnd().slice(0, -5)
    const { batch, diagnostics, files } = await load(cut)
    expect(files[0].format).toBe(format)
    expect(batch.rolloutCount).toBeGreaterThan(0)
    expect(diagnostics.at(-1)).toMatchObject({ code: 'truncated', severity: 'warning' })
  })

  it.each([
    ['prime-rl', 'traces.jsonl'],
    ['verifiers', 'trajectories.jsonl'],
    ['nemo-rl', 'val_data_step1.jsonl'],
    ['roll', 'rlvr.jsonl'],
    ['areal', '0.jsonl'],
    ['skyrl', 'gsm8k.jsonl'],
    ['rllm', 'episodes.jsonl'],
    ['tinker', 'train_rollout_summaries.jsonl'],
    ['miles-jsonl', '0.jsonl'],
  ])('of %s: a record of another kind in %s is an error with its line', async (format, file) => {
    const before = await load(decode(format, file))
    const { batch, diagnostics } = await load(`${decode(format, file).trimEnd()}\n{"what": 1}\n[2]`)
    expect(batch.rolloutCount).toBe(before.batch.rolloutCount)
    const foreign = diagnostics.filter((d) => d.code === 'foreign-row')
    expect(foreign).toHaveLength(2)
    expect(foreign.every((d) => d.severity === 'error' && d.line !== undefined)).toBe(true)
  })

  it.each([
    ['trl-parquet', 'chat.parquet'],
    ['miles-parquet', 'rollout_0.parquet'],
    ['slime-pt', 'rollout.pt'],
  ])('of %s: half of %s is refused in a sentence', async (format, file) => {
    const whole = bytesOf(format, file)
    const { text } = await refusal(whole.slice(0, whole.length / 2))
    expect(text).toMatch(/truncated/)
  })
})

const node = (parent: number | null, ids: number[], rest: object = {}) => ({
  parent,
  token_ids: ids,
  mask: ids.map(() => rest !== undefined && 'sampled' in rest),
  message: { role: 'user', content: 'x' },
  ...rest,
})
const trace = (id: string, nodes: readonly unknown[]) => ({
  id: `e ${id}`,
  group: 'g',
  traces: [{ id, nodes, rewards: { a: { score: 1, weight: 0.5 }, b: { score: 1, weight: 0.25 } } }],
})

describe('prime-rl', () => {
  it('aligns compact lists to sampled tokens and trains a shared node once', async () => {
    const { batch } = await load(bytesOf('prime-rl', 'traces.jsonl'))
    expect(column(batch, 'rollout_log_probs').slice(0, 3)).toEqual([-0.2, -0.4, 0])
    const r = batch.rollout.id.indexOf('tr2')
    const s = batch.rollout.firstSegment[r]
    const segment = (k: number) =>
      Array.from(batch.tokenIds?.subarray(batch.segment.start[k], batch.segment.start[k + 1]) ?? [])
    // Node 1 is on both paths: in the second it is part of the prompt.
    expect(segment(s)).toEqual([21, 22, 91, 24])
    expect(segment(s + 1)).toEqual([25])
    expect(promptOf(batch, s + 1)[0][0]).toBe('prompt after dropped context')
    expect(batch.rollout.outcome[r]).toBeCloseTo(0.1, 12)
  })

  it('leaves a trace out whose nodes do not fit, and says which', async () => {
    const good = [node(null, [1]), node(0, [2, 3], { sampled: true, logprobs: [-1, -2] })]
    const loop = [node(1, [1]), node(0, [2], { sampled: true })]
    const compact = [node(null, [1]), node(0, [2, 3], { sampled: true, logprobs: [-1, -2, -3] })]
    const mask = [{ ...node(null, [1]), mask: [true, false] }]
    const text = lines(trace('a', good), trace('b', loop), trace('c', compact), trace('d', mask))
    const { batch, diagnostics } = await load(text)
    expect(batch.rollout.id).toEqual(['a'])
    expect(Array.from(batch.rollout.outcome)).toEqual([0.75])
    expect(diagnostics.map((d) => [d.code, d.line])).toEqual([2, 3, 4].map((n) => ['bad-node', n]))
    expect(diagnostics[0].message).toContain('has parent 1; a node before it is needed')
  })

  it('follows the links between calls: compactions taken up and not, calls of helpers', async () => {
    const link = (type: string, to: number) => ({ semantic_parents: [{ node: to, type }] })
    const said = (parent: number, ids: number[], rest: object = {}) =>
      node(parent, ids, { sampled: true, logprobs: ids.map(() => -1), ...rest })
    const nodes = [
      node(null, [1, 2, 3, 4]),
      said(0, [5, 6], link('continuation', 0)),
      // A compaction that no call took up, one that was, what came after it, and a helper's call.
      said(1, [20, 21], link('compaction_attempt', 1)),
      said(1, [30, 31], link('compaction_attempt', 1)),
      node(null, [1, 40, 41]),
      said(4, [7], link('compaction', 3)),
      node(null, [50, 51]),
      said(6, [52], link('subagent_call', 5)),
    ]
    const { batch, diagnostics } = await load(lines(trace('a', nodes)))
    expect(diagnostics).toEqual([])
    const { start, boundary, flags } = batch.segment
    const ids = Array.from(flags, (_, s) => [
      ...(batch.tokenIds?.subarray(start[s], start[s + 1]) ?? []),
    ])
    expect(ids).toEqual([[20, 21], [5, 6, 30, 31], [7], [52]])
    expect(Array.from(flags)).toEqual([FLAG.drop, 0, 0, 0])
    expect(Array.from(boundary.slice(1, 3), (b) => BOUNDARIES[b])).toEqual(['summary', 'subagent'])
  })

  it.each([
    [{ stop_condition: 'compaction_failed' }, 'truncated'],
    [{ calls: [{ finish_reason: 'stop' }, { finish_reason: 'length' }] }, 'truncated'],
    [{ calls: [{ finish_reason: 'length' }, { finish_reason: 'stop' }] }, 'terminated'],
    [{ calls: [{ finish_reason: 'length' }, { error: { type: 'E' } }] }, 'truncated'],
    [{ calls: 3 }, 'terminated'],
  ])('says how a trace with %o ended: %s', async (rest, ended) => {
    const own = {
      ...trace('a', [node(null, [1]), node(0, [2], { sampled: true })]).traces[0],
      ...rest,
    }
    const { batch } = await load(lines({ id: 'e', traces: [{ ...own, is_completed: true }] }))
    expect(ENDED[batch.segment.ended[0]]).toBe(ended)
  })

  it('reads the tensors of its first versions: numbers of an independent script', async () => {
    const { batch } = await load(bytesOf('prime-rl', 'data_to_save_0_0.pt'))
    const lengths = Array.from({ length: 2 }, (_, s) => batch.prompt.length[s])
    expect(lengths).toEqual([119, 54])
    const logs = column(batch, 'old_log_probs')
    expect(logs.slice(0, 3)).toEqual([-0.3869819641113281, -0, -0.008396148681640625])
    expect(logs.reduce((a, b) => a + b, 0)).toBeCloseTo(-1081.57670211792, 6)
    expect(column(batch, 'advantages')[4095]).toBe(-0.7245674133300781)
  })
})

describe('other trainers', () => {
  it('sum the rewards of the wordle runs to the known total', async () => {
    const { batch } = await load(bytesOf('verifiers', 'wordle-results.jsonl'))
    expect(batch.rollout.outcome.reduce((a, b) => a + b, 0)).toBeCloseTo(17.9867777778, 9)
    expect(batch.groupIds).toHaveLength(5)
  })

  it('keep padding of NeMo-RL out and group equal prompts', async () => {
    const { batch } = await load(bytesOf('nemo-rl', 'train_data_step1.jsonl'))
    expect(Array.from(batch.tokenIds ?? [])).toEqual([21, 22, 90, 23])
    expect(batch.groupIds).toEqual(['prompt 1'])
    expect(column(batch, 'old_log_probs').slice(0, 2)).toEqual([-0.21, -0.39])
  })

  it('keep rows of two NeMo-RL step files apart', async () => {
    const data = blob(bytesOf('nemo-rl', 'val_data_step1.jsonl'))
    const result = await readTrace(
      ['a', 'b'].map((name) => ({ name, data })),
      () => {},
    )
    if (!result.ok) throw new Error('refused')
    const ids = ['row 0', 'row 1', 'file 2 row 0', 'file 2 row 1']
    expect(result.value.batch.rollout.id).toEqual(ids)
  })

  it('read the ROLL line of the reference, whose messages are empty', async () => {
    const part = (k: number) =>
      JSON.stringify({
        trajectory_id: `t_b${k}`,
        branch_or_step_idx: k,
        num_branches_or_steps: 2,
        reward_info: { episode_reward: 1 },
      })
    const row = { global_step: [3, 3], messages: ['[]', '[]'], trajectory_data: [part(0), part(1)] }
    const { batch } = await load(lines(row))
    expect(batch.rollout.id).toEqual(['t'])
    expect(batch.segmentCount).toBe(2)
    expect(Array.from(batch.rollout.outcome)).toEqual([1])
  })

  it('show drift of rLLM steps as a warning, without a cut', async () => {
    const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
    const steps = [
      { prompt_ids: ids(0, 9), response_ids: ids(20, 40), logprobs: ids(20, 40).map(() => -1) },
      { prompt_ids: [...ids(0, 9), ...ids(20, 39), 99, 7], response_ids: [8], logprobs: [-1] },
    ]
    const episode = { id: 't:0', trajectories: [{ uid: 'u', reward: 1, steps }] }
    const { batch, diagnostics } = await load(lines(episode))
    expect(batch.segmentCount).toBe(1)
    expect(diagnostics).toMatchObject([{ code: 'token-drift', severity: 'warning' }])
  })

  it('refuse lengths that would not fit into memory', async () => {
    const rows = Array.from({ length: 60 }, (_, k) => ({
      task_id: k,
      seqlen: 4_000_000,
      prompt_len: 3_999_990,
    }))
    const { batch, diagnostics } = await load(lines(...rows))
    expect(batch.rolloutCount).toBeLessThan(20)
    expect(diagnostics.at(-1)?.message).toContain('add up to more than 134217728 tokens')
  })
})

describe('SkyRL', () => {
  it('joins the rows of step-wise trajectories, and cuts where a template retells the answer', async () => {
    const { batch, turns } = await load(bytesOf('skyrl', 'step-wise.jsonl'))
    expect(Array.from(turns)).toEqual([2, 1, 1, 1, 1])
    expect(marked(batch, 0)).toBe(
      'find it<|im_end|>\n[<|im_start|>user\na book by Lem<|im_end|>\n<|im_start|>assistant\n]Lem<|im_end|>\n',
    )
    expect(promptOf(batch, 2)[0][0]).toBe('prompt with rewritten context')
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0, 0, 0.5])
  })
})

describe('rLLM', () => {
  it('groups agents by their names and has the version and reward of every step', async () => {
    const { batch } = await load(bytesOf('rllm', 'store.jsonl'))
    expect(batch.groupIds).toEqual(['task-2:solver', 'task-2:judge', 'task-3:flow'])
    expect(Array.from(batch.versions?.subarray(0, 4) ?? [])).toEqual([6, 6, -1, 7])
    expect(marked(batch, 4)).toBe('It is 4')
  })
})
