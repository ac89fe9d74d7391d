import { describe, expect, it } from 'vitest'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import { err } from '../../../src/trace/result.ts'
import type { FrameRequest, Progress } from '../../../src/worker/api.ts'
import { type ClientOptions, createClient } from '../../../src/worker/client.ts'
import type { EngineWish, SentFrame, SessionEndpoint } from '../../../src/worker/protocol.ts'
import {
  deferred,
  fakeLoader,
  fakeSession,
  fakeWorkers,
  frameRequest,
  openedAs,
  settle,
  smallTrace,
} from './fakes.ts'

const opened = openedAs(smallTrace())

// Only these two fields are read by the client.
const frameFor = (_asked: FrameRequest, id: 'cpu' | 'webgpu' = 'cpu') =>
  ({
    still: { detail: {} },
    stillKey: 1,
    engine: { id, description: id, reason: { code: 'forced' } },
  }) as SentFrame

const nothing = () => {}

interface Means extends Pick<ClientOptions, 'patience' | 'onSpeeds'> {
  readonly expects?: SessionEndpoint['expect']
  readonly adopts?: (wish: EngineWish | undefined) => void
}

function setUp({ expects, adopts, ...more }: Means = {}) {
  const loader = fakeLoader()
  const fake = fakeSession(opened)
  const endpoint: SessionEndpoint = {
    ...fake.endpoint,
    ...(expects && { expect: expects }),
    adopt: (trace, wish) => {
      adopts?.(wish)
      return fake.endpoint.adopt(trace, wish)
    },
  }
  const session = { ...fake, endpoint }
  const loaders = fakeWorkers(loader.endpoint)
  const sessions = fakeWorkers(() => session.endpoint)
  const client = createClient({
    connectLoader: loaders.connect,
    connectSession: sessions.connect,
    ...more,
  })
  const openSample = async () => {
    const task = client.open({ kind: 'sample', id: 'search' }, nothing)
    await settle()
    loader.finish(loader.loads.length - 1)
    return task.outcome
  }
  return { loader, session, loaders, sessions, client, openSample }
}

describe('opening a trace', () => {
  it('hands the trace to the session worker and ends the loader', async () => {
    const { session, loaders, openSample } = setUp()
    const outcome = await openSample()
    expect(outcome).toMatchObject({ ok: true, value: { summary: { rolloutCount: 1 } } })
    expect(session.calls).toEqual(['adopt', 'commit'])
    expect(loaders.started[0].terminated).toBe(true)
  })

  it('passes progress on', async () => {
    const { client, loader } = setUp()
    const seen: Progress[] = []
    const task = client.open({ kind: 'sample', id: 'search' }, (p) => seen.push(p))
    await settle()
    loader.loads[0].progress.postMessage({ phase: 'building', done: 1, total: 2 })
    await settle()
    expect(seen).toEqual([{ phase: 'building', done: 1, total: 2 }])
    task.cancel()
  })

  it('tells the session worker that a large trace will come, and of a small one nothing', async () => {
    const { client, session } = setUp()
    const files = (bytes: number) =>
      ({
        kind: 'files',
        inputs: [{ name: 'a.npz', data: new Blob([new Uint8Array(bytes)]) }],
      }) as const
    client.open(files(1_000_000), nothing)
    await settle()
    expect(session.calls).toEqual([])
    client.open(files(3_000_000), nothing).cancel()
    await settle()
    expect(session.calls).toEqual(['expect'])
  })

  it('keeps what a trial in an idle moment found, and hands it on with the next trace', async () => {
    const found = { machine: 'here', cpu: 1, wasm: 2 }
    const kept: unknown[] = []
    const asked: unknown[] = []
    const { client, openSample } = setUp({
      onSpeeds: (speeds) => kept.push(speeds),
      expects: async () => found,
      adopts: (wish) => asked.push(wish),
    })
    await client.prepare()
    await client.prepare()
    expect(kept).toEqual([found])
    await openSample()
    expect(asked).toEqual([{ forced: undefined, speeds: found }])
  })

  it('cancels at once: the loader is terminated and the session never hears of it', async () => {
    const { client, loaders, session } = setUp()
    const task = client.open({ kind: 'files', inputs: [] }, nothing)
    await settle()
    task.cancel()
    expect(loaders.started[0].terminated).toBe(true)
    expect(await task.outcome).toBe('cancelled')
    expect(session.calls).toEqual([])
  })

  it('keeps the old trace when a later open is cancelled', async () => {
    const { client, session, openSample } = setUp()
    await openSample()
    const later = client.open({ kind: 'files', inputs: [] }, nothing)
    await settle()
    later.cancel()
    await later.outcome
    const frame = client.frame(frameRequest(1))
    session.frames[0].answer.resolve(frameFor(frameRequest(1)))
    expect(await frame).toMatchObject({ request: { columns: 1 } })
    expect(session.calls).toEqual(['adopt', 'commit'])
  })

  it('undoes an adoption that was cancelled half-way', async () => {
    const { client, loader, session } = setUp()
    const task = client.open({ kind: 'files', inputs: [] }, nothing)
    await settle()
    loader.finish(0)
    // Two microtasks on, the session has been asked but has not answered.
    session.endpoint.adopt = () => new Promise(() => {})
    await settle()
    task.cancel()
    expect(await task.outcome).toBe('cancelled')
    await settle()
    expect(session.calls).toEqual(['discard'])
  })

  it('starts one load at a time: a second one cancels the first', async () => {
    const { client, loader, loaders } = setUp()
    const first = client.open({ kind: 'files', inputs: [] }, nothing)
    const second = client.open({ kind: 'sample', id: 'bug' }, nothing)
    expect(await first.outcome).toBe('cancelled')
    expect(loaders.started.map(({ terminated }) => terminated)).toEqual([true, false])
    await settle()
    loader.finish(1)
    expect(await second.outcome).toMatchObject({ ok: true })
  })

  it('passes refusals through', async () => {
    const { client, loader } = setUp()
    const task = client.open({ kind: 'files', inputs: [] }, nothing)
    await settle()
    const refusal = { file: 'a.bin', bytes: 3, guess: 'unknown', diagnostics: [] }
    loader.loads[0].done.resolve(err({ refusals: [refusal] }))
    expect(await task.outcome).toEqual(err({ refusals: [refusal] }))
  })

  it('reports a crashed reader as a refusal of every file, with a reason', async () => {
    const { client, loaders } = setUp()
    const inputs = [{ name: 'big.jsonl', data: new Blob(['xyz']) }]
    const task = client.open({ kind: 'files', inputs }, nothing)
    await settle()
    loaders.started[0].crash('Out of memory.')
    const outcome = await task.outcome
    expect(outcome).toMatchObject({
      ok: false,
      error: { refusals: [{ file: 'big.jsonl', bytes: 3 }] },
    })
    expect(JSON.stringify(outcome)).toContain('Out of memory.')
  })
})

