import { describe, expect, it, vi } from 'vitest'
import { fileStem } from '../../../src/store/leaving.ts'
import { file, openedOf, plainTrace, setUpStore } from './fake-client.ts'

describe('sharing', () => {
  it('keeps the link of the present state', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    actions.edit({ gamma: 0.5 })
    expect(get().tasks.link).toBe('https://example.org/segue/#v=1&sample=search&gamma=0.5')
    expect(await actions.shareLink({ texts: false })).toEqual({
      url: get().tasks.link,
      characters: get().tasks.link.length,
      carriesTrace: true,
      numbers: true,
    })
  })

  it('puts the structure of a file into the address, once per trace', async () => {
    const { actions, arrive, get, payloads, answerFrame } = setUpStore()
    await arrive()
    actions.openFiles([file('plain.jsonl')])
    await arrive(openedOf(plainTrace()))
    expect(get().tasks.link).toBe('https://example.org/segue/#v=1&d=PAYLOAD')
    actions.edit({ gamma: 0.5 })
    await answerFrame()
    expect(get().tasks.link).toContain('gamma=0.5&')
    expect(payloads).toHaveLength(1)
    expect(payloads[0]).toEqual({ texts: false, limit: 8000 - get().tasks.link.length + 7 + 10 })
  })

  it('names the file when it is too large for a link, and says that it does not carry it', async () => {
    const { actions, arrive, get, setPayload } = setUpStore()
    await arrive()
    setPayload({ payload: undefined, characters: 90_000, numbers: false })
    actions.openFiles([file('plain.jsonl')])
    await arrive(openedOf(plainTrace()))
    expect(get().tasks.link).toBe('https://example.org/segue/#v=1&file=plain.jsonl')
    expect(await actions.shareLink({ texts: true })).toMatchObject({
      carriesTrace: false,
      numbers: false,
    })
  })

  it('makes a share file with the document', async () => {
    const { actions, arrive } = setUpStore({ gamma: 0.5 })
    await arrive()
    const { name, blob } = await actions.shareFile({ texts: false })
    expect(name).toBe('search.segue.json')
    expect(JSON.parse(await blob.text())).toEqual({
      segue: 1,
      document: '#v=1&sample=search&gamma=0.5',
      approximate: false,
      maskDerived: false,
      rows: [],
    })
  })

  it('offers the rows that a snippet reads, named after the trace', async () => {
    const { actions, arrive } = setUpStore()
    await arrive()
    const { name, blob } = await actions.exportRows()
    expect(name).toBe('search-rows.jsonl')
    expect(await blob.text()).toBe('')
  })

  it('names exports after the trace', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    const exporting = actions.exportAdvantages('csv')
    expect(get().tasks.exporting?.share).toBeUndefined()
    expect((await exporting)?.name).toBe('search-advantages.csv')
    expect(get().tasks.exporting).toBeUndefined()
  })

  it('names exports of several files and of one training step apart', async () => {
    const { actions, arrive } = setUpStore()
    await arrive()
    actions.openFiles(['ustep1.jsonl', 'b.jsonl', 'c.jsonl'].map((name) => file(name)))
    await arrive(openedOf(plainTrace()))
    actions.edit({ step: 2 })
    const saved = await actions.exportAdvantages('csv')
    expect(saved?.name).toBe('ustep1-and-2-more-step2-advantages.csv')
    expect(fileStem({ kind: 'file', name: 'ustep1.jsonl + 2' })).toBe('ustep1-and-2-more')
  })

  it('gives no file where the export is cancelled, at once, and tells the worker', async () => {
    const { client, actions, arrive, get } = setUpStore()
    await arrive()
    const heard: unknown[] = []
    client.exportAdvantages = (_settings, _format, port) =>
      new Promise((_resolve, reject) => {
        port?.postMessage(0.25)
        if (port)
          port.onmessage = ({ data }) => {
            heard.push(data)
            reject(new Error('Superseded'))
          }
      })
    const exporting = actions.exportAdvantages('csv')
    await vi.waitFor(() => expect(get().tasks.exporting?.share).toBe(0.25))
    get().tasks.exporting?.cancel()
    expect(await exporting).toBeUndefined()
    expect(get().tasks.exporting).toBeUndefined()
    await vi.waitFor(() => expect(heard).toEqual(['cancel']))
  })
})
