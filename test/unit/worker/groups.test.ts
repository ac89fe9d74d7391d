/** The group panel's numbers: groups by hand, the estimators' own, and a batch of 100,000. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GROUP_CONVENTIONS } from '../../../src/credit/baselines/group-conventions.ts'
import { createReferenceEngine } from '../../../src/engine/reference/engine.ts'
import { words } from '../../../src/panels/groups/text.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import { groupsView } from '../../../src/worker/groups.ts'
import type { ConventionView, GroupsView } from '../../../src/worker/groups-view.ts'
import { bringAll, Slots } from '../../../src/worker/slots.ts'
import { batchOf, evaluate } from '../../support/batches.ts'
import { type AskGroups, FIRST_PAGE, groupsOf } from '../../support/groups.ts'

/** One rollout per outcome (undefined = none recorded), `segments` rows each with one action token. */
const group = (
  id: string,
  outcomes: readonly (number | undefined)[],
  segments: readonly number[] = [],
): readonly CanonicalRow[] =>
  outcomes.flatMap((reward, i) =>
    Array.from({ length: segments[i] ?? 1 }, (_, s) => ({
      rollout_id: `${id}${i}`,
      group_id: id,
      segment_index: s,
      response_mask: [1],
      ...(reward === undefined ? {} : { reward }),
    })),
  )

const of = ({ detail }: GroupsView, convention: string): ConventionView => {
  const found = detail.conventions.find((one) => one.convention === convention)
  if (!found) throw new Error(convention)
  return found
}

const close = (got: readonly number[] | undefined, want: readonly number[]) => {
  expect(got).toHaveLength(want.length)
  want.forEach((x, i) => {
    expect(got?.[i], `[${i}]`).toBeCloseTo(x, 12)
  })
}

describe('what dynamic sampling would drop', () => {
  it('is every group in which each R is above 0 or none is: a group of one too, and 0.2 beside 0.9', async () => {
    const three = [...group('right', [1, 1]), ...group('wrong', [0, 0]), ...group('one', [1])]
    const { list } = await groupsOf(three)(0)
    expect(list.signals).toMatchObject({ right: 1, wrong: 1, single: 1 })
    expect(list.dropped['dynamic-sampling']).toBe(3)
    const graded = (await groupsOf([...three, ...group('graded', [0.2, 0.9])])(0)).list
    expect([graded.signals.signal, graded.dropped['dynamic-sampling']]).toEqual([1, 4])
    // The bracket speaks of all of these, in both languages.
    const [en, zh] = (['en', 'zh'] as const).map((language) => words[language].filters)
    expect(en).toMatch(/R > 0 in every rollout or in none, so every group of one too/)
    expect(zh).toMatch(/R 都 > 0，或都不是；只有一条 rollout 的组总在其中/)
  })
})

