import { describe, expect, it } from 'vitest'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { encodeLink } from '../../../src/store/link.ts'
import { awaitedSource } from '../../../src/store/links.ts'
import { late } from '../../../src/trace/late.ts'
import { err, ok } from '../../../src/trace/result.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { deferred, settle, smallTrace } from '../worker/fakes.ts'
import { file, LINKS, openedOf, plainTrace, setUpStore } from './fake-client.ts'

/** The first rollout of the small trace, as a link carries it. */
const STRUCTURE = traceOfRows([{ rollout_id: 'r0', response_mask: [1, 1], reward: 1 }], {
  name: 'link',
  format: 'segue-link',
  bytes: 10,
})

describe('start', () => {
  it('opens what the link names and shows its document', async () => {
    const { get, opens, frames, arrive } = setUpStore({ gamma: 0.5, rollout: 'r0' })
    expect(opens[0].source).toEqual({ kind: 'sample', id: 'search' })
    await arrive()
    expect(get().data.summary?.rolloutCount).toBe(1)
    expect(get().document).toMatchObject({ gamma: 0.5, rollout: 'r0' })
    expect(frames[0].request).toMatchObject({
      settings: { gamma: 0.5 },
      rollout: 0,
      from: 0,
      to: 2,
    })
    expect(get().tasks).toMatchObject({ opening: undefined, canUndo: false })
  })

  it('says that a link needs its file, shows the sample, and applies the link when the file comes', async () => {
    const initial = {
      source: { kind: 'file', name: 'run.jsonl' },
      lambda: 0.5,
      rollout: 'r0',
      range: { from: 1, to: 2 },
    } as const
    const { get, opens, actions, arrive } = setUpStore(initial)
    expect(opens[0].source).toMatchObject({ kind: 'sample', id: 'search' })
    await arrive()
    expect(awaitedSource(get())).toEqual(initial.source)
    // That the sample has no such rollout is no fault of the link.
    expect(get().tasks.notices).toEqual([])
    actions.openFiles([file('folder/run.jsonl')])
    await arrive()
    expect(get().document).toMatchObject({ lambda: 0.5, rollout: 'r0', range: { from: 1, to: 2 } })
  })

  it('says that another file was opened than the link waits for', async () => {
    const source = { kind: 'file', name: 'run.jsonl + 2' } as const
    const { get, actions, arrive } = setUpStore({ source, lambda: 0.5, step: 2 })
    await arrive()
    actions.openFiles([file('run.jsonl')])
    await arrive()
    expect(get().document).toMatchObject({ lambda: 0.5, step: undefined })
    const [notice] = get().tasks.notices
    expect(JSON.stringify(notice)).toContain('made from “run.jsonl + 2”, and this is “run.jsonl”')
  })

  it('keeps the rollout of a link that carried its trace when its file is opened', async () => {
    const source = { kind: 'payload', payload: 'xyz' } as const
    const range = { from: 1, to: 2 }
    const { get, actions, arrive } = setUpStore({ source, rollout: 'r0', range })
    await arrive()
    actions.openFiles([file('run.jsonl')])
    await arrive()
    expect(get().document).toMatchObject({ rollout: 'r0', range })
    actions.openFiles([file('plain.jsonl')])
    await arrive(openedOf(plainTrace()))
    expect(get().document.rollout).toBeUndefined()
  })

  it('opens the sample and says so when the trace in the link is broken', async () => {
    const { get, opens, arrive } = setUpStore({ source: { kind: 'payload', payload: 'xyz' } })
    opens[0].outcome.resolve(err({ refusals: [] }))
    await settle()
    expect(get().tasks.notices).toMatchObject([{ kind: 'link-broken' }])
    expect(opens[1].source).toEqual({ kind: 'sample', id: 'search' })
    await arrive()
    expect(get().document.source).toEqual({ kind: 'sample', id: 'search' })
  })
})

