import { describe, expect, it } from 'vitest'
import { err, ok } from '../../../src/trace/result.ts'
import { settle, smallTrace } from '../worker/fakes.ts'
import { file, openedOf, plainTrace, setUpStore } from './fake-client.ts'

/** Longer than a key repeats. */
const REST = 200

/** The sample, then a file with one edit, then the sample `bug` with one edit. */
async function threeTraces() {
  const store = setUpStore()
  const { actions, arrive } = store
  await arrive()
  actions.openFiles([file('plain.jsonl')])
  await arrive(openedOf(plainTrace()))
  actions.edit({ gamma: 0.5 })
  actions.openSample('bug')
  await arrive()
  actions.edit({ lambda: 0.25 })
  const idOf = () => {
    const { source } = store.get().document
    return source.kind === 'file' ? source.name : source.kind === 'sample' ? source.id : 'payload'
  }
  return { ...store, idOf }
}

describe('undo over traces', () => {
  it('held down travels to the last step and reads one trace', async () => {
    const { actions, arrive, get, opens, wait, idOf } = await threeTraces()
    const before = opens.length
    for (let k = 0; k < 4; k++) {
      actions.undo()
      wait(30)
    }
    expect(get().tasks).toMatchObject({ canUndo: false, canRedo: true })
    expect(idOf()).toBe('bug')
    wait(REST)
    expect(opens.slice(before).map(({ source }) => source)).toEqual([
      { kind: 'sample', id: 'search' },
    ])
    await arrive()
    expect(get().document).toMatchObject({ gamma: 1, lambda: 0.99, source: { id: 'search' } })
    expect(get().tasks).toMatchObject({ canUndo: false, canRedo: true })
    for (let k = 0; k < 4; k++) actions.redo()
    wait(REST)
    await arrive()
    expect(get().document).toMatchObject({ lambda: 0.25, source: { id: 'bug' } })
    expect(get().tasks).toMatchObject({ canUndo: true, canRedo: false })
  })

  it('ends where it began after ten fast pairs of undo and redo', async () => {
    const { actions, get, opens, wait, tick } = await threeTraces()
    actions.undo()
    const [{ document }, before] = [get(), opens.length]
    for (let k = 0; k < 10; k++) {
      actions.undo()
      wait(20)
      actions.redo()
      wait(20)
    }
    wait(REST)
    await tick()
    expect(opens).toHaveLength(before)
    expect(get().document).toEqual(document)
    expect(get().tasks).toMatchObject({ opening: undefined, canUndo: true, canRedo: true })
  })

  it('ends where it began although the reading had begun each time', async () => {
    const { actions, get, wait } = await threeTraces()
    actions.undo()
    const { document } = get()
    for (let k = 0; k < 10; k++) {
      actions.undo()
      wait(REST)
      actions.redo()
    }
    await settle()
    expect(get().document).toEqual(document)
    expect(get().tasks.opening).toBeUndefined()
    actions.redo()
    expect(get().document.lambda).toBe(0.25)
  })

  it('comes back when the other trace took over before it could be called off', async () => {
    const { actions, arrive, get, opens, wait, idOf } = await threeTraces()
    actions.undo()
    actions.undo()
    wait(REST)
    // Too late to cancel: the worker has committed.
    opens.at(-1)?.outcome.resolve(ok(openedOf(plainTrace())))
    actions.redo()
    await settle()
    expect(idOf()).toBe('plain.jsonl')
    wait(REST)
    await arrive()
    expect(idOf()).toBe('bug')
    expect(get().tasks).toMatchObject({ canUndo: true, canRedo: true })
  })

  it('passes a file that is gone: says so once, and the next step goes further back', async () => {
    const { actions, arrive, get, opens, wait } = await threeTraces()
    actions.undo()
    actions.undo()
    wait(REST)
    opens.at(-1)?.outcome.resolve(err({ refusals: [] }))
    await settle()
    expect(get().tasks.notices).toEqual([{ kind: 'step-skipped', name: 'plain.jsonl' }])
    expect(get().document.source).toEqual({ kind: 'sample', id: 'bug' })
    actions.undo()
    wait(REST)
    await arrive()
    expect(get().document.source).toEqual({ kind: 'sample', id: 'search' })
    expect(get().tasks).toMatchObject({ canUndo: false, canRedo: true })
    expect(get().tasks.refusals).toEqual([])
  })

  it('stays when its reading is cancelled, and goes on as before', async () => {
    const { actions, get, wait, idOf } = await threeTraces()
    actions.undo()
    actions.undo()
    wait(REST)
    actions.cancelOpen()
    await settle()
    expect(idOf()).toBe('bug')
    expect(get().tasks).toMatchObject({ canUndo: true, canRedo: true, opening: undefined })
  })

  it('gives way to a file that is opened meanwhile', async () => {
    const { actions, arrive, opens, wait, idOf } = await threeTraces()
    actions.undo()
    actions.undo()
    actions.openFiles([file('new.jsonl')])
    wait(REST)
    expect(opens.at(-1)?.source.kind).toBe('files')
    await arrive(openedOf(smallTrace()))
    expect(idOf()).toBe('new.jsonl')
  })
})
