import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { dictionary, Gap, LanguageContext, useText } from '../../../src/ui/text.tsx'

const words = dictionary({ said: 'outcome {x} in all' }, { said: '结果 {x} 共计' })

function Said({ x }: { readonly x: string }) {
  const t = useText(words)
  return (
    <p>
      {t('said', { x })}
      <Gap />
      {t('said', { x })}
    </p>
  )
}

const drawn = (language: 'en' | 'zh', x: string): string =>
  renderToStaticMarkup(
    <LanguageContext value={language}>
      <Said x={x} />
    </LanguageContext>,
  )

describe('spaces', () => {
  it('stand between Chinese and other letters, not between Chinese characters or sentences', () => {
    expect(drawn('zh', '未记录')).toBe('<p>结果未记录共计结果未记录共计</p>')
    expect(drawn('zh', '1')).toBe('<p>结果 1 共计结果 1 共计</p>')
    expect(drawn('en', '1')).toBe('<p>outcome 1 in all outcome 1 in all</p>')
  })
})
