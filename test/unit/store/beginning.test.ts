/** The first rollouts of a large file on the screen while it is read, and how they make way. */
import { describe, expect, it } from 'vitest'
import { startOf } from '../../../src/store/sample-starts.ts'
import { err, ok } from '../../../src/trace/result.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { settle, smallTrace } from '../worker/fakes.ts'
import { file, openedOf, setUpStore } from './fake-client.ts'

const row = (rollout_id: string, more: Partial<CanonicalRow> = {}): CanonicalRow => ({
  rollout_id,
  response_mask: [1, 1, 0, 1],
  ...more,
})
const openedRows = (...rows: CanonicalRow[]) =>
  openedOf(traceOfRows(rows, { name: 'big.jsonl', format: 'canonical-jsonl', bytes: 9 }))

const beginning = openedRows(row('r0'), row('r1'))
const whole = openedRows(row('r0'), row('r1'), row('r2', { values: [1, 1, 1, 1] }))

/** A sample is open, with one step of undo, and the beginning of a file in its place. */
async function begun(name = 'big.jsonl') {
  const parts = setUpStore()
  const { arrive, actions, answerFrame, get, opens } = parts
  await arrive(openedOf(smallTrace()))
  actions.edit({ gamma: 0.5 })
  await answerFrame()
  const before = get()
  actions.openFiles([file(name)])
  opens.at(-1)?.progress({ phase: 'reading', file: name, done: 1, total: 8 })
  opens.at(-1)?.begin?.(beginning)
  await answerFrame()
  const end = async (outcome: Parameters<(typeof opens)[0]['outcome']['resolve']>[0]) => {
    opens.at(-1)?.outcome.resolve(outcome)
    await settle()
  }
  return { ...parts, before, end }
}

