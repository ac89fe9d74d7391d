/** The first sample as a build writes it is the sample. */
import { expect, it } from 'vitest'
import { expressionOf, HELPERS } from '../../../scripts/first-trace.ts'
import { firstTrace } from '../../../src/worker/first-trace.ts'

it('is the same data, column for column', async () => {
  const code = `${HELPERS}export default ${expressionOf(firstTrace())}`
  const address = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  const { default: written } = await import(/* @vite-ignore */ address)
  expect(written).toEqual(firstTrace())
})