describe('opening a file', () => {
  it('keeps rules and sliders, forgets what pointed into the old trace, and suits the values', async () => {
    const { get, actions, arrive } = setUpStore({
      gamma: 0.9,
      a: { estimator: 'grpo', options: {} },
      rollout: 'r0',
      token: { segment: 0, position: 1 },
      outcomes: { byRollout: { r0: 1 } },
    })
    await arrive()
    actions.openFiles([file('plain.jsonl')])
    await arrive(openedOf(plainTrace()))
    expect(get().document).toMatchObject({
      source: { kind: 'file', name: 'plain.jsonl' },
      gamma: 0.9,
      a: { estimator: 'grpo' },
      values: { kind: 'zero' },
      outcomes: { byRollout: {} },
      rollout: undefined,
      token: undefined,
    })
  })

  it('takes the values of the file behind a link whose structure has none, whatever rollout it names', async () => {
    const structure = { kind: 'payload', payload: 'P' } as const
    const { get, actions, arrive } = setUpStore({ source: structure, rollout: 'r0', lambda: 0.9 })
    await arrive(openedOf(STRUCTURE, { structureOnly: true }))
    expect(get().document.values.kind).toBe('zero')
    actions.openFiles([file('run.jsonl')])
    await arrive()
    expect(get().document).toMatchObject({ values: { kind: 'file' }, rollout: 'r0', lambda: 0.9 })
  })

  it('keeps values of zero that the link asks for', async () => {
    const structure = { kind: 'payload', payload: 'P' } as const
    const values = { kind: 'zero' } as const
    const { get, actions, arrive } = setUpStore({ source: structure, rollout: 'r0', values })
    await arrive(openedOf(STRUCTURE, { structureOnly: true }))
    actions.openFiles([file('run.jsonl')])
    await arrive()
    expect(get().document).toMatchObject({ values, rollout: 'r0' })
  })

  it('keeps the old trace and its document until the new one is there, and when it is cancelled', async () => {
    const { get, opens, actions, arrive } = setUpStore()
    await arrive()
    const before = get()
    actions.openFiles([file('a.jsonl'), file('b.jsonl')])
    opens[1].progress({ phase: 'reading', file: 'a.jsonl', done: 1, total: 4 })
    expect(get().tasks.opening).toEqual({
      names: ['a.jsonl', 'b.jsonl'],
      progress: { phase: 'reading', file: 'a.jsonl', done: 1, total: 4 },
    })
    actions.cancelOpen()
    await settle()
    expect(get().tasks.opening).toBeUndefined()
    expect(get().document).toBe(before.document)
    expect(get().data).toBe(before.data)
  })

  it('lists refusals and keeps the old trace', async () => {
    const { get, opens, actions, arrive } = setUpStore()
    await arrive()
    actions.openFiles([file('a.bin')])
    const refusal = { file: 'a.bin', bytes: 5, guess: 'unknown', diagnostics: [] }
    opens[1].outcome.resolve(err({ refusals: [refusal] }))
    await settle()
    expect(get().tasks.refusals).toEqual([refusal])
    expect(get().document.source.kind).toBe('sample')
    actions.dismissRefusals()
    expect(get().tasks.refusals).toEqual([])
  })

  it('says so where not even the reason can be loaded, and reads the next file', async () => {
    const { get, opens, actions, arrive } = setUpStore({})
    await arrive()
    actions.openFiles([file('a.jsonl')])
    opens[1].outcome.reject(new Error('The worker could not start.'))
    await settle()
    expect(get().tasks.opening).toBeUndefined()
    expect(get().tasks.notices).toMatchObject([
      { kind: 'drop-failed', message: 'The worker could not start.' },
    ])
    expect(get().document.source).toEqual({ kind: 'sample', id: 'search' })
    actions.openFiles([file('a.jsonl')])
    await arrive()
    expect(get().document.source).toEqual({ kind: 'file', name: 'a.jsonl' })
  })

  it('lets the newest of two opens win', async () => {
    const { get, opens, actions, arrive } = setUpStore()
    await arrive()
    actions.openSample('bug')
    actions.openSample('batch')
    opens[1].outcome.resolve(ok(openedOf(plainTrace())))
    opens[2].outcome.resolve(ok(openedOf(smallTrace())))
    await settle()
    expect(get().document.source).toEqual({ kind: 'sample', id: 'batch' })
    expect(get().data.summary?.rolloutCount).toBe(1)
  })

  it('applies the document of a share file', async () => {
    const { get, actions, arrive } = setUpStore()
    await arrive()
    actions.openFiles([file('x.segue.json')])
    const link = encodeLink({ ...DEFAULT_DOCUMENT, gamma: 0.25, language: 'zh', rollout: 'r0' })
    await arrive(openedOf(smallTrace(), { link }))
    expect(get().document).toMatchObject({
      source: { kind: 'file', name: 'x.segue.json' },
      gamma: 0.25,
      rollout: 'r0',
      // How the page looks is the reader's own choice.
      language: undefined,
    })
  })

  it('is named after the files that were read, not after refused ones', async () => {
    const { get, actions, arrive } = setUpStore()
    await arrive()
    actions.openFiles([file('photo.png'), file('a.jsonl'), file('b.jsonl')])
    const refusals = [{ file: 'photo.png', bytes: 1, guess: 'unknown', diagnostics: [] }]
    await arrive(openedOf(smallTrace(), { refusals }))
    expect(get().document.source).toEqual({ kind: 'file', name: 'a.jsonl + 1' })
  })
})

