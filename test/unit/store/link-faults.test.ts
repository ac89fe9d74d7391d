import { describe, expect, it } from 'vitest'
import { detailsOf, joinDetails } from '../../../src/store/decoded-link.ts'
import { err } from '../../../src/trace/result.ts'
import { settle } from '../worker/fakes.ts'
import { file, openedOf, plainTrace, setUpStore } from './fake-client.ts'

const said = (store: ReturnType<typeof setUpStore>) => {
  const notice = store.get().tasks.notices.find(({ kind }) => kind === 'link-partly-read')
  return notice?.kind === 'link-partly-read' ? notice.details.first : []
}

describe('parts of a link that the trace does not have', () => {
  it('are named: rollout, range, outcome', async () => {
    const store = setUpStore({ rollout: 'nobody', outcomes: { byRollout: { x: 1, ghost: 1 } } })
    await store.arrive(openedOf(plainTrace()))
    expect(said(store)).toEqual([
      'rollout: the trace has no “nobody”; its first rollout is shown.',
      'outcome: the trace has no rollout “ghost”.',
    ])
    const other = setUpStore({ range: { from: 2, to: 900 } })
    await other.arrive(openedOf(plainTrace()))
    expect(said(other)).toEqual(['range: 2-900 goes beyond the longest segment, which ends at 4.'])
    expect(other.get().document.range).toEqual({ from: 2, to: 4 })
  })

  it('are named once the segments are known: token', async () => {
    const store = setUpStore({ token: { segment: 1, position: 3 } })
    await store.arrive()
    expect(said(store)).toEqual([
      'token: there is no 1.3, because segment 1 has 3 positions, counted from 0; none is pinned.',
    ])
    expect(store.get().document.token).toBeUndefined()
    store.actions.openLink('#v=1&sample=search&token=7.0')
    expect(said(store)).toEqual([
      'token: there is no 7.0, because the rollout has 2 segments, counted from 0; none is pinned.',
    ])
    store.actions.openLink('#v=1&sample=search&token=1.2')
    expect(store.get().tasks.notices).toEqual([])
    expect(store.get().document.token).toEqual({ segment: 1, position: 2 })
  })

  it('are added to what could not be read at all, and only the first are kept', () => {
    const many = detailsOf(Array.from({ length: 50 }, (_, k) => `${k}.`))
    expect(many).toMatchObject({ count: 50 })
    expect(many.first).toHaveLength(20)
    expect(joinDetails(detailsOf(['a.']), many)).toMatchObject({ count: 51 })
  })
})

describe('a link that cannot be opened while a trace is open', () => {
  it('leaves it open and does not claim that a sample is shown', async () => {
    const { actions, arrive, get, opens } = setUpStore()
    await arrive()
    actions.openFiles([file('mine.jsonl')])
    await arrive(openedOf(plainTrace()))
    const { document } = get()
    actions.openLink('#gamma=1')
    expect(get().tasks.notices).toMatchObject([{ kind: 'link-broken', instead: 'open-trace' }])
    actions.openLink('#v=9&gamma=1')
    expect(get().tasks.notices).toMatchObject([{ kind: 'link-newer', instead: 'open-trace' }])
    actions.openLink('#v=1&d=abc')
    const message = 'The trace in the link is cut off; ask for the link again.'
    const diagnostics = [{ code: 'bad-payload', severity: 'error', file: 'link', message }] as const
    opens
      .at(-1)
      ?.outcome.resolve(err({ refusals: [{ file: 'link', bytes: 3, guess: '', diagnostics }] }))
    await settle()
    expect(get().tasks.notices).toEqual([
      { kind: 'link-broken', detail: message, instead: 'open-trace' },
    ])
    actions.openLink('#v=1&file=other.jsonl&gamma=0.5')
    expect(get().tasks.notices).toMatchObject([
      { kind: 'link-needs-file', document: { source: { name: 'other.jsonl' } } },
    ])
    expect(get().document).toBe(document)
  })

  it('is applied at once where it names the file that is open', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    actions.openFiles([file('mine.jsonl')])
    await arrive(openedOf(plainTrace()))
    actions.openLink('#v=1&file=mine.jsonl&gamma=0.5')
    expect(get().document).toMatchObject({ gamma: 0.5, source: { name: 'mine.jsonl' } })
    expect(get().tasks.notices).toEqual([])
  })

  it('waits for several files by the name that the link has for them', async () => {
    const { actions, arrive, get } = setUpStore({
      source: { kind: 'file', name: 'a.jsonl + 1' },
      gamma: 0.5,
    })
    await arrive()
    actions.openFiles([file('dir/a.jsonl'), file('dir/b.jsonl')])
    await arrive()
    expect(get().document.gamma).toBe(0.5)
  })
})
