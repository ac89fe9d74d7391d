import { describe, expect, it } from 'vitest'
import { lackedBy } from '../../../src/credit/needs.ts'
import { ESTIMATORS, estimatorOf } from '../../../src/credit/registry.ts'
import { consequenceOf, partlyServed } from '../../../src/panels/trace/consequences.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { rolloutTable, unavailableChoices } from '../../../src/worker/describe.ts'
import { countOf, HOLDINGS, holdingsOf } from '../../../src/worker/holdings.ts'
import { batchOf } from '../../support/batches.ts'

const step = { start: 0, end: 2, kind: 'action', state_key: 's', reward: 1 } as const

/** Three rollouts; the first has everything, the second half of it, the third a mask. */
const ROWS: readonly CanonicalRow[] = [
  {
    rollout_id: 'a',
    group_id: 'p',
    segment_index: 0,
    response_mask: [1, 1],
    response_ids: [7, 8],
    response_tokens: ['x', 'y'],
    values_per_critic: [
      [0, 1],
      [1, 0],
    ],
    old_log_probs: [-1, -1],
    policy_versions: [3, 3],
    advantages: [1, 1],
    turns: [step],
    boundary: 'summary',
    reward: 1,
  },
  {
    rollout_id: 'a',
    segment_index: 1,
    response_mask: [1],
    response_ids: [9],
    response_tokens: ['z'],
    values_per_critic: [[0], [1]],
    old_log_probs: [-1],
    policy_versions: [4],
    advantages: [1],
  },
  {
    rollout_id: 'b',
    group_id: 'p',
    segment_index: 0,
    response_mask: [1, 1],
    values_per_critic: [
      [0, 0],
      [0, 0],
    ],
    reward: 0,
  },
  // The first segment has values, this one none: the rollout has them in part only.
  {
    rollout_id: 'b',
    segment_index: 1,
    response_mask: [1],
    prompt_parts: [{ label: 'prompt after dropped context', length: 5 }],
  },
  { rollout_id: 'c', response_mask: [1] },
]

describe('what a trace holds', () => {
  it('is counted by rollout, a rollout with a gap not among them', () => {
    const table = rolloutTable(batchOf(ROWS))
    expect(Object.fromEntries(HOLDINGS.map((id) => [id, countOf(table, id)]))).toEqual({
      token_ids: 1,
      mask: 3,
      text: 1,
      outcome: 2,
      rewards: 0,
      turn_rewards: 1,
      values: 1,
      log_probs: 0,
      old_log_probs: 1,
      rollout_log_probs: 0,
      versions: 1,
      turns: 1,
      state_keys: 1,
      advantages: 1,
      returns: 0,
    })
    expect(holdingsOf(batchOf(ROWS)).critics).toBe(2)
  })

  it('counts no rollout without positions, to which nothing per token belongs', () => {
    const complete = { ...ROWS[0], returns: [1, 1], rewards: [0, 0], log_probs: [-1, -1] }
    const empty: CanonicalRow = { rollout_id: 'e', response_mask: [], values: [], reward: 1 }
    const batch = batchOf([complete, ROWS[1], empty, { ...empty, rollout_id: 'f', group_id: 'p' }])
    const table = rolloutTable(batch)
    for (const id of ['token_ids', 'text', 'values', 'old_log_probs', 'versions'] as const) {
      expect(countOf(table, id), id).toBe(1)
    }
    // What a rollout has whatever its length.
    expect(countOf(table, 'outcome')).toBe(3)
    expect(countOf(table, 'mask')).toBe(3)
    // It lacks none either.
    expect(partlyServed(table)).not.toHaveProperty('values')
    const alone = rolloutTable(batchOf([empty]))
    expect(countOf(alone, 'values')).toBe(0)
  })

  it('tells marked cuts from those of the prefix rule', () => {
    const { boundaries, byPrefixRule } = holdingsOf(batchOf(ROWS))
    expect(boundaries).toEqual({ drop: 0, summary: 1, trim: 0, subagent: 0, unknown: 1 })
    expect(byPrefixRule).toBe(1)
  })

  it('says that a mask was derived', () => {
    const trace = traceOfRows(ROWS, { name: 'x', format: 'x', bytes: 0 }, { maskDerived: true })
    expect(countOf(rolloutTable(trace.batch), 'mask')).toBe(0)
  })
})

