/** The first rollouts of a large load are the open trace until the whole takes over or does not come. */
import { describe, expect, it } from 'vitest'
import { err } from '../../../src/trace/result.ts'
import type { Opened } from '../../../src/worker/api.ts'
import { createClient } from '../../../src/worker/client.ts'
import type { SentFrame } from '../../../src/worker/protocol.ts'
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

const request = frameRequest(1)

const nothing = () => {}

/** A client with an open sample that reads files whose beginning was posted. */
async function setUp({ wanted = true } = {}) {
  const loader = fakeLoader()
  const session = fakeSession(opened)
  const loaders = fakeWorkers(loader.endpoint)
  const sessions = fakeWorkers(() => session.endpoint)
  const client = createClient({
    connectLoader: loaders.connect,
    connectSession: sessions.connect,
    patience: 20,
  })
  const first = client.open({ kind: 'sample', id: 'search' }, nothing)
  await settle()
  loader.finish(0)
  await first.outcome
  session.calls.length = 0
  const seen: Opened[] = []
  const begin = () => loader.loads[1].progress.postMessage({ phase: 'begun' })
  const inputs = [{ name: 'big.jsonl', data: new Blob(['x']) }]
  const see = wanted ? () => (beginning: Opened) => void seen.push(beginning) : undefined
  const task = client.open({ kind: 'files', inputs }, nothing, see)
  await settle()
  /** Whether frames are answered: some trace is open. */
  const answers = async () => {
    const frame = client.frame(request)
    await settle()
    const still = { detail: {} }
    const answer = { still, stillKey: 1, engine: { id: 'cpu', reason: {} } } as unknown as SentFrame
    session.frames.at(-1)?.answer.resolve(answer)
    return (await frame) !== 'superseded'
  }
  return { client, loader, loaders, session, sessions, task, seen, begin, answers }
}

describe('the beginning of a load', () => {
  it('is asked for only where it can be shown', async () => {
    const { loader, session, begin } = await setUp({ wanted: false })
    expect(loader.loads[1].beginning).toBeUndefined()
    begin()
    await settle()
    expect(session.calls).toEqual([])
  })

  it('is open at once, beside the trace from before', async () => {
    const { session, begin, seen, answers } = await setUp()
    begin()
    await settle()
    expect(session.calls).toEqual(['adopt', 'begin'])
    expect(seen).toEqual([opened])
    expect(await answers()).toBe(true)
  })

  it('makes way for the whole', async () => {
    const { loader, session, begin, task } = await setUp()
    begin()
    await settle()
    loader.finish(1)
    expect(await task.outcome).toMatchObject({ ok: true })
    expect(session.calls).toEqual(['adopt', 'begin', 'adopt', 'commit'])
  })

  it('makes way for the trace from before on Cancel', async () => {
    const { session, begin, task, answers } = await setUp()
    begin()
    await settle()
    task.cancel()
    expect(await task.outcome).toBe('cancelled')
    await settle()
    expect(session.calls).toEqual(['adopt', 'begin', 'discard'])
    expect(await answers()).toBe(true)
  })

  it('makes way for it when Cancel comes while it takes over', async () => {
    const { session, begin, task, seen, answers } = await setUp()
    const adopting = deferred<Opened>()
    session.endpoint.adopt = () => adopting.promise
    begin()
    await settle()
    task.cancel()
    adopting.resolve(opened)
    await settle()
    expect(session.calls).toEqual(['discard'])
    expect(seen).toEqual([])
    expect(await answers()).toBe(true)
  })

  it('makes way for it when the whole is refused, and when the reader crashes', async () => {
    for (const end of ['refused', 'crashed']) {
      const { loader, loaders, session, begin, task, answers } = await setUp()
      begin()
      await settle()
      if (end === 'refused') loader.loads[1].done.resolve(err({ refusals: [] }))
      else loaders.started[1].crash('Out of memory.')
      expect(await task.outcome).toMatchObject({ ok: false })
      await settle()
      expect(session.calls).toEqual(['adopt', 'begin', 'discard'])
      expect(await answers()).toBe(true)
    }
  })

  it('is left out where the session computes without a pause', async () => {
    const { session, begin, seen } = await setUp()
    session.endpoint.listens = () => new Promise(() => {})
    begin()
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(session.calls).toEqual([])
    expect(seen).toEqual([])
  })

  it('is left out where the whole is there first', async () => {
    const { loader, session, begin, seen, task } = await setUp()
    const adopting = deferred<Opened>()
    const { adopt } = session.endpoint
    session.endpoint.adopt = () => adopting.promise
    begin()
    await settle()
    session.endpoint.adopt = adopt
    loader.finish(1)
    await settle()
    adopting.resolve(opened)
    expect(await task.outcome).toMatchObject({ ok: true })
    expect(session.calls).toEqual(['adopt', 'commit'])
    expect(seen).toEqual([])
  })

  it('does not come back when the session crashes: the whole goes into the new one', async () => {
    const { loader, session, sessions, begin, task } = await setUp()
    begin()
    await settle()
    sessions.started[0].crash('Lost.')
    loader.finish(1)
    expect(await task.outcome).toMatchObject({ ok: true })
    expect(session.calls).toEqual(['adopt', 'begin', 'adopt', 'commit'])
  })

  it('is nothing that a crash after a refusal brings back: the trace from before is read again', async () => {
    const { loader, sessions, begin, task } = await setUp()
    begin()
    await settle()
    sessions.started[0].crash('Lost.')
    loader.loads[1].done.resolve(err({ refusals: [] }))
    expect(await task.outcome).toMatchObject({ ok: false })
    await settle()
    expect(loader.loads[2].source).toEqual({ kind: 'sample', id: 'search' })
  })
})
