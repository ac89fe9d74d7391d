import { describe, expect, it } from 'vitest'
import { meanPoints, stepRows, withoutStep } from '../../../src/panels/rollouts/steps.ts'
import { words } from '../../../src/panels/trace/noteText.ts'
import { stepNote } from '../../../src/panels/trace/stepNote.ts'
import { chooseStep, tableOfStep } from '../../../src/store/training-steps.ts'
import { fill } from '../../../src/ui/text.tsx'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { openedOf, setUpStore } from './fake-client.ts'

/** Steps 12: a, c; 13: b; d of none. */
const trace = () =>
  traceOfRows(
    [
      { rollout_id: 'a', group_id: 'p', response_mask: [1], reward: 1 },
      { rollout_id: 'b', group_id: 'q', response_mask: [1, 1], reward: 0.5 },
      { rollout_id: 'c', group_id: 'r', response_mask: [1, 1, 1] },
      { rollout_id: 'd', group_id: 'r', response_mask: [1], reward: 0 },
    ],
    { name: 'x.jsonl', format: 'verl-jsonl', bytes: 1 },
    {
      steps: new Map([
        ['a', 12],
        ['b', 13],
        ['c', 12],
      ]),
    },
  )

async function opened(initial: Parameters<typeof setUpStore>[0] = {}) {
  const store = setUpStore({ values: { kind: 'zero' }, ...initial })
  await store.arrive(openedOf(trace()))
  const choose = (step: number | undefined) => {
    const { document, data } = store.get()
    if (data.whole) store.actions.edit(chooseStep(document, data.whole, step))
  }
  return { ...store, choose }
}

describe('choosing a training step', () => {
  it('shows its rollouts and groups alone, in link and undo', async () => {
    const { get, actions, choose } = await opened()
    choose(12)
    expect(get().data.table).toMatchObject({ id: ['a', 'c'], groupIds: ['p', 'r (step 12)'] })
    expect([...(get().data.table?.groupOf ?? [])]).toEqual([0, 1])
    expect(get().tasks.link).toContain('&step=12')
    actions.edit({ outcomes: { all: -1, byRollout: {} } })
    expect([...(get().data.table?.outcome ?? [])]).toEqual([1, -1])
    actions.undo()
    actions.undo()
    expect(get().document.step).toBeUndefined()
    expect(get().data.table?.id).toEqual(['a', 'b', 'c', 'd'])
  })

  it('stays at the rollout on the screen where the step has it, else goes to the first', async () => {
    const { get, actions, choose } = await opened()
    actions.edit({ rollout: 'c', range: { from: 1, to: 3 } })
    choose(12)
    expect(get().document).toMatchObject({ rollout: 'c', range: { from: 1, to: 3 } })
    choose(13)
    expect(get().document).toMatchObject({ step: 13, rollout: undefined, range: undefined })
    // Its first rollout was on the screen without being named.
    choose(undefined)
    expect(get().document.rollout).toBe('b')
  })

  it('counts rollouts within the step when it asks for a picture', async () => {
    const { frames, answerFrame, choose } = await opened({ rollout: 'c' })
    expect(frames.at(-1)?.request).toMatchObject({ rollout: 2 })
    await answerFrame()
    choose(12)
    await answerFrame()
    expect(frames.at(-1)?.request).toMatchObject({ rollout: 1, settings: { step: 12 } })
  })

  it('says what of a link the trace has not', async () => {
    const { get } = await opened({ step: 99 })
    expect(get().document.step).toBeUndefined()
    expect(get().tasks.notices).toMatchObject([
      { kind: 'link-partly-read', details: { first: [expect.stringContaining('step 99')] } },
    ])
    const other = await opened({ step: 13, rollout: 'a' })
    expect(other.get().document).toMatchObject({ step: 13, rollout: undefined })
    expect(other.get().tasks.notices).toMatchObject([
      { kind: 'link-partly-read', details: { first: [expect.stringContaining('step 13 has no')] } },
    ])
  })
})

describe('the list of training steps', () => {
  it('has number and mean of known outcomes, and a curve of the means', () => {
    const { table } = openedOf(trace())
    const rows = stepRows(table)
    expect(rows).toEqual([
      { step: 12, rollouts: 2, mean: 1 },
      { step: 13, rollouts: 1, mean: 0.5 },
    ])
    expect(meanPoints([...rows, { step: 16, rollouts: 1, mean: Number.NaN }], 40, 10)).toEqual([
      { step: 12, x: 0, y: 0 },
      { step: 13, x: 10, y: 10 },
    ])
    expect(meanPoints([rows[0]], 40, 10)).toEqual([{ step: 12, x: 20, y: 5 }])
  })
  it('is told with what has no step, one step and several', () => {
    const { table } = openedOf(trace())
    const said = (steps: readonly number[], chosen?: number) => {
      const whole = { ...table, steps: Float64Array.from(steps) }
      const rows = stepRows(whole)
      const { key, values } = stepNote(rows, whole, tableOfStep(whole, chosen), chosen)
      return fill(words.en[key], values)
    }
    const none = Number.NaN
    expect(withoutStep(stepRows(table), table)).toBe(table.id.length - 3)
    const all = table.id.map((_, r) => (r === 0 ? 12 : 13))
    expect(said(all)).toMatch(/^All 2 training steps are one batch/)
    const alone = table.id.map((_, r) => (r === 0 ? 12 : none))
    const rest = table.id.length - 1
    expect(said(alone)).toMatch(
      new RegExp(`^Training step 12 and the rollouts without a step number \\(${rest}\\) are`),
    )
    expect(said(alone, 12)).toBe(
      `The batch is training step 12: 1 of ${table.id.length} rollouts. ` +
        `Rollouts without a step number, in no step: ${rest}.`,
    )
    const mixed = table.id.map((_, r) => [12, 13, none][r % 3])
    expect(said(mixed)).toMatch(/^All 2 training steps, and the rollouts without a step number/)
  })
})