const consequencesOf = (rows: readonly CanonicalRow[], valuesMadeUp = false) => {
  const batch = batchOf(rows)
  const serving = {
    lacks: lackedBy(batch),
    valuesMadeUp,
    outcomesTyped: false,
    unavailable: unavailableChoices(batch),
    some: partlyServed(rolloutTable(batch)),
  }
  return (id: string) => {
    const estimator = estimatorOf(id)
    if (!estimator) throw new Error(id)
    return consequenceOf(estimator, serving, 'en')
  }
}

describe('what a trace means for an estimator', () => {
  it('follows from what it says it needs: nothing missing, some rollouts without, none with', () => {
    const full = consequencesOf([ROWS[0], ROWS[1]])
    expect(full('per-segment-gae')).toMatchObject({ verdict: 'exact', notes: [] })
    expect(full('grpo').verdict).toBe('without')
    const part = consequencesOf(ROWS)
    expect(part('cross-segment-gae')).toMatchObject({
      verdict: 'partly',
      notes: [
        'outcomes of the rollouts: in 2 of 3 rollouts only. A missing outcome counts as 0; type one under Controls.',
        'critic values: in 1 of 3 rollouts only. Missing values count as 0; choose made-up ones under Controls.',
      ],
    })
    expect(part('discounted-return').notes).toHaveLength(1)
    const bare = consequencesOf([{ rollout_id: 'x', response_mask: [1], reward: 1 }])
    expect(bare('per-segment-gae')).toMatchObject({
      verdict: 'without',
      notes: expect.arrayContaining([expect.stringContaining('Missing values count as 0')]),
    })
    expect(bare('gigpo').notes).toContain(
      'states of turns (`turns[].state_key`): The step advantage is then 0.',
    )
  })

  it('says why some run without an outcome and others do not, each for itself', () => {
    const open = consequencesOf([
      { rollout_id: 'x', group_id: 'p', response_mask: [1] },
      { rollout_id: 'y', group_id: 'p', response_mask: [1] },
    ])
    for (const id of ['grpo', 'rloo', 'lite-ppo', 'reinforce-pp-baseline']) {
      expect(open(id)).toMatchObject({
        verdict: 'impossible',
        notes: ['No rollout of this trace has an outcome; enter one first.'],
      })
    }
    for (const id of ['gigpo', 'turn-grpo']) {
      expect(open(id).verdict).toBe('without')
      expect(open(id).notes.join(' ')).toContain('so it runs where GRPO')
    }
    expect(open('turn-grpo').notes.join(' ')).not.toContain('last turn')
    expect(open('gigpo').notes.join(' ')).toContain('its outcome stands on the last turn')
  })

  it('says what becomes of a group of one', () => {
    const alone = consequencesOf([{ rollout_id: 'x', response_mask: [1], reward: 1 }])
    expect(alone('grpo').notes).toEqual([
      expect.stringContaining('its advantage is 0, or the raw outcome (option “singleton”)'),
    ])
    const open = consequencesOf([{ rollout_id: 'x', response_mask: [1] }])
    expect(open('grpo').notes[1]).toContain('A group of one has nothing to be compared with')
  })

  it('says that values were made up, where the estimator reads them', () => {
    const madeUp = consequencesOf([ROWS[0], ROWS[1]], true)
    expect(madeUp('concat-gae')).toMatchObject({ verdict: 'assumed' })
    expect(madeUp('discounted-return')).toMatchObject({ verdict: 'exact' })
  })

  it('is the reason where the trace cannot serve it, for every estimator', () => {
    const batch = batchOf(ROWS)
    for (const estimator of ESTIMATORS) {
      const serving = {
        lacks: lackedBy(batch),
        valuesMadeUp: false,
        outcomesTyped: false,
        unavailable: { [estimator.id]: 'No row of this trace is flagged `drop`.' },
        some: {},
      }
      expect(consequenceOf(estimator, serving, 'en')).toMatchObject({
        verdict: 'impossible',
        notes: ['No row of this trace is flagged `drop`.'],
      })
    }
  })
})
