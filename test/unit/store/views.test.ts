/** What an open panel watches is asked for when it opens and when the frames rest, and never of old settings. */
import { expect, test, vi } from 'vitest'
import { createReferenceEngine } from '../../../src/engine/reference/engine.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import { Session } from '../../../src/worker/session.ts'
import type { ViewRequest } from '../../../src/worker/views.ts'
import { answered } from '../../support/views.ts'
import { smallTrace } from '../worker/fakes.ts'
import { setUpStore } from './fake-client.ts'

const QUESTION = { order: 'file', page: undefined, state: undefined } as const

const session = new Session(smallTrace(), createReferenceEngine(), () => ({
  id: 'reference',
  description: '',
  reason: { code: 'exact' },
}))

const setUp = async () => {
  const page = setUpStore()
  const settings = settingsOf(DEFAULT_DOCUMENT)
  const asked = { kind: 'groups', settings, rollout: 0, question: QUESTION } as const
  const answer = answered(await session.view(asked))
  const view = vi.fn(async (request: ViewRequest) => ({ request, view: answer }))
  page.client.view = view
  await page.arrive()
  const gammas = () => view.mock.calls.map(([request]) => request.settings.gamma)
  return { ...page, gammas }
}

test('nothing is asked for while no panel watches', async () => {
  const { wait, gammas } = await setUp()
  wait(1000)
  expect(gammas()).toEqual([])
})

test('an opened panel gets the view of the settings on the screen', async () => {
  const { actions, get, tick, gammas } = await setUp()
  actions.watch('groups', QUESTION)
  await tick()
  expect(gammas()).toEqual([1])
  expect(get().data.views.groups?.request.settings.gamma).toBe(1)
})

test('a drag asks once, for where it came to rest', async () => {
  const { actions, answerFrame, wait, gammas } = await setUp()
  actions.watch('groups', QUESTION)
  for (const gamma of [0.9, 0.8, 0.7]) {
    actions.edit({ gamma })
    await answerFrame()
  }
  wait(1000)
  expect(gammas()).toEqual([1, 0.7])
})

test('a closed panel asks for nothing more', async () => {
  const { actions, answerFrame, wait, gammas } = await setUp()
  const close = actions.watch('groups', QUESTION)
  close()
  actions.edit({ gamma: 0.5 })
  await answerFrame()
  wait(1000)
  expect(gammas()).toEqual([1])
})