describe('edits', () => {
  it('ask for a frame at once, and for one more per animation frame, with the newest values', async () => {
    const { actions, arrive, frames, tick } = setUpStore()
    await arrive()
    for (const gamma of [0.9, 0.8, 0.7]) actions.edit({ gamma }, 'gamma')
    expect(frames.slice(1).map(({ request }) => request.settings.gamma)).toEqual([0.9])
    actions.setViewport({ columns: 1.5, curveColumns: 320 })
    await tick()
    expect(frames).toHaveLength(3)
    expect(frames[2].request).toMatchObject({
      settings: { gamma: 0.7 },
      columns: 1,
      curveColumns: 320,
    })
  })

  it('ask for no more columns than there are tokens, however wide the picture', async () => {
    const { actions, arrive, frames, tick } = setUpStore()
    await arrive()
    actions.setViewport({ columns: 640 })
    actions.setViewport({ columns: 1280 })
    await tick()
    expect(frames.map(({ request }) => request.columns)).toEqual([2])
  })

  it('ask for weights where rollouts compare, until a person folds them', async () => {
    const { actions, arrive, frames, tick } = setUpStore()
    const rows = ['r0', 'r1'].map((rollout_id) => ({
      rollout_id,
      group_id: 'g',
      response_mask: [1, 1],
    }))
    const origin = { name: 'two.jsonl', format: 'canonical-jsonl', bytes: 10 }
    await arrive(openedOf(traceOfRows(rows, origin)))
    actions.setViewport({ weights: false })
    await tick()
    actions.setViewport({ weights: true })
    await tick()
    expect(frames.map(({ request }) => request.weights)).toEqual([true, undefined, true])
  })

  it('of language or theme ask for none', async () => {
    const { actions, arrive, frames, tick, get } = setUpStore()
    await arrive()
    actions.edit({ language: 'zh' })
    actions.edit({ theme: 'dark' })
    await tick()
    expect(frames).toHaveLength(1)
    expect(get().document).toMatchObject({ language: 'zh', theme: 'dark' })
    expect(get().tasks.canUndo).toBe(false)
  })

  it('that change nothing leave no undo step', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    const before = get().document
    actions.edit({ gamma: 1, b: { estimator: 'cross-segment-gae', options: {} } })
    expect(get().document).toBe(before)
    expect(get().tasks.canUndo).toBe(false)
  })

  it('of the rollout reset range and token', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive(openedOf(plainTrace()))
    actions.edit({ range: { from: 1, to: 3 }, token: { segment: 0, position: 2 } })
    actions.edit({ rollout: 'y' })
    expect(get().document).toMatchObject({ range: undefined, token: undefined, rollout: 'y' })
  })

  it('of outcomes show in the rollout list, but only where the file has none', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive(openedOf(plainTrace()))
    actions.edit({ outcomes: { all: 1, byRollout: { y: 7 } } })
    expect([...(get().data.table?.outcome ?? [])]).toEqual([1, 0.5])
    actions.undo()
    expect([...(get().data.table?.outcome ?? [])]).toEqual([Number.NaN, 0.5])
  })
})

