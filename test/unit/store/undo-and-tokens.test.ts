import { describe, expect, it } from 'vitest'
import type { TokenView } from '../../../src/worker/api.ts'
import { settle } from '../worker/fakes.ts'
import { file, openedOf, plainTrace, setUpStore } from './fake-client.ts'

describe('undo and redo', () => {
  it('make one step of a drag and restore the value before it', async () => {
    const { actions, arrive, get, wait } = setUpStore()
    await arrive()
    for (const gamma of [0.99, 0.98, 0.97]) {
      wait(16)
      actions.edit({ gamma }, 'gamma')
    }
    wait(5000)
    actions.edit({ gamma: 0.5 }, 'gamma')
    actions.edit({ lambda: 0.1 }, 'lambda')
    const seen = []
    while (get().tasks.canUndo) {
      actions.undo()
      seen.push([get().document.gamma, get().document.lambda])
    }
    expect(seen).toEqual([
      [0.5, 0.99],
      [0.97, 0.99],
      [1, 0.99],
    ])
    while (get().tasks.canRedo) actions.redo()
    expect(get().document).toMatchObject({ gamma: 0.5, lambda: 0.1 })
  })

  it('do not make one step of two drags with another edit between them', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    actions.edit({ gamma: 0.9 }, 'gamma')
    actions.edit({ order: 'processing' })
    actions.edit({ gamma: 0.8 }, 'gamma')
    actions.undo()
    expect(get().document).toMatchObject({ gamma: 0.9, order: 'processing' })
  })

  it('leave language and theme alone', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    actions.edit({ gamma: 0.5 })
    actions.edit({ language: 'zh', theme: 'dark' })
    actions.undo()
    expect(get().document).toMatchObject({ gamma: 1, language: 'zh', theme: 'dark' })
  })

  it('forget what could be redone after a new edit', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    actions.edit({ gamma: 0.5 })
    actions.undo()
    actions.edit({ lambda: 0.5 })
    expect(get().tasks).toMatchObject({ canUndo: true, canRedo: false })
  })

  it('open the earlier trace again, files too, with its document', async () => {
    const { actions, arrive, get, opens, wait } = setUpStore()
    await arrive()
    actions.openFiles([file('plain.jsonl')])
    await arrive(openedOf(plainTrace()))
    actions.edit({ rollout: 'y' })
    actions.openSample('bug')
    await arrive()
    actions.undo()
    wait(200)
    expect(opens.at(-1)?.source).toMatchObject({ kind: 'files', inputs: [{ name: 'plain.jsonl' }] })
    expect(get().document.source).toEqual({ kind: 'sample', id: 'bug' })
    await arrive(openedOf(plainTrace()))
    expect(get().document).toMatchObject({ source: { name: 'plain.jsonl' }, rollout: 'y' })
    expect(get().tasks).toMatchObject({ canUndo: true, canRedo: true })
    actions.redo()
    wait(200)
    await arrive()
    expect(get().document.source).toEqual({ kind: 'sample', id: 'bug' })
    expect(get().tasks.canRedo).toBe(false)
  })
})

describe('tokens', () => {
  const view = (position: number) => ({ segment: 0, position }) as TokenView

  it('show the hovered one, else the pinned one', async () => {
    const { actions, arrive, get, tokens } = setUpStore()
    await arrive()
    actions.edit({ token: { segment: 0, position: 1 } })
    actions.hover({ segment: 0, position: 0 })
    expect(tokens.map(({ request }) => request.position)).toEqual([1, 0])
    tokens[1].answer.resolve(view(0))
    tokens[0].answer.resolve(view(1))
    await settle()
    expect(get().data.token?.position).toBe(0)
    actions.hover(undefined)
    tokens[2].answer.resolve(view(1))
    await settle()
    expect(get().data.token?.position).toBe(1)
  })

  it('are asked with the settings of the picture, and again after each new picture', async () => {
    const { actions, arrive, answerFrame, tokens } = setUpStore()
    await arrive()
    actions.hover({ segment: 0, position: 0 })
    actions.edit({ gamma: 0.5 })
    actions.hover({ segment: 0, position: 1 })
    await answerFrame()
    expect(tokens.map(({ request }) => [request.position, request.settings.gamma])).toEqual([
      [0, 1],
      [1, 1],
      [1, 0.5],
    ])
  })

  it('that the rollout does not have are not asked for', async () => {
    const { actions, arrive, tokens, get } = setUpStore({ token: { segment: 7, position: 0 } })
    await arrive()
    actions.hover({ segment: 0, position: 99 })
    await settle()
    expect(tokens).toEqual([])
    expect(get().data.token).toBeUndefined()
  })

  it('step over masked positions and segment ends, and stop at the ends of the rollout', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    const visited = [1, 1, 1, 1, -1, -5].map((tokens) => {
      actions.step(tokens)
      const { token } = get().document
      return `${token?.segment}.${token?.position}`
    })
    expect(visited).toEqual(['0.0', '0.1', '1.1', '1.1', '0.1', '0.0'])
  })

  it('step forward from a masked position to the next action token', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    actions.edit({ token: { segment: 1, position: 0 } })
    actions.step(1)
    expect(get().document.token).toEqual({ segment: 1, position: 1 })
    actions.edit({ token: { segment: 1, position: 0 } })
    actions.step(-1)
    expect(get().document.token).toEqual({ segment: 0, position: 1 })
  })

  it('stay in view while stepping', async () => {
    const { actions, arrive, get } = setUpStore()
    await arrive()
    actions.edit({ token: { segment: 0, position: 0 }, range: { from: 0, to: 1 } })
    actions.step(1)
    expect(get().document.range).toEqual({ from: 1, to: 2 })
  })
})
