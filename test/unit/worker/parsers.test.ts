import { describe, expect, it } from 'vitest'
import { createParsers, parserCount } from '../../../src/worker/parsers.ts'
import type { ParserEndpoint } from '../../../src/worker/protocol.ts'
import { type Deferred, deferred, fakeWorkers } from './fakes.ts'

const piece = () => new Uint8Array(1)

function fakeParsers(size: number) {
  const parsing: {
    readonly thread: number
    readonly follows: boolean
    readonly answer: Deferred<undefined>
  }[] = []
  const workers = fakeWorkers<ParserEndpoint>((thread) => ({
    parse: (_piece, _reader, _spare, follows) => {
      const answer = deferred<undefined>()
      parsing.push({ thread, follows, answer })
      return answer.promise
    },
  }))
  return { ...workers, parsing, parsers: createParsers(workers.connect, size) }
}

describe('parser threads', () => {
  it('start at the first piece and share the pieces', async () => {
    const { parsers, started, parsing } = fakeParsers(3)
    expect(started).toEqual([])
    const first = [
      parsers.parse(piece(), 'x'),
      parsers.parse(piece(), 'x'),
      parsers.parse(piece(), 'x'),
    ]
    expect(parsing.map((p) => p.thread)).toEqual([0, 1, 2])
    parsing[1].answer.resolve(undefined)
    await first[1]
    parsers.parse(piece(), 'x').catch(() => {})
    expect(parsing.at(-1)?.thread).toBe(1)
    expect(started).toHaveLength(3)
    for (const { answer } of parsing) answer.resolve(undefined)
    await Promise.all(first)
  })

  it('read a stretch of the text each, piece by piece', () => {
    const { parsers, parsing } = fakeParsers(2)
    const text = new Blob(['x'.repeat(60)])
    const send = (of: Blob, from: number, stretch: number) =>
      parsers.parse({ text: of, from, to: from + 10, stretch, longest: 99 }, 'x').catch(() => {})
    for (const from of [0, 10, 20, 30, 40, 50]) send(text, from, from < 30 ? 30 : 60)
    expect(parsing.map((p) => p.thread)).toEqual([0, 0, 0, 1, 1, 1])
    expect(parsing.map((p) => p.follows)).toEqual([false, true, true, false, true, true])
    // Another text that looks alike is not read by the streams of this one.
    send(new Blob(['y'.repeat(99)]), 60, 60)
    expect(parsing.at(-1)?.follows).toBe(false)
  })

  it('may start before, some of them or all', async () => {
    const { parsers, started, parsing } = fakeParsers(3)
    parsers.prepare(2)
    expect(started).toHaveLength(2)
    parsers.prepare(1)
    expect(started).toHaveLength(2)
    const first = parsers.parse(piece(), 'x')
    expect(started).toHaveLength(3)
    expect(parsing.map((p) => p.thread)).toEqual([0])
    parsing[0].answer.resolve(undefined)
    await first
    parsers.close()
    parsers.prepare()
    expect(started).toHaveLength(3)
  })

  it('end where nothing needs them, and start again', async () => {
    const { parsers, started, parsing } = fakeParsers(2)
    parsers.prepare()
    parsers.rest()
    expect(started.map((worker) => worker.terminated)).toEqual([true, true])
    const first = parsers.parse(piece(), 'x')
    expect(started).toHaveLength(4)
    parsers.rest()
    expect(started.map((worker) => worker.terminated)).toEqual([true, true, false, false])
    parsing[0].answer.resolve(undefined)
    await first
  })

  it('that crash give up their pieces and get no more', async () => {
    const { parsers, started, parsing } = fakeParsers(2)
    const lost = parsers.parse(piece(), 'x')
    const kept = parsers.parse(piece(), 'x')
    started[0].crash('out of memory')
    await expect(lost).rejects.toThrow('out of memory')
    parsers.parse(piece(), 'x').catch(() => {})
    expect(parsing.map((p) => p.thread)).toEqual([0, 1, 1])
    started[1].crash('too')
    await expect(kept).rejects.toThrow('too')
    await expect(parsers.parse(piece(), 'x')).rejects.toThrow('gone')
  })

  it('that cannot start leave the work to others', async () => {
    const parsers = createParsers(() => {
      throw new Error('no workers inside workers')
    }, 2)
    expect(() => parsers.prepare()).not.toThrow()
    await expect(parsers.parse(piece(), 'x')).rejects.toThrow('no workers')
  })

  it('all end when they are closed', async () => {
    const { parsers, started } = fakeParsers(2)
    const open = parsers.parse(piece(), 'x')
    parsers.close()
    await expect(open).rejects.toThrow('closed')
    expect(started.map((worker) => worker.terminated)).toEqual([true, true])
    await expect(parsers.parse(piece(), 'x')).rejects.toThrow('gone')
  })

  it('leave a core to the loader, where there are enough', () => {
    expect([1, 2, 4, 8, 64].map(parserCount)).toEqual([2, 2, 3, 7, 8])
  })
})
