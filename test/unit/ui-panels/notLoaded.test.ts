import { expect, it } from 'vitest'
import { isNotLoaded } from '../../../src/panels/notices/notLoaded.ts'

it('code that did not come is told from faults, in the words of every browser', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: https://example.org/assets/read-1a2b.js.',
    'error loading dynamically imported module: https://example.org/assets/read-1a2b.js.',
    'Importing a module script failed.',
    'A stylesheet could not be loaded.',
    'The worker could not start.',
  ]) {
    expect(isNotLoaded(message)).toBe(true)
  }
  expect(isNotLoaded('Array buffer allocation failed.')).toBe(false)
})