describe('one group under every convention', () => {
  const ROOT3 = Math.sqrt(3)

  it('1, 0, 1, 1: the numbers of the seed', async () => {
    const view = await groupsOf(group('g', [1, 0, 1, 1]))(0)
    close(of(view, 'population').byRollout.advantages, [1 / ROOT3, -ROOT3, 1 / ROOT3, 1 / ROOT3])
    close(of(view, 'sample').byRollout.advantages, [0.5, -1.5, 0.5, 0.5])
    close(of(view, 'none').byRollout.advantages, [0.25, -0.75, 0.25, 0.25])
    close(of(view, 'rloo').byRollout.advantages, [1 / 3, -1, 1 / 3, 1 / 3])
    // Others 0, 1, 1 have mean 2/3 and sample std 1/√3; others 1, 1, 1 have std 0: not divided.
    close(of(view, 'leave-one-out').byRollout.advantages, [1 / ROOT3, -1, 1 / ROOT3, 1 / ROOT3])
    expect(view.detail.byRollout).toMatchObject({ samples: 4, mean: 0.75 })
    expect(view.detail.byRollout.std).toBeCloseTo(ROOT3 / 4, 12)
    expect(of(view, 'population').byRollout.baseline).toBe(0.75)
    expect(of(view, 'population').byRollout.divisor).toBeCloseTo(ROOT3 / 4, 12)
    expect(of(view, 'sample').byRollout.divisor).toBeCloseTo(0.5, 12)
    expect(of(view, 'none').byRollout).toMatchObject({ baseline: 0.75, divisor: 1 })
    expect(of(view, 'leave-one-out').byRollout.divisor).toBeUndefined()
  })

  it('Lite PPO divides by the spread of the whole batch', async () => {
    const view = await groupsOf([...group('g', [1, 0]), ...group('h', [1, 1])])(0)
    // 1, 0, 1, 1: population std √3/4.
    close(of(view, 'lite-ppo').byRollout.advantages, [2 / ROOT3, -2 / ROOT3])
    expect(of(view, 'lite-ppo').bySegment).toBeUndefined()
  })

  it('a rollout without an outcome stays out of the statistics, with advantage 0', async () => {
    const view = await groupsOf(group('g', [1, undefined, 0]))(1)
    expect(view.detail).toMatchObject({ rollouts: 3, counted: 2, selected: 1, signal: 'signal' })
    expect(view.detail.members.map(({ counted }) => counted)).toEqual([true, false, true])
    close(of(view, 'population').byRollout.advantages, [1, 0, -1])
    expect(view.list.rows[0]).toMatchObject({ rollouts: 3, counted: 2, mean: 0.5, std: 0.5 })
    expect(view.list.rows[0].dots).toEqual([1, 0, Number.NaN])
  })

  it('a group of one: 0, or the raw outcome where the option says so', async () => {
    const view = await groupsOf(group('g', [0.7]))(0)
    expect(view.detail.signal).toBe('single')
    for (const convention of GROUP_CONVENTIONS) {
      const one = of(view, convention)
      expect([one.byRollout.advantages, one.raw], convention).toEqual([
        [0],
        convention === 'lite-ppo' ? undefined : 0.7,
      ])
    }
  })

  it('equal outcomes give 0 everywhere', async () => {
    const view = await groupsOf([...group('g', [0.3, 0.3, 0.3]), ...group('h', [1])])(0)
    expect(view.detail).toMatchObject({ signal: 'right', byRollout: { std: 0 } })
    for (const convention of GROUP_CONVENTIONS) {
      const { advantages } = of(view, convention).byRollout
      expect(advantages.every((a) => Math.abs(a) < 1e-15)).toBe(true)
    }
  })

  it('outcomes of which none is known have nothing to compare', async () => {
    const view = await groupsOf(group('g', [undefined, undefined]))(0)
    expect(view.detail).toMatchObject({ signal: 'unknown', counted: 0 })
    close(of(view, 'population').byRollout.advantages, [0, 0])
  })

  it('names the convention that a slot follows, and what its options make of it', async () => {
    const ask = groupsOf(group('g', [1, 0, 1, 1]))
    const options = { std: 'sample', eps: 0.5 }
    const view = await ask(0, {}, { b: { estimator: 'grpo', options } })
    expect(of(view, 'sample').slots).toEqual(['b'])
    expect(view.detail.now.map(({ slot }) => slot)).toEqual(['b'])
    close(view.detail.now[0].advantages, [0.25, -0.75, 0.25, 0.25])
  })

  it('overlong rollouts leave the statistics where the slot says so', async () => {
    const rows = group('g', [1, 0, 1]).map((row, i) =>
      i === 2 ? { ...row, flags: ['overlong'] } : row,
    )
    const options = { overlong: 'mask-and-drop-from-statistics' }
    const view = await groupsOf(rows)(0, {}, { a: { estimator: 'rloo', options } })
    expect(view.detail).toMatchObject({ counted: 2, countedAs: 'a' })
    close(view.detail.now[0].advantages, [1, -1, 0])
    close(of(view, 'rloo').byRollout.advantages, [1, -1, 0])
  })
})

