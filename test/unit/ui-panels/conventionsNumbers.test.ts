import { describe, expect, it } from 'vitest'
import { apart, slightDigit } from '../../../src/panels/conventions/numbers.ts'

describe('two numbers side by side', () => {
  it('have the digits that tell them apart', () => {
    expect(apart(0.57735, 0.57735)).toEqual(['+0.577', '+0.577'])
    expect(apart(0.5, -0.25)).toEqual(['+0.500', '−0.250'])
    // GRPO of [1, 0] with ε 1e-6 and 1e-4 on a standard deviation of 0.7071.
    expect(apart(-0.707105781, -0.706994)).toEqual(['−0.7071', '−0.7070'])
    expect(apart(1.154698, 1.154701)).toEqual(['+1.154698', '+1.154701'])
  })
})

describe('a difference that is an ε', () => {
  it('is named by its digit, others are not', () => {
    expect(slightDigit(1e-6, 1)).toBe(7)
    expect(slightDigit(3e-6, 1)).toBe(6)
    expect(slightDigit(1e-3, 1)).toBeUndefined()
    expect(slightDigit(1e-3, 100)).toBe(6)
    expect(slightDigit(0, 1)).toBeUndefined()
  })
})
