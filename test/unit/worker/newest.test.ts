import { describe, expect, it } from 'vitest'
import { newestWins } from '../../../src/worker/newest.ts'
import { deferred, settle } from './fakes.ts'

/** A runner whose answers are given by hand, in the order of the calls. */
function manual() {
  const calls: { question: number; answer: (x: string) => void; fail: (e: Error) => void }[] = []
  const newest = newestWins((question: number) => {
    const { promise, resolve, reject } = deferred<string>()
    calls.push({ question, answer: resolve, fail: reject })
    return promise
  })
  return { calls, newest }
}

describe('newest request wins', () => {
  it('runs one request, keeps one waiting, and drops those in between', async () => {
    const { calls, newest } = manual()
    const answers = [1, 2, 3, 4].map((question) => newest.request(question))
    expect(calls.map(({ question }) => question)).toEqual([1])
    calls[0].answer('one')
    await settle()
    expect(calls.map(({ question }) => question)).toEqual([1, 4])
    calls[1].answer('four')
    expect(await Promise.all(answers)).toEqual(['one', 'superseded', 'superseded', 'four'])
  })

  it('shows a finished answer although a newer request waits, so that a drag is not frozen', async () => {
    const { calls, newest } = manual()
    const first = newest.request(1)
    newest.request(2)
    calls[0].answer('one')
    expect(await first).toBe('one')
  })

  it('goes on after a failure', async () => {
    const { calls, newest } = manual()
    const first = newest.request(1)
    const second = newest.request(2)
    calls[0].fail(new Error('lost'))
    await expect(first).rejects.toThrow('lost')
    await settle()
    calls[1].answer('two')
    expect(await second).toBe('two')
  })

  it('answers superseded to everything that was asked before a reset', async () => {
    const { calls, newest } = manual()
    const running = newest.request(1)
    const waiting = newest.request(2)
    newest.reset()
    const after = newest.request(3)
    calls[0].fail(new Error('the old trace is gone'))
    await settle()
    calls[1].answer('three')
    expect(await Promise.all([running, waiting, after])).toEqual([
      'superseded',
      'superseded',
      'three',
    ])
  })
})
