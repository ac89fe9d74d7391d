import { describe, expect, it } from 'vitest'
import { plotWords, words } from '../../../src/panels/segments/text.ts'
import { fill } from '../../../src/ui/text.tsx'

describe('numbers of tokens that were estimated from text', () => {
  const plot = plotWords((key, values) => fill(words.en[key], values ?? {}), true)
  it('are marked wherever the picture writes one', () => {
    expect(plot.tokens(1606)).toBe('≈1,606')
    expect(plot.counts(12, 40)).toBe('≈12 action / ≈40')
    expect([plot.prompt(7), plot.promptShort(7)]).toEqual(['prompt ≈7 tokens', '≈7 tokens'])
    expect(plot.endsAt(40)).toBe('← ends at position ≈40')
  })
})
