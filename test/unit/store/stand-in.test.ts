/** A link that waits for its file behind a sample: nothing that a person sets meanwhile is lost. */
import { describe, expect, it } from 'vitest'
import { decodeLink } from '../../../src/store/link.ts'
import { awaitedSource } from '../../../src/store/links.ts'
import { file, openedOf, plainTrace, setUpStore } from './fake-client.ts'

/** Travel waits so long before it reads (ms). */
const REST = 200

const LINK = { source: { kind: 'file', name: 'run.jsonl' }, gamma: 0.5, rollout: 'y' } as const

async function waiting() {
  const store = setUpStore(LINK)
  await store.arrive()
  const { get } = store
  return {
    ...store,
    file: () => awaitedSource(get()),
    arriveFile: () => store.arrive(openedOf(plainTrace())),
    /** What the address bar and Share offer. */
    link: () => {
      const link = decodeLink(get().tasks.link)
      if (link.kind !== 'ok') throw new Error(link.kind)
      return link.document
    },
  }
}

describe('a stand-in', () => {
  it('hands the settings that were changed over to the file, and nothing that points into the sample', async () => {
    const { actions, get, arriveFile } = await waiting()
    actions.edit({ lambda: 0.25, a: { estimator: 'rloo', options: {} }, order: 'processing' })
    actions.edit({ outcomes: { byRollout: { r0: 3 } }, range: { from: 0, to: 1 } })
    actions.edit({ token: { segment: 0, position: 1 }, values: { kind: 'constant', value: 2 } })
    actions.openFiles([file('run.jsonl')])
    actions.edit({ epsLow: 0.1 })
    await arriveFile()
    expect(get().document).toMatchObject({
      source: { kind: 'file', name: 'run.jsonl' },
      gamma: 0.5,
      lambda: 0.25,
      epsLow: 0.1,
      a: { estimator: 'rloo' },
      order: 'processing',
      rollout: 'y',
      outcomes: { byRollout: {} },
      values: { kind: 'zero' },
      range: undefined,
      token: undefined,
    })
    expect(get().tasks.notices).toEqual([])
  })

  it('is shared as the link that waits, with what was changed', async () => {
    const { actions, link } = await waiting()
    actions.edit({ lambda: 0.25, range: { from: 0, to: 1 } })
    expect(link()).toMatchObject({ ...LINK, lambda: 0.25, range: undefined })
    const shared = await actions.shareLink({ texts: false })
    expect(decodeLink(shared.url)).toMatchObject({ document: link() })
    expect(shared).toMatchObject({ carriesTrace: false, numbers: false })
  })

  it('comes back with undo, waiting as before', async () => {
    const { actions, get, arrive, arriveFile, file: awaited, wait, link } = await waiting()
    actions.edit({ lambda: 0.25 })
    actions.undo()
    expect(get().document.lambda).toBe(0.99)
    actions.redo()
    actions.openFiles([file('run.jsonl')])
    await arriveFile()
    expect(awaited()).toBeUndefined()
    actions.undo()
    wait(REST)
    await arrive()
    expect(awaited()).toEqual(LINK.source)
    expect(link()).toMatchObject({ ...LINK, lambda: 0.25 })
    actions.redo()
    wait(REST)
    await arriveFile()
    expect(get().document).toMatchObject({ rollout: 'y', gamma: 0.5, lambda: 0.25 })
  })

  it('comes back without what was said of another file', async () => {
    const { actions, get, arrive, arriveFile, wait } = await waiting()
    actions.openFiles([file('other.jsonl')])
    await arriveFile()
    expect(get().tasks.notices).toMatchObject([{ kind: 'link-partly-read' }])
    actions.undo()
    wait(REST)
    await arrive()
    expect(get().tasks.notices).toEqual([])
  })

  it('waits for the second of two links, and for the first again after undo', async () => {
    const { actions, get, arriveFile, file: awaited, opens } = await waiting()
    actions.edit({ lambda: 0.25 })
    actions.openLink('#v=1&file=other.jsonl&gamma=0.75')
    expect(awaited()).toEqual({ kind: 'file', name: 'other.jsonl' })
    expect(get().document).toMatchObject({ gamma: 0.75, lambda: 0.99 })
    actions.undo()
    expect(awaited()).toEqual(LINK.source)
    expect(get().document).toMatchObject({ gamma: 0.5, lambda: 0.25 })
    // The sample was there all the time.
    expect(opens).toHaveLength(1)
    actions.openFiles([file('run.jsonl')])
    await arriveFile()
    expect(get().document).toMatchObject({ gamma: 0.5, lambda: 0.25, rollout: 'y' })
  })

  it('is over with a link to the sample itself, or another sample', async () => {
    const { actions, get, arrive, file: awaited, link } = await waiting()
    actions.openLink('#v=1&sample=search&gamma=0.75')
    expect(awaited()).toBeUndefined()
    expect(link()).toMatchObject({ source: { kind: 'sample', id: 'search' }, gamma: 0.75 })
    actions.undo()
    expect(awaited()).toEqual(LINK.source)
    actions.openSample('bug')
    await arrive()
    expect(awaited()).toBeUndefined()
    actions.openFiles([file('run.jsonl')])
    await arrive(openedOf(plainTrace()))
    expect(get().document.rollout).toBeUndefined()
  })

  it('is the sample that is open when the link comes, which undo brings back', async () => {
    const store = setUpStore({ lambda: 0.25 })
    await store.arrive()
    store.actions.openLink('#v=1&file=run.jsonl&gamma=0.5&rollout=y&token=9.9')
    expect(awaitedSource(store.get())).toEqual(LINK.source)
    expect(store.get().document).toMatchObject({ gamma: 0.5, lambda: 0.99, token: undefined })
    expect(store.get().tasks.notices).toEqual([])
    store.actions.undo()
    expect(awaitedSource(store.get())).toBeUndefined()
    expect(store.get().document).toMatchObject({ gamma: 1, lambda: 0.25 })
  })
})

