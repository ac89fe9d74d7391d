/** The sentence under a keeping option. */
import { expect, it } from 'vitest'
import { words } from '../../../src/panels/controls/effectText.ts'
import { keepEffect } from '../../../src/panels/controls/keepEffect.ts'
import { fill } from '../../../src/ui/text.tsx'

const removed = {
  byRule: {
    maskEnded: { unit: 'rollouts', rollouts: 12, tokens: 4310 },
    keep: { unit: 'tokens', rollouts: 40, tokens: 9000 },
    chunkMask: { unit: 'tokens', rollouts: 0, tokens: 0 },
  },
  actions: 130_300,
  removed: 13_000,
  rollouts: 256,
} as const

it('says what the option masks, or that it masks nothing', () => {
  const of = (option: string, language: 'en' | 'zh' = 'en') =>
    keepEffect(removed, option, (key, values) => fill(words[language][key], values))
  expect(of('maskEnded')).toBe('Masks 12 of 256 rollouts, 4,310 of 130,300 action tokens.')
  expect(of('keep')).toBe('Masks 9,000 of 130,300 action tokens, in 40 of 256 rollouts.')
  expect(of('chunkMask')).toBe('Masks nothing in this trace.')
  expect(of('chunkMask', 'zh')).toBe('在本轨迹中不掩蔽任何 token。')
  expect([of('overlong'), of('gamma')]).toEqual([undefined, undefined])
})