describe('opening a trace while the session worker computes', () => {
  function setUpBusy() {
    const parts = setUp({ patience: 20 })
    const busy = () => {
      parts.session.endpoint.listens = () => new Promise(() => {})
    }
    return { ...parts, busy }
  }

  it('does not wait for it: a fresh worker takes the new trace', async () => {
    const { client, loader, session, sessions, openSample, busy } = setUpBusy()
    await openSample()
    const failures: unknown[] = []
    client.onFailure((failure) => failures.push(failure))
    const old = client.frame(frameRequest(1))
    const exporting = client.exportAdvantages(settingsOf(DEFAULT_DOCUMENT), 'csv')
    const closed = expect(exporting).rejects.toThrow()
    busy()
    const task = client.open({ kind: 'sample', id: 'bug' }, nothing)
    await settle()
    loader.finish(1)
    expect(await task.outcome).toMatchObject({ ok: true })
    expect(await old).toBe('superseded')
    await closed
    expect(sessions.started.map(({ terminated }) => terminated)).toEqual([true, false])
    expect(failures).toEqual([])
    const frame = client.frame(frameRequest(2))
    session.frames.at(-1)?.answer.resolve(frameFor(frameRequest(2)))
    expect(await frame).toMatchObject({ request: { columns: 2 } })
  })

  it('can be cancelled while it still waits, and the old trace stays', async () => {
    const { client, loader, session, sessions, openSample, busy } = setUpBusy()
    await openSample()
    busy()
    const task = client.open({ kind: 'sample', id: 'bug' }, nothing)
    await settle()
    loader.finish(1)
    await settle()
    task.cancel()
    expect(await task.outcome).toBe('cancelled')
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(sessions.started).toHaveLength(1)
    const frame = client.frame(frameRequest(2))
    session.frames.at(-1)?.answer.resolve(frameFor(frameRequest(2)))
    expect(await frame).toMatchObject({ request: { columns: 2 } })
  })

  it('starts nothing on the old trace between the question and the take-over', async () => {
    const { client, loader, session, openSample } = setUpBusy()
    await openSample()
    const answer = deferred<void>()
    session.endpoint.listens = () => answer.promise
    const task = client.open({ kind: 'sample', id: 'bug' }, nothing)
    await settle()
    loader.finish(1)
    await settle()
    const late = client.frame(frameRequest(3))
    answer.resolve()
    await task.outcome
    expect(await late).toBe('superseded')
    expect(session.frames).toHaveLength(0)
  })

  it('reads the old trace again if the new one cannot be taken over after all', async () => {
    const { client, loader, session, openSample, busy } = setUpBusy()
    await openSample()
    const recoveries: Promise<boolean>[] = []
    client.onFailure(({ recovered }) => recoveries.push(recovered))
    busy()
    const { adopt } = session.endpoint
    session.endpoint.adopt = () => Promise.reject(new Error('no room'))
    const task = client.open({ kind: 'sample', id: 'bug' }, nothing)
    await settle()
    loader.finish(1)
    expect(await task.outcome).toMatchObject({ ok: false })
    session.endpoint.adopt = adopt
    await settle()
    expect(loader.loads.at(-1)?.source).toEqual({ kind: 'sample', id: 'search' })
    loader.finish(2)
    expect(await Promise.all(recoveries)).toEqual([true])
  })
})