describe('the beginning of a file', () => {
  it('is on the screen, and the page knows how much it is', async () => {
    const { get } = await begun()
    expect(get().data.table?.id).toEqual(['r0', 'r1'])
    expect(get().document.source).toEqual({ kind: 'file', name: 'big.jsonl' })
    expect(get().tasks.opening).toEqual({
      names: ['big.jsonl'],
      progress: { phase: 'reading', file: 'big.jsonl', done: 1, total: 8 },
      begun: 2,
    })
  })

  it('keeps its sign while progress is told', async () => {
    const { get, opens } = await begun()
    opens.at(-1)?.progress({ phase: 'building', done: 1, total: 8 })
    expect(get().tasks.opening).toMatchObject({ begun: 2, progress: { phase: 'building' } })
  })

  it('gives way to the whole without a jump: rollout, zoom, sliders and picture stay', async () => {
    const { get, actions, answerFrame, end, wait } = await begun()
    actions.edit({ rollout: 'r1' })
    actions.edit({ range: { from: 1, to: 3 }, lambda: 0.25 })
    await answerFrame()
    const { frame } = get().data
    await end(ok(whole))
    expect(get().tasks.opening).toBeUndefined()
    expect(get().data.table?.id).toEqual(['r0', 'r1', 'r2'])
    expect(get().document).toMatchObject({
      rollout: 'r1',
      range: { from: 1, to: 3 },
      gamma: 0.5,
      lambda: 0.25,
    })
    expect(get().data).toMatchObject({ frame, ofBeginning: true })
    wait(300)
    expect(get().tasks.picture).toBe('computing')
    await answerFrame()
    expect(get().data.frame).not.toBe(frame)
    expect(get().data.ofBeginning).toBe(false)
    expect(get().tasks.picture).toBe('current')
  })

  it('does not pass for the whole where its picture cannot be computed', async () => {
    const { get, tick, frames, end } = await begun()
    await end(ok(whole))
    await tick()
    frames.at(-1)?.answer.reject(new Error('no memory'))
    await settle()
    expect(get().tasks.picture).toBe('failed')
  })

  it('lets the whole decide what nobody has set', async () => {
    const { get, end } = await begun()
    expect(get().document.values).toEqual({ kind: 'zero', assumed: true })
    await end(ok(whole))
    expect(get().document.values).toEqual({ kind: 'file' })
  })

  it('shows the first rollout where the selected one is left out in the end', async () => {
    const { get, actions, end } = await begun()
    actions.edit({ rollout: 'r1', range: { from: 1, to: 3 } })
    await end(ok(openedRows(row('r0'), row('r2'))))
    expect(get().document).toMatchObject({ rollout: undefined, range: undefined })
  })

  it('is one step of undo with the whole, and edits meanwhile are steps of their own', async () => {
    const { get, actions, answerFrame, end, before, opens, wait } = await begun()
    expect(get().tasks.canUndo).toBe(false)
    actions.edit({ lambda: 0.25 })
    expect(get().tasks.canUndo).toBe(true)
    await end(ok(whole))
    await answerFrame()
    actions.undo()
    expect(get().document).toMatchObject({ lambda: before.document.lambda })
    expect(get().data.table?.id).toEqual(['r0', 'r1', 'r2'])
    actions.undo()
    wait(1000)
    expect(opens.at(-1)?.source).toEqual({ kind: 'sample', id: 'search' })
    await end(ok(openedOf(smallTrace())))
    expect(get().document).toMatchObject(before.document)
    actions.undo()
    expect(get().document.gamma).toBe(1)
  })

  const refusals = [{ file: 'big.jsonl', bytes: 3, guess: 'x', diagnostics: [] }]

  it.each([
    ['cancelled', 'cancelled' as const],
    ['refused', err({ refusals })],
  ])('leaves what was before as it was when the load is %s', async (_, outcome) => {
    const { get, actions, answerFrame, before, end } = await begun()
    actions.edit({ lambda: 0.25, language: 'zh' })
    await end(outcome)
    expect(get().data).toEqual(before.data)
    expect(get().document).toEqual({ ...before.document, language: 'zh' })
    expect(get().tasks).toMatchObject({
      opening: undefined,
      canUndo: true,
      refusals: outcome === 'cancelled' ? [] : refusals,
    })
    await answerFrame()
    actions.undo()
    expect(get().document.gamma).toBe(1)
  })

  it('leaves it so, too, when another trace is opened', async () => {
    const { get, actions, before, opens, end } = await begun()
    const first = opens.at(-1)
    actions.openSample('bug')
    first?.outcome.resolve('cancelled')
    await settle()
    expect(get().data).toEqual(before.data)
    expect(get().tasks.opening).toEqual({ names: ['bug'], progress: undefined })
    await end(ok(openedOf(smallTrace())))
    expect(get().document.gamma).toBe(0.5)
    actions.undo()
    expect(get().tasks.canUndo).toBe(true)
  })

  it('has no say in what a sample that is opened instead starts with', async () => {
    const { arrive, actions, opens, get, answerFrame } = setUpStore()
    await arrive()
    actions.openSample('shop')
    await arrive()
    expect(get().document.a).toEqual(startOf('shop').a)
    actions.openFiles([file('big.jsonl')])
    opens.at(-1)?.begin?.(beginning)
    await answerFrame()
    actions.openSample('bug')
    await arrive()
    const { a, b } = startOf('bug')
    expect(get().document).toMatchObject({ a, b })
  })

  it('is not what a link or an export carries: these wait for the whole', async () => {
    const { get, actions, end, payloads, answerFrame } = await begun()
    const count = payloads.length
    let exported = false
    const waiting = actions.exportAdvantages('csv').then(() => {
      exported = true
    })
    const link = actions.shareLink({ texts: false })
    await settle()
    expect(exported).toBe(false)
    expect(payloads).toHaveLength(count)
    expect(get().tasks.link).not.toContain('PAYLOAD')
    await end(ok(whole))
    await waiting
    expect((await link).url).toContain('PAYLOAD')
    await answerFrame()
    expect(get().tasks.link).toContain('PAYLOAD')
  })

  it('lets them fail where the whole does not come', async () => {
    const { actions, end } = await begun()
    const waiting = actions.exportRows()
    waiting.catch(() => {})
    await end('cancelled')
    await expect(waiting).rejects.toThrow('not read to its end')
  })

  it('is not asked for where a link waits for the file: its rollout may come later', async () => {
    const { arrive, actions, opens, get } = setUpStore({
      source: { kind: 'file', name: 'big.jsonl' },
      rollout: 'r2',
    })
    await arrive(openedOf(smallTrace()))
    actions.openFiles([file('big.jsonl')])
    expect(opens.at(-1)?.begin).toBeUndefined()
    await arrive(whole)
    expect(get().document.rollout).toBe('r2')
  })

  it('does not count as the trace that a link names', async () => {
    const { get, actions, end } = await begun()
    actions.openLink('#v=1&file=big.jsonl&rollout=r2&gamma=0.75')
    expect(get().tasks.notices.map(({ kind }) => kind)).toEqual(['link-needs-file'])
    expect(get().tasks.opening?.begun).toBe(2)
    await end(ok(whole))
    expect(get().document).toMatchObject({ rollout: 'r2', gamma: 0.75 })
  })
})
