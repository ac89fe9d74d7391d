import { describe, expect, it } from 'vitest'
import { createSpares } from '../../../src/worker/spares.ts'
import { fakeWorkers, settle } from './fakes.ts'

interface Remote {
  readonly prepare: () => Promise<void>
  readonly work: () => Promise<string>
}

/** `online`: whether a worker that starts now gets its scripts. */
function setUp() {
  const network = { online: true }
  const workers = fakeWorkers<Remote>((index) => {
    const { online } = network
    const answer = <R>(value: R) => (online ? Promise.resolve(value) : Promise.reject(new Error()))
    return {
      prepare: () => answer(undefined),
      work: () => answer(`worker ${index}`),
    }
  })
  const waiting: (() => void)[] = []
  const { take } = createSpares<Remote>({
    connect: workers.connect,
    prepare: (remote) => remote.prepare(),
    whenIdle: (run) => waiting.push(run),
  })
  const idle = async () => {
    for (const run of waiting.splice(0)) run()
    await settle()
  }
  const job = async () => {
    const worker = take()
    const done = await worker.call((remote) => remote.work())
    worker.close()
    return done
  }
  const alive = () => workers.started.filter((worker) => !worker.terminated).length
  return { network, workers, take, idle, job, alive }
}

describe('spare workers', () => {
  it('every job has a fresh worker, started before it is needed; one is alive at rest', async () => {
    const { job, idle, alive } = setUp()
    expect(await job()).toBe('worker 0')
    await idle()
    expect(alive()).toBe(1)
    expect(await job()).toBe('worker 1')
    await idle()
    expect(await job()).toBe('worker 2')
    await idle()
    expect(alive()).toBe(1)
  })

  it('without a network the last worker does all further jobs', async () => {
    const { network, job, idle, alive } = setUp()
    await job()
    await idle()
    network.online = false
    expect(await job()).toBe('worker 1')
    await idle()
    expect(await job()).toBe('worker 1')
    await idle()
    expect(alive()).toBe(1)
    network.online = true
    await job()
    await idle()
    expect(await job()).toMatch(/worker [^1]/)
  })

  it('a cancelled or crashed worker does no further job', async () => {
    const { workers, take, job, alive } = setUp()
    const cancelled = take()
    const call = cancelled.call(() => new Promise(() => {}))
    cancelled.close()
    await expect(call).rejects.toThrow('closed')
    expect(workers.started[0].terminated).toBe(true)

    const crashed = take()
    workers.started[1].crash('out of memory')
    crashed.close()
    expect(await job()).toBe('worker 2')
    workers.started[2].crash('later')
    expect(await job()).toBe('worker 3')
    expect(alive()).toBe(1)
  })
})
