import { describe, expect, it } from 'vitest'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import type { Frame, FrameRequest } from '../../../src/worker/api.ts'
import type { EngineWish, SessionSide, TracePackage } from '../../../src/worker/protocol.ts'
import { createSessionHost } from '../../../src/worker/session-host.ts'
import { transferables } from '../../../src/worker/transferables.ts'
import { type Deferred, deferred, settle, smallTrace } from './fakes.ts'

const request: FrameRequest = {
  settings: settingsOf(DEFAULT_DOCUMENT),
  rollout: 0,
  from: 0,
  to: 2,
  columns: 4,
  curveColumns: 4,
}

/** A port on which the loader has posted a trace. */
function portWithTrace(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  const held: TracePackage = { trace: smallTrace(), structureOnly: true }
  port2.postMessage(held, transferables(held))
  return port1
}

function setUp() {
  const disposed: number[] = []
  const frames: Deferred<Frame>[] = []
  /** The session that each frame was asked of. */
  const asked: number[] = []
  let made = 0
  const host = createSessionHost(async () => {
    const index = made++
    return {
      frame: () => {
        asked.push(index)
        const frame = deferred<Frame>()
        frames.push(frame)
        return frame.promise
      },
      dispose: () => disposed.push(index),
    } as unknown as SessionSide
  })
  return { host, disposed, frames, asked }
}

describe('session host', () => {
  it('describes an adopted trace whose buffers were moved, not copied', async () => {
    const { host } = setUp()
    const opened = await host.adopt(portWithTrace(), undefined)
    expect(opened.summary).toMatchObject({ rolloutCount: 1, segmentCount: 2 })
    expect([...opened.table.positions]).toEqual([3])
    expect([...opened.table.longest]).toEqual([2])
    expect(opened.structureOnly).toBe(true)
  })

  it('has no trace until the adopted one is committed', async () => {
    const { host } = setUp()
    await host.adopt(portWithTrace(), undefined)
    await expect(host.frame(request)).rejects.toThrow('No trace is open.')
  })

  it('lets running calls end before it takes the old session down', async () => {
    const { host, disposed, frames } = setUp()
    await host.adopt(portWithTrace(), undefined)
    await host.commit()
    const frame = host.frame(request)
    await host.adopt(portWithTrace(), undefined)
    await host.commit()
    await settle()
    expect(disposed).toEqual([])
    frames[0].resolve({} as Frame)
    await frame
    await settle()
    expect(disposed).toEqual([0])
  })

  it('sends the static picture of a rollout only where the page does not have it', async () => {
    const { host, frames } = setUp()
    await host.adopt(portWithTrace(), undefined)
    await host.commit()
    const detail = { id: 'r0' }
    const ask = async (answer: object, known?: number) => {
      const frame = host.frame(request, known)
      await settle()
      frames.at(-1)?.resolve(answer as Frame)
      return frame
    }
    const first = await ask({ detail })
    expect(first.still?.detail).toBe(detail)
    const second = await ask({ detail }, first.stillKey)
    expect(second.still).toEqual({})
    expect(second.stillKey).toBe(first.stillKey)
    const other = await ask({ detail: { id: 'r1' } }, first.stillKey)
    expect(other.still?.detail).toEqual({ id: 'r1' })
    expect(other.stillKey).not.toBe(first.stillKey)
  })

  it('times the engines while a large trace is read, once, and chooses by that', async () => {
    const known: unknown[] = []
    const chosenBy: unknown[] = []
    const speeds = { machine: 'here', cpu: 1 }
    const open = async (_trace: unknown, wish: EngineWish) => {
      chosenBy.push(wish.speeds)
      return { dispose: () => {} } as unknown as SessionSide
    }
    const host = createSessionHost(open, async (wish) => {
      known.push(wish.speeds)
      return speeds
    })
    const early = { machine: 'elsewhere', cpu: 2 }
    await host.adopt(portWithTrace(), { speeds: early })
    for (let load = 0; load < 2; load++) {
      await host.expect({ speeds: early })
      await host.adopt(portWithTrace(), { speeds: early })
    }
    expect(known).toEqual([early, speeds])
    expect(chosenBy).toEqual([early, speeds, speeds])
  })

  it('keeps the current trace when an adopted one is discarded', async () => {
    const { host, disposed, frames } = setUp()
    await host.adopt(portWithTrace(), undefined)
    await host.commit()
    host.adopt(portWithTrace(), undefined)
    await host.discard()
    await settle()
    expect(disposed).toEqual([1])
    host.frame(request)
    expect(frames).toHaveLength(1)
  })
})

describe('the beginning of a load in the session host', () => {
  /** An open trace (0), and a beginning (1) in its place. */
  const begun = async () => {
    const parts = setUp()
    const { host } = parts
    await host.adopt(portWithTrace())
    await host.commit()
    await host.adopt(portWithTrace())
    await host.begin()
    return parts
  }

  it('is current while the trace from before is kept', async () => {
    const { disposed, asked, host } = await begun()
    host.frame(request)
    expect(asked).toEqual([1])
    await settle()
    expect(disposed).toEqual([])
  })

  it('makes way for that trace, untouched, when the load is discarded', async () => {
    const { disposed, asked, host } = await begun()
    host.adopt(portWithTrace())
    await host.discard()
    await settle()
    expect(disposed).toEqual([2, 1])
    host.frame(request)
    expect(asked).toEqual([0])
  })

  it('goes with it when the whole is committed', async () => {
    const { disposed, asked, host } = await begun()
    await host.adopt(portWithTrace())
    await host.commit()
    await settle()
    expect(disposed).toEqual([1, 0])
    host.frame(request)
    expect(asked).toEqual([2])
    await host.discard()
    await settle()
    expect(disposed).toEqual([1, 0])
  })

  it('leaves nothing open behind where nothing was before', async () => {
    const { host } = setUp()
    await host.adopt(portWithTrace())
    await host.begin()
    await host.discard()
    await expect(host.frame(request)).rejects.toThrow('No trace is open.')
  })
})

describe('transferables', () => {
  it('finds every buffer once, in views, lists and nested objects', () => {
    const shared = new ArrayBuffer(16)
    const data = {
      a: new Float32Array(shared, 0, 2),
      b: { c: new Uint8Array(shared, 8), d: [new Float64Array(1), new Float64Array(2)] },
      e: ['text'],
      g: [['values', new Float64Array(3)]] as const,
      f: undefined,
    }
    const [first, second] = data.b.d
    expect(transferables(data)).toEqual([shared, first.buffer, second.buffer, data.g[0][1].buffer])
  })
})