describe('a link that waits beside an open file', () => {
  it('leaves what is set there to that file', async () => {
    const store = setUpStore()
    await store.arrive()
    store.actions.openFiles([file('mine.jsonl')])
    await store.arrive(openedOf(plainTrace()))
    store.actions.openLink('#v=1&file=run.jsonl&gamma=0.5')
    store.actions.edit({ lambda: 0.25 })
    store.actions.openFiles([file('run.jsonl')])
    await store.arrive(openedOf(plainTrace()))
    expect(store.get().document).toMatchObject({ gamma: 0.5, lambda: 0.99 })
  })

  it('waits no longer once another link or a sample was opened', async () => {
    const store = setUpStore()
    await store.arrive()
    store.actions.openFiles([file('mine.jsonl')])
    await store.arrive(openedOf(plainTrace()))
    store.actions.openLink('#v=1&file=run.jsonl&gamma=0.5')
    store.actions.openSample('bug')
    await store.arrive()
    store.actions.openFiles([file('run.jsonl')])
    await store.arrive(openedOf(plainTrace()))
    expect(store.get().document.gamma).toBe(1)
  })

  it('is not made by a link that comes while a file is read; the link waits beside that file', async () => {
    const store = setUpStore({})
    await store.arrive()
    store.actions.openFiles([file('other.jsonl')])
    store.actions.openLink('#v=1&file=run.jsonl&gamma=0.5&rollout=y')
    await store.arrive(openedOf(plainTrace()))
    expect(store.get().document.source).toEqual({ kind: 'file', name: 'other.jsonl' })
    expect(awaitedSource(store.get())).toEqual(LINK.source)
    expect(store.get().tasks.notices.map(({ kind }) => kind)).toEqual(['link-needs-file'])
    store.actions.openFiles([file('run.jsonl')])
    await store.arrive(openedOf(plainTrace()))
    expect(store.get().document).toMatchObject({ gamma: 0.5, rollout: 'y' })
    expect(awaitedSource(store.get())).toBeUndefined()
  })
})
