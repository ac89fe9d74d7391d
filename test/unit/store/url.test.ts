import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startStore } from '../../../src/store/boot.ts'
import { startWithoutLink } from '../../../src/store/reload.ts'
import { baseAddress, type Page, readEngineParameter } from '../../../src/store/url.ts'
import { ok } from '../../../src/trace/result.ts'
import { smallTrace } from '../worker/fakes.ts'
import { fakeClient, LINKS, openedOf, TOOLS } from './fake-client.ts'

/** A window without a browser: an address, its history, and events. */
function fakePage(address: string) {
  const url = new URL(address)
  const written: string[] = []
  const target = new EventTarget()
  const page = {
    location: url,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, to: string) => {
        written.push(to)
        url.hash = new URL(to, url).hash
      },
      pushState: () => {
        throw new Error('never')
      },
    },
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
    clearTimeout,
    requestAnimationFrame: (work: () => void) => setTimeout(work, 16),
    performance,
  } as unknown as Page & Pick<Window, 'requestAnimationFrame' | 'performance'>
  const goTo = (hash: string) => {
    url.hash = hash
    target.dispatchEvent(new Event('hashchange'))
  }
  return { page, url, written, goTo, leave: () => target.dispatchEvent(new Event('pagehide')) }
}

async function start(address: string) {
  const fake = fakeClient()
  const bar = fakePage(address)
  const store = startStore(fake.client, bar.page, { links: LINKS, tools: TOOLS })
  fake.opens[0].outcome.resolve(ok(openedOf(smallTrace())))
  await vi.advanceTimersByTimeAsync(300)
  return { ...fake, ...bar, store, actions: store.getState().actions }
}

describe('the address bar', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('holds the link of the present state, under a sub-path and with its query', async () => {
    const { written, url, store } = await start('https://example.org/a/segue/?engine=cpu')
    expect(written).toEqual(['/a/segue/?engine=cpu#v=1&sample=search'])
    expect(url.href).toBe('https://example.org/a/segue/?engine=cpu#v=1&sample=search')
    expect(store.getState().tasks.link).toBe('https://example.org/a/segue/#v=1&sample=search')
  })

  it('is written once after a drag', async () => {
    const { written, actions } = await start('https://example.org/')
    written.length = 0
    for (let step = 0; step < 60; step++) {
      actions.edit({ gamma: 1 - step / 100 }, 'gamma')
      await vi.advanceTimersByTimeAsync(16)
    }
    expect(written).toEqual([])
    await vi.advanceTimersByTimeAsync(300)
    expect(written).toEqual(['/#v=1&sample=search&gamma=0.41000000000000003'])
  })

  it('is written at once when the page is left', async () => {
    const { written, actions, leave } = await start('https://example.org/')
    actions.edit({ gamma: 0.5 })
    leave()
    expect(written.at(-1)).toContain('gamma=0.5')
  })

  it('is read at the start and not changed by that', async () => {
    const link = '#v=1&sample=search&gamma=0.5&order=processing'
    const { written, store } = await start(`https://example.org/${link}`)
    expect(store.getState().document).toMatchObject({ gamma: 0.5, language: undefined })
    expect(written).toEqual([])
  })

  it('is read again when a person changes it', async () => {
    const { goTo, store, written } = await start('https://example.org/')
    written.length = 0
    goTo('#v=1&sample=search&gamma=0.25')
    await vi.advanceTimersByTimeAsync(300)
    expect(store.getState().document.gamma).toBe(0.25)
    expect(written).toEqual([])
  })

  it('keeps a link that waits for its file behind a stand-in, until something else is opened', async () => {
    const link = '#v=1&file=run.jsonl%20%2B%202&gamma=0.5&step=3&rollout=r7'
    const { goTo, url, actions, opens } = await start(`https://example.org/${link}`)
    expect(url.hash).toBe(link)
    actions.edit({ lambda: 0.5 })
    goTo('#main')
    await vi.advanceTimersByTimeAsync(300)
    expect(url.hash).toBe(link.replace('&step', '&lambda=0.5&step'))
    actions.openSample('bug')
    opens[1].outcome.resolve(ok(openedOf(smallTrace())))
    await vi.advanceTimersByTimeAsync(300)
    expect(url.hash).toContain('sample=bug')
  })

  it('says the language only where the reader chose another than their own, and keeps that choice', async () => {
    const { goTo, url, store, actions } = await start('https://example.org/')
    actions.edit({ language: 'zh' })
    await vi.advanceTimersByTimeAsync(300)
    expect(url.hash).toBe('#v=1&sample=search&lang=zh')
    goTo('#v=1&sample=search&gamma=0.25')
    await vi.advanceTimersByTimeAsync(300)
    expect(store.getState().document).toMatchObject({ gamma: 0.25, language: 'zh' })
    goTo('#v=1&sample=search&lang=en')
    expect(store.getState().document.language).toBe('en')
  })

  it('gets its link back after a jump to an anchor', async () => {
    const { goTo, url, store } = await start('https://example.org/')
    goTo('#main')
    await vi.advanceTimersByTimeAsync(300)
    expect(url.hash).toBe('#v=1&sample=search')
    expect(store.getState().tasks.notices).toEqual([])
  })

  it('says at the start that a link is newer, broken, or wrong in parts', async () => {
    const kinds = async (hash: string) => {
      const { store } = await start(`https://example.org/${hash}`)
      return store.getState().tasks.notices.map(({ kind }) => kind)
    }
    expect(await kinds('#v=2&gamma=0.5')).toEqual(['link-newer'])
    expect(await kinds('#gamma=0.5')).toEqual(['link-broken'])
    expect(await kinds('#v=1&gamma=5')).toEqual(['link-partly-read'])
    expect(await kinds('')).toEqual([])
  })

  it('names the engine to force', () => {
    const engineOf = (query: string) => readEngineParameter(fakePage(`https://x.org/${query}`).page)
    expect(engineOf('?engine=reference')).toBe('reference')
    expect(engineOf('?engine=quantum')).toBeUndefined()
    expect(engineOf('')).toBeUndefined()
  })

  it('says that an engine is unknown', async () => {
    const notices = async (query: string) =>
      (await start(`https://example.org/${query}`)).store.getState().tasks.notices
    expect(await notices('?engine=quantum')).toEqual([{ kind: 'engine-unknown', asked: 'quantum' }])
    expect(await notices('?engine=cpu')).toEqual([])
    expect(await notices('?other=1')).toEqual([])
  })

  it('can be started anew without the link but with the engine', () => {
    const { page } = fakePage('https://x.org/a/?engine=cpu#v=1&sample=bug')
    const went: string[] = []
    Object.assign(page.location, { assign: (to: string) => went.push(to) })
    startWithoutLink(page)
    expect(went).toEqual(['https://x.org/a/?engine=cpu'])
  })

  it('gives links their base without query and hash', () => {
    expect(baseAddress(fakePage('https://x.org/a/index.html?engine=cpu#v=1').page)).toBe(
      'https://x.org/a/index.html',
    )
  })
})
