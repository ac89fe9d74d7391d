import { describe, expect, it } from 'vitest'
import { oldParts } from '../../../src/panels/notices/old.ts'
import type { Frame } from '../../../src/worker/api.ts'
import { WorkerGone } from '../../../src/worker/connection.ts'
import { settle } from '../worker/fakes.ts'
import { openedOf, plainTrace, setUpStore } from './fake-client.ts'

const old = (
  state: ReturnType<ReturnType<typeof setUpStore>['get']>,
  language: 'en' | 'zh' = 'en',
) => {
  const { frame, table } = state.data
  if (!frame || !table) throw new Error('nothing is shown')
  return oldParts(frame, state.document, table, language)
}

describe('a slow frame', () => {
  it('is announced after 300 ms and no longer when it is there', async () => {
    const { actions, arrive, answerFrame, get, tick, wait } = setUpStore()
    await arrive()
    actions.edit({ gamma: 0.5 })
    await tick()
    wait(250)
    expect(get().tasks.picture).toBe('current')
    wait(100)
    expect(get().tasks.picture).toBe('computing')
    expect(old(get())).toEqual(['γ 1'])
    await answerFrame()
    expect(get().tasks.picture).toBe('current')
    expect(old(get())).toEqual([])
  })

  it('is not one while a drag brings a frame every 200 ms', async () => {
    const { actions, arrive, frames, get, tick, wait } = setUpStore()
    await arrive()
    const seen = new Set<string>()
    actions.edit({ gamma: 0.9 }, 'gamma')
    await tick()
    for (const gamma of [0.8, 0.7, 0.6, 0.5]) {
      const frame = frames.at(-1)
      wait(100)
      actions.edit({ gamma }, 'gamma')
      await tick()
      wait(100)
      frame?.answer.resolve({
        request: frame.request,
        detail: { segments: [] },
      } as unknown as Frame)
      await settle()
      seen.add(get().tasks.picture)
    }
    expect([...seen]).toEqual(['current'])
    wait(300)
    expect(get().tasks.picture).toBe('computing')
  })

  it('names the ratio rules, the drift and the aggregation too', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    const { aggregate } = get().document
    actions.edit({
      ratio: { rule: 'dis', options: {} },
      against: { rule: 'tis', options: { cap: 5 } },
      drift: { size: 0.1, seed: 1 },
      aggregate: { ...aggregate, mode: 'rollout-mean' },
    })
    expect(old(get())).toEqual([
      'ratio rule: PPO clip',
      'no second ratio rule',
      'no simulated drift',
      'aggregation: token mean',
    ])
    actions.undo()
    expect(get().document.ratio.rule).toBe('ppo-clip')
    expect(get().document.drift).toBeUndefined()
    actions.redo()
    expect(get().document.against).toEqual({ rule: 'tis', options: { cap: 5 } })
  })

  it('names everything that the shown numbers belong to, in both languages', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive(openedOf(plainTrace()))
    actions.edit({
      a: { estimator: 'grpo', options: {} },
      b: { estimator: 'cross-segment-gae', options: { order: 'literal' } },
      lambdaCritic: undefined,
      values: { kind: 'constant', value: 0.5 },
      outcomes: { all: 1, byRollout: {} },
      rollout: 'y',
    })
    expect(old(get())).toEqual([
      'rollout “x”',
      'A = per-segment GAE (default options)',
      'B = cross-segment GAE (default options)',
      'λ critic 1',
      'values: zero',
      'the outcomes before the change',
    ])
    expect(old(get(), 'zh')).toHaveLength(6)
  })
})

describe('a frame that fails', () => {
  it('leaves the last one, marked as old, with a notice until the next succeeds', async () => {
    const { actions, arrive, answerFrame, frames, get, tick } = setUpStore()
    await arrive()
    const shown = get().data.frame
    actions.edit({ gamma: 0.5 })
    await tick()
    frames.at(-1)?.answer.reject(new Error('no such thing'))
    await settle()
    expect(get().tasks.notices).toEqual([
      { kind: 'setting-not-computed', message: 'no such thing.' },
    ])
    expect(get().tasks.picture).toBe('failed')
    expect(get().data.frame).toBe(shown)
    actions.edit({ gamma: 0.75 })
    await answerFrame()
    expect(get().tasks).toMatchObject({ picture: 'current', notices: [] })
  })

  it('can be asked for again as it is', async () => {
    const { actions, arrive, answerFrame, frames, get, tick } = setUpStore()
    await arrive()
    actions.edit({ gamma: 0.5 })
    await tick()
    frames.at(-1)?.answer.reject(new Error('no such thing'))
    await settle()
    actions.retry()
    await answerFrame()
    expect(frames.at(-1)?.request.settings.gamma).toBe(0.5)
    expect(get().tasks).toMatchObject({ picture: 'current', notices: [] })
  })

  it('is not mistaken for a dead worker, nor a worker that was closed for a failure', async () => {
    const { actions, arrive, frames, get, tick } = setUpStore()
    await arrive()
    actions.edit({ gamma: 0.5 })
    await tick()
    frames.at(-1)?.answer.reject(new WorkerGone('The worker was closed.'))
    await settle()
    expect(get().tasks.notices).toEqual([])
  })

  it('is forgotten with its trace', async () => {
    const { actions, arrive, frames, get, tick } = setUpStore()
    await arrive()
    actions.edit({ gamma: 0.5 })
    await tick()
    frames.at(-1)?.answer.reject(new Error('boom'))
    await settle()
    actions.openSample('bug')
    await arrive()
    expect(get().tasks).toMatchObject({ picture: 'current', notices: [] })
  })
})