describe('what a slot does to outcomes', () => {
  it('a penalty on long responses is in R; masked endings leave GiGPO’s statistics too', async () => {
    // lMax 4, lCache 2: four action tokens are at the limit, penalty −1.
    const rows = [
      { rollout_id: 'long', group_id: 'g', response_mask: [1, 1, 1, 1], reward: 1 },
      { rollout_id: 'short', group_id: 'g', response_mask: [1], reward: 1 },
    ]
    const options = { overlong: 'soft-penalty', lMax: 4, lCache: 2 }
    const view = await groupsOf(rows)(0, {}, { b: { estimator: 'grpo', options } })
    expect(view.detail.members.map(({ outcome }) => outcome)).toEqual([0, 1])
    close(view.detail.now[0].advantages, [-1, 1])

    const ended = group('g', [1, 0, 1]).map((row, i) =>
      i === 2 ? { ...row, ended: 'truncated' as const } : row,
    )
    const masked = { maskEnded: 'truncated', endedStatistics: 'drop' }
    const gigpo = await groupsOf(ended)(0, {}, { b: { estimator: 'gigpo', options: masked } })
    expect(gigpo.detail.counted).toBe(2)
    close(gigpo.detail.now[0].advantages, [1, -1, 0])
  })
})

describe('segments as samples', () => {
  it('a rollout cut in three counts three times', async () => {
    const view = await groupsOf(group('g', [1, 0], [3, 1]))(0)
    expect(view.detail.byRollout).toEqual({ samples: 2, mean: 0.5, std: 0.5 })
    expect(view.detail.bySegment).toMatchObject({ samples: 4, mean: 0.75 })
    // methods.md §1.5: +1 / −1 by rollout, +0.577 / −1.732 by sample.
    close(of(view, 'population').byRollout.advantages, [1, -1])
    close(of(view, 'population').bySegment?.advantages, [1 / Math.sqrt(3), -Math.sqrt(3)])
    expect(view.detail.members.map(({ segments }) => segments)).toEqual([3, 1])
  })

  it('both levels are the estimators’ own, for every convention, whatever the groups', async () => {
    const outcome = fc.constantFrom(0, 1, 0.25, -0.5, undefined)
    const rollout = fc.record({
      group: fc.integer({ min: 0, max: 2 }),
      outcome,
      segments: fc.integer({ min: 1, max: 3 }),
    })
    const estimators = {
      population: 'grpo',
      sample: 'grpo',
      none: 'grpo',
      'leave-one-out': 'grpo',
      rloo: 'rloo',
      'lite-ppo': 'lite-ppo',
    } as const
    await fc.assert(
      fc.asyncProperty(fc.array(rollout, { minLength: 1, maxLength: 8 }), async (rollouts) => {
        const rows = rollouts.flatMap(({ group: g, outcome: reward, segments }, i) =>
          group(`r${i}-`, [reward], [segments]).map((row) => ({ ...row, group_id: `${g}` })),
        )
        const batch = batchOf(rows)
        const ask = groupsOf(rows)
        for (const convention of GROUP_CONVENTIONS) {
          for (const unit of ['rollout', 'segment'] as const) {
            const estimator = estimators[convention]
            const { advantages } = await evaluate(batch, estimator, { std: convention, unit })
            for (let r = 0; r < batch.rolloutCount; r++) {
              const view = await ask(r)
              const level = of(view, convention)[unit === 'rollout' ? 'byRollout' : 'bySegment']
              if (!level) continue
              const want = advantages[batch.rollout.firstSegment[r]][0]
              expect(level.advantages[view.detail.selected]).toBeCloseTo(want, 12)
            }
          }
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe('all groups', () => {
  const ROWS = [
    ...group('mixed', [1, 0, 1, 0]),
    ...group('right', [1, 1]),
    ...group('wrong', [0, 0, 0]),
    ...group('one', [1]),
    ...group('graded', [0.9, 0.2]),
  ]
  const named = async (view: Promise<GroupsView>): Promise<readonly number[]> =>
    (await view).list.rows.map((row) => row.group)

  it('counts those without signal, and those that a filter would drop', async () => {
    const { list } = await groupsOf(ROWS)(0)
    expect(list.signals).toEqual({ signal: 2, right: 1, wrong: 1, single: 1, unknown: 0 })
    // Dynamic sampling looks at right and wrong only: all of `graded` are above 0.
    expect(list.dropped).toEqual({ 'dynamic-sampling': 4, tb: 0 })
    expect(list.rows[4]).toMatchObject({
      signal: 'signal',
      dropped: ['dynamic-sampling'],
      right: 2,
    })
    expect(list.rows[0]).toMatchObject({ mean: 0.5, std: 0.5, right: 2, dots: [1, 1, 0, 0] })
    expect(list.range).toEqual([0, 1])
  })

  it('GroupFilterTB would drop every other flagged group', async () => {
    const rows = [...group('a', [1, 0]), ...group('b', [1, 0])].map((row) => ({
      ...row,
      flags: ['drop'],
    }))
    const { list } = await groupsOf(rows)(0)
    expect(list.rows.map(({ dropped }) => dropped)).toEqual([[], ['tb']])
  })

  it('are sorted as asked, equal ones in file order', async () => {
    const ask = groupsOf(ROWS)
    expect(await named(ask(0))).toEqual([0, 1, 2, 3, 4])
    expect(await named(ask(0, { order: 'spread' }))).toEqual([0, 4, 1, 2, 3])
    expect(await named(ask(0, { order: 'quiet' }))).toEqual([1, 2, 3, 0, 4])
    expect(await named(ask(0, { order: 'hardest' }))).toEqual([2, 0, 1, 3, 4])
  })

  it('come in pages, the first with the selected rollout', async () => {
    const rows = Array.from({ length: 45 }, (_, g) => group(`g${g}-`, [1])).flat()
    const ask = groupsOf(rows)
    const { list } = await ask(44)
    expect([list.page, list.pages, list.rows.length]).toEqual([2, 3, 5])
    expect((await ask(44, { page: 0 })).list.rows[0].group).toBe(0)
    expect((await ask(0, { page: 99 })).list.page).toBe(2)
  })

  it('the order of the file changes no number', async () => {
    const summary = async (ask: AskGroups) => {
      const { list } = await ask(0, { order: 'hardest' })
      const rows = list.rows.map(({ mean, std, dots, signal }) => ({ mean, std, dots, signal }))
      return { ...list, rows: rows.map((row) => JSON.stringify(row)).sort() }
    }
    const want = await summary(groupsOf(ROWS))
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...ROWS], { minLength: ROWS.length }), async (rows) => {
        expect(await summary(groupsOf(rows))).toEqual(want)
      }),
      { numRuns: 20 },
    )
  })

  it('a large group shows quantiles, and lists the selected rollout', async () => {
    const outcomes = Array.from({ length: 320 }, (_, i) => (i < 80 ? 1 : 0))
    const { list, detail } = await groupsOf(group('g', outcomes))(300)
    expect(list.rows[0].dots).toEqual([1, 1, 1, 1, ...Array(12).fill(0)])
    expect(detail.members).toHaveLength(64)
    expect(detail.members[detail.selected].rollout).toBe(300)
    expect(detail.rollouts).toBe(320)
  })
})

describe('a batch of 100,000 rollouts', () => {
  const ROLLOUTS = 100_000
  const settings = { ...settingsOf(DEFAULT_DOCUMENT), b: { estimator: 'grpo', options: {} } }

  it('in 12,500 groups is a moment, not a wait', async () => {
    const rows = Array.from({ length: ROLLOUTS }, (_, i) => ({
      rollout_id: `${i}`,
      group_id: `${Math.floor(i / 8)}`,
      response_mask: [1],
      reward: (i * 7919) % 3 === 0 ? 1 : 0,
      turns: [{ start: 0, end: 1, kind: 'action' as const, state_key: `${i % 50}` }],
    }))
    const computed = await new Slots(batchOf(rows), createReferenceEngine()).compute(settings)
    await bringAll(computed)
    const request = { kind: 'groups', settings, rollout: 77_777, question: FIRST_PAGE } as const
    const milliseconds = (): number => {
      const started = process.cpuUsage()
      groupsView({ computed, request, aside: () => Promise.reject(new Error('not used')) })
      return process.cpuUsage(started).user / 1000
    }
    // 60 ms on an idle machine; what is quadratic in the rollouts takes minutes.
    expect(milliseconds()).toBeLessThan(3000)
  })
})
