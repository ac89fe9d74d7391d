import { expect, it } from 'vitest'
import { late } from '../../../src/trace/late.ts'
import { deferred, settle } from '../worker/fakes.ts'

it('who waits for late code goes on in order, before whoever finds it there', async () => {
  const loads: ReturnType<typeof deferred<string>>[] = []
  const load = () => {
    const next = deferred<string>()
    loads.push(next)
    return next.promise
  }
  const said: string[] = []
  const tools = late(load)
  for (const name of ['undo', 'redo']) tools.fetch().then(() => said.push(name))
  for (const { resolve } of loads) resolve('code')
  await settle()
  expect(loads).toHaveLength(1)
  expect(said).toEqual(['undo', 'redo'])
  expect(tools.here()).toBe('code')
})

it('what failed to load is asked for again', async () => {
  let tries = 0
  const tools = late(async () => {
    tries += 1
    if (tries === 1) throw new Error('offline')
    return 'code'
  })
  await expect(tools.fetch()).rejects.toThrow('offline')
  expect(await tools.fetch()).toBe('code')
})