describe('links while the page is open', () => {
  it('carry the last setting once what writes them could be loaded, and the notice goes', async () => {
    let online = false
    const codec = late(async () => {
      if (!online) throw new Error('offline')
      return LINKS.fetch()
    })
    const { actions, arrive, get, wait } = setUpStore({}, codec)
    await arrive()
    actions.edit({ gamma: 0.5 })
    await settle()
    const told = get().tasks.notices
    expect(told).toEqual([{ kind: 'link-not-computed', message: 'offline.' }])
    wait(10_000)
    await settle()
    expect(get().tasks.notices).toBe(told)
    online = true
    wait(10_000)
    await settle()
    expect(get().tasks.link).toContain('gamma=0.5')
    expect(get().tasks.notices).toEqual([])
  })

  it('of the same trace change the document without loading, undoably', async () => {
    const { actions, arrive, get, opens } = setUpStore()
    await arrive()
    actions.openLink('#v=1&sample=search&gamma=0.5')
    expect(opens).toHaveLength(1)
    expect(get().document.gamma).toBe(0.5)
    actions.undo()
    expect(get().document.gamma).toBe(1)
  })

  it('of another trace open it with its document', async () => {
    const { actions, arrive, get, opens } = setUpStore()
    await arrive()
    actions.openLink('https://example.org/segue/#v=1&sample=bug&gamma=0.5')
    expect(get().document.gamma).toBe(1)
    expect(opens[1].source).toEqual({ kind: 'sample', id: 'bug' })
    await arrive()
    expect(get().document).toMatchObject({ gamma: 0.5, source: { id: 'bug' } })
  })

  it('that cannot be read say so and change nothing', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    const before = get().document
    actions.openLink('#v=3&gamma=0.5')
    actions.openLink('#gamma=0.5')
    actions.openLink('#main')
    expect(get().document).toBe(before)
    // The notice of the first link made way: the page speaks of one link at a time.
    expect(get().tasks.notices.map(({ kind }) => kind)).toEqual(['link-broken'])
    actions.openLink('#v=1&sample=search&gamma=0.5')
    expect(get().tasks.notices).toEqual([])
  })

  it('are not spoken of any more once something else is open', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    actions.openLink('#gamma=0.5')
    actions.openSample('bug')
    expect(get().tasks.notices.map(({ kind }) => kind)).toEqual(['link-broken'])
    await arrive()
    expect(get().tasks.notices).toEqual([])
  })
})

describe('failures', () => {
  it('are shown once, and the picture comes back when the worker did', async () => {
    const { arrive, fail, frames, get, tick } = setUpStore()
    await arrive()
    const back = deferred<boolean>()
    fail({ message: 'boom', recovered: back.promise })
    fail({ message: 'boom', recovered: Promise.resolve(false) })
    expect(get().tasks.notices).toEqual([{ kind: 'worker-failed', message: 'boom' }])
    await tick()
    expect(frames).toHaveLength(1)
    back.resolve(true)
    await settle()
    await tick()
    expect(frames).toHaveLength(2)
  })

  it('the float64 check is forgotten when numbers change', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    actions.compareWithReference()
    expect(get().tasks.comparing).toBe(true)
    await settle()
    expect(get().data.agreement).toMatchObject({ tokens: 3 })
    actions.edit({ order: 'processing' })
    expect(get().data.agreement).toBeDefined()
    actions.edit({ gamma: 0.5 })
    expect(get().data.agreement).toBeUndefined()
  })
})
