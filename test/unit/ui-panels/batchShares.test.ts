/** What the ratio panel shows of the batch, whose counts may come after those of the rollout. */
import { expect, it } from 'vitest'
import { bothSigns } from '../../../src/credit/ratio/rule.ts'
import { batchTable, columnsOf, talliesOf } from '../../../src/panels/ratio/rules.ts'
import type { RuleTallies, RuleView } from '../../../src/worker/loss-view.ts'

const tally = (tokens: number, dropped = 0, changed = 0) => ({ tokens, dropped, changed })
const view = (rule: string) =>
  ({ rule, region: bothSigns(0.5, 2, 'dropped'), rollout: tally(4, 1) }) as unknown as RuleView
const counted = (rule: string, more: Partial<RuleTallies> = {}): RuleTallies => ({
  rule,
  simulated: false,
  batch: tally(9, 2),
  bySign: { positive: tally(6, 2), zero: tally(0), negative: tally(3) },
  byLag: [],
  without: 0,
  ...more,
})

it('counts under another rule never stand under this one', () => {
  const first = counted('dis')
  expect(talliesOf([view('dis')], { first, second: undefined })).toEqual([first])
  expect(talliesOf([view('icepop')], { first, second: undefined })).toBeUndefined()
  // A second rule is compared: its counts are still on their way.
  expect(talliesOf([view('dis'), view('tis')], { first, second: undefined })).toBeUndefined()
  expect(talliesOf([view('dis')], undefined)).toBeUndefined()
})

it('a column is there for what a rule does to the rollout or, once that is known, to the batch', () => {
  const kinds = (tallies?: readonly RuleTallies[]) =>
    columnsOf([view('dis')], tallies).map(({ kind }) => kind)
  expect(kinds()).toEqual(['dropped'])
  expect(kinds([counted('dis', { batch: tally(9, 2, 1) })])).toEqual(['dropped', 'changed'])
})

it('rows of the batch: signs that occur, and every lag of either rule', () => {
  const lag = (of: number) => ({ lag: of, tally: tally(1) })
  const table = batchTable([counted('a', { byLag: [lag(2)] }), counted('b', { byLag: [lag(0)] })])
  expect(table.signs.map(({ key }) => key)).toEqual(['positive', 'negative'])
  expect(table.lags.map(({ key, tallies }) => [key, tallies.map(({ tokens }) => tokens)])).toEqual([
    ['0', [0, 1]],
    ['2', [1, 0]],
  ])
})
