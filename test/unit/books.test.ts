/** Which words a build takes out of the first load. */
import { describe, expect, it } from 'vitest'
import { movedFrom } from '../../scripts/book-words.ts'

const moved = (path: string, source: string): readonly string[] =>
  movedFrom(path, source).map(
    ({ book, kind, start, end }) => `${book} ${kind} ${source.slice(start, end)}`,
  )

describe('words that come later', () => {
  it('are the Chinese of a dictionary and of tables that are named so', () => {
    const source = `
      export const words = dictionary<Key>({ a: 'one' }, { a: '一' })
      export const namesEn = { a: 'one' }
      export const namesZh: Words = { a: '一', 'b.c': \`二\` }
      const REASONS_ZH: readonly Pair[] = [[/^No \\w+$/, '没有 $1']]
      const ZH = { x: ['甲'] }`
    expect(moved('src/panels/a/text.ts', source)).toEqual([
      "chinese table { a: '一' }",
      "chinese table { a: '一', 'b.c': `二` }",
      "chinese list [[/^No \\w+$/, '没有 $1']]",
      "chinese table { x: ['甲'] }",
    ])
  })

  it('are what methods and options say of themselves, not what they compute with', () => {
    const source = `
      export const grpo: Estimator = {
        id: 'grpo', label: 'GRPO', source: 'a paper', tex: [String.raw\`A\`], needs: ['group'],
        pitfalls: ['one'], options: [{ name: 'std', help: 'which', choices: [{ value: 'a', tex: ['b'] }] }],
      }`
    expect(moved('src/credit/baselines/grpo.ts', source)).toEqual([
      "methods sentence 'a paper'",
      'methods list [String.raw`A`]',
      "methods list ['one']",
      "methods sentence 'which'",
      "methods list ['b']",
    ])
    expect(moved('src/panels/a/B.ts', source)).toEqual([])
  })

  it('hold nothing that means something only where it stands', () => {
    const source = `
      const words = dictionary(en, { ...others, a: '一' })
      const namesZh = { a: name('一') }`
    expect(moved('src/panels/a/text.ts', source)).toEqual([])
  })
})
