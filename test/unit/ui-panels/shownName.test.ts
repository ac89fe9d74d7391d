import { expect, it } from 'vitest'
import { nameIn } from '../../../src/panels/shownName.ts'

it('the step that tells two ids apart is named in the page’s language, where it stands at the end', () => {
  expect(nameIn('en', 'uid-7 (step 12)')).toBe('uid-7 (step 12)')
  expect(nameIn('zh', 'uid-7 (step 12)')).toBe('uid-7 (训练步 12)')
  expect(nameIn('zh', 'do (step 1) twice')).toBe('do (step 1) twice')
  expect(nameIn('zh', `${'x'.repeat(100)} (step 3)`, 20)).toMatch(/^x+… ?\(训练步 3\)$/)
})
