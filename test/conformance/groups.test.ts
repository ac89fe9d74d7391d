/** What the group panel shows, against the numbers of the baselines' cases. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { conventionOf } from '../../src/credit/baselines/group-conventions.ts'
import { turnsOf } from '../../src/credit/turns.ts'
import { readTrace } from '../../src/formats/read.ts'
import type { Batch } from '../../src/trace/batch.ts'
import { type ConformanceCase, parseCases } from '../support/conformance.ts'
import { groupsOfTrace } from '../support/groups.ts'

const file = new URL('./cases/baselines.json', import.meta.url)
const CASES = parseCases(readFileSync(file, 'utf8'), 'baselines.json').filter(
  (one): one is ConformanceCase => 'estimator' in one,
)
const casesOf = (...ids: readonly string[]) =>
  CASES.filter(({ estimator }) => estimator !== undefined && ids.includes(estimator))

async function opened({ id, rows, estimator, options = {}, expected }: ConformanceCase) {
  const data = new Blob([JSON.stringify(rows)])
  const read = await readTrace([{ name: `${id}.json`, data }], () => {})
  if (!read.ok || estimator === undefined) throw new Error(id)
  const { batch } = read.value
  const ask = groupsOfTrace(read.value)
  const segmentOfRow = new Map(Array.from(batch.segment.row, (row, segment) => [row, segment]))
  const want = new Float64Array(batch.positionCount)
  expected?.advantages?.forEach((list, row) => {
    want.set(list, batch.segment.start[segmentOfRow.get(row) ?? 0])
  })
  return { batch, want, options, slot: { estimator, options }, ask }
}

/** The rollout's first action token, undefined if it has none. */
function firstAction({ rollout, segment, mask }: Batch, r: number): number | undefined {
  const end = segment.start[rollout.firstSegment[r + 1]]
  const at = mask.indexOf(1, segment.start[rollout.firstSegment[r]])
  return at >= 0 && at < end ? at : undefined
}

describe('conformance cases in the group panel', () => {
  it.each(casesOf('grpo', 'rloo', 'lite-ppo'))('$id', async (one) => {
    const { batch, want, options, slot, ask } = await opened(one)
    const convention = conventionOf(slot.estimator, { std: 'population', ...options })
    // The conventions stand there with ε 0 and ddof 0; a slot’s own options are in its column.
    const isPlain = !options.eps && !options.ddof
    for (let r = 0; r < batch.rolloutCount; r++) {
      const at = firstAction(batch, r)
      if (at === undefined) continue
      const { detail } = await ask(r, {}, { b: slot })
      const [now] = detail.now
      expect(now.advantages[detail.selected]).toBeCloseTo(want[at], 9)
      const shown = detail.conventions.find((each) => each.convention === convention)
      const level = options.unit === 'segment' ? shown?.bySegment : shown?.byRollout
      const { samples } = options.unit === 'segment' ? detail.bySegment : detail.byRollout
      const isRaw = options.singleton === 'raw' && samples === 1
      expect(shown?.slots).toEqual(['b'])
      if (isPlain) {
        const got = isRaw ? shown?.raw : level?.advantages[detail.selected]
        expect(got).toBeCloseTo(want[at], 9)
      }
    }
  })

  it.each(casesOf('gigpo'))('$id', async (one) => {
    const { batch, want, slot, ask } = await opened(one)
    let visits = 0
    for (let r = 0; r < batch.rolloutCount; r++) {
      const { states } = await ask(r, {}, { b: slot })
      for (const { key } of states?.states ?? []) {
        const chosen = await ask(r, { state: key }, { b: slot })
        for (const visit of chosen.states?.anchor.visits ?? []) {
          const turn = turnsOf(batch, visit.rollout)[visit.step]
          expect(visit.advantage).toBeCloseTo(want[turn.firstAction], 9)
          visits++
        }
      }
    }
    expect(visits).toBeGreaterThan(0)
  })
})