describe('frames', () => {
  it('are superseded while no trace is open', async () => {
    expect(await setUp().client.frame(frameRequest(1))).toBe('superseded')
  })

  it('never queue: of a burst the first and the newest are computed', async () => {
    const { client, session, openSample } = setUp()
    await openSample()
    const burst = [1, 2, 3, 4, 5].map((columns) => client.frame(frameRequest(columns)))
    await settle()
    expect(session.frames).toHaveLength(1)
    session.frames[0].answer.resolve(frameFor(frameRequest(1)))
    await settle()
    expect(session.frames.map((frame) => frame.request.columns)).toEqual([1, 5])
    session.frames[1].answer.resolve(frameFor(frameRequest(5)))
    const answers = await Promise.all(burst)
    expect(answers.map((a) => (a === 'superseded' ? a : a.request.columns))).toEqual([
      1,
      'superseded',
      'superseded',
      'superseded',
      5,
    ])
  })

  it('of the old trace do not appear over the new one', async () => {
    const { client, session, openSample } = setUp()
    await openSample()
    const old = client.frame(frameRequest(1))
    await openSample()
    session.frames[0].answer.resolve(frameFor(frameRequest(1)))
    expect(await old).toBe('superseded')
  })

  it('hold the rollout they hold, although it travels only when it changed', async () => {
    const { client, session, openSample } = setUp()
    await openSample()
    const answers = [
      { ...frameFor(frameRequest(1)), still: { detail: { id: 'r0' } }, stillKey: 7 },
      { ...frameFor(frameRequest(2)), still: undefined, stillKey: 7 },
    ]
    const ids: unknown[] = []
    for (const [k, answer] of answers.entries()) {
      const frame = client.frame(frameRequest(k + 1))
      session.frames[k].answer.resolve(answer as unknown as SentFrame)
      const got = await frame
      ids.push(got === 'superseded' ? got : got.detail.id)
    }
    expect(ids).toEqual(['r0', 'r0'])
    expect(session.frames.map(({ known }) => known)).toEqual([undefined, 7])
  })

  it('announce the engine once, and again when it changes', async () => {
    const { client, session, openSample } = setUp()
    const engines: string[] = []
    client.onEngineChange(({ id }) => engines.push(id))
    await openSample()
    for (const [k, id] of (['webgpu', 'webgpu', 'cpu'] as const).entries()) {
      const frame = client.frame(frameRequest(k))
      session.frames[k].answer.resolve(frameFor(frameRequest(k), id))
      await frame
    }
    expect(engines).toEqual(['webgpu', 'cpu'])
  })
})

describe('a crashed session worker', () => {
  it('rejects what was pending, is replaced, and the trace is read again', async () => {
    const { client, loader, session, sessions, openSample } = setUp()
    const failures: Promise<boolean>[] = []
    client.onFailure(({ message, recovered }) => {
      expect(message).toBe('boom')
      failures.push(recovered)
    })
    await openSample()
    const comparing = client.exportAdvantages(settingsOf(DEFAULT_DOCUMENT), 'csv')
    const pending = expect(comparing).rejects.toThrow()
    const frame = client.frame(frameRequest(1))
    sessions.started[0].crash('boom')
    await pending
    expect(await frame).toBe('superseded')
    expect(sessions.started).toHaveLength(2)
    await settle()
    expect(loader.loads[1].source).toEqual({ kind: 'sample', id: 'search' })
    loader.finish(1)
    expect(await failures[0]).toBe(true)
    const again = client.frame(frameRequest(2))
    session.frames.at(-1)?.answer.resolve(frameFor(frameRequest(2)))
    expect(await again).toMatchObject({ request: { columns: 2 } })
  })

  it('is not replaced for ever when every try crashes', async () => {
    const { client, loader, sessions, openSample } = setUp()
    const recoveries: Promise<boolean>[] = []
    client.onFailure(({ recovered }) => recoveries.push(recovered))
    await openSample()
    for (let k = 0; k < 3; k++) {
      sessions.started[k].crash('boom')
      await settle()
      if (loader.loads[k + 1]) loader.finish(k + 1)
      await settle()
    }
    expect(await Promise.all(recoveries)).toEqual([true, true, false])
    expect(loader.loads).toHaveLength(3)
  })
})
