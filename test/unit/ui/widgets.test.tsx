import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Choice } from '../../../src/ui/Choice.tsx'
import { settledText } from '../../../src/ui/NumberNote.tsx'
import { keyTarget, snap } from '../../../src/ui/Slider.tsx'
import { parseWithin, settle } from '../../../src/ui/settle.ts'

describe('a name between backticks', () => {
  it('is code in what is read, and plain where there is no code', () => {
    const props = { label: 'x', help: 'Reads `turns`.', value: 'a', onChange: () => undefined }
    const items = [
      { value: 'a', label: 'a' },
      { value: 'b', label: 'b', unavailable: 'No ensemble (`values_per_critic`).' },
    ]
    const markup = renderToStaticMarkup(createElement(Choice, { ...props, items }))
    expect(markup).toContain('(<code>values_per_critic</code>)')
    expect(markup).toContain('title="Reads turns."')
    expect(markup).not.toContain('`')
  })
})

describe('number box', () => {
  it('takes numbers inside the bounds and nothing else', () => {
    const bounds = { min: 0, max: 1 }
    expect(parseWithin('0.987', bounds)).toBe(0.987)
    expect(parseWithin('1e-3', bounds)).toBe(0.001)
    for (const text of ['', ' ', '1.01', '-0.1', 'x', 'Infinity', 'NaN']) {
      expect(parseWithin(text, bounds), text).toBeUndefined()
    }
  })

  it('refuses fractions where a whole number is asked for', () => {
    expect(parseWithin('1.5', { integer: true })).toBeUndefined()
    expect(parseWithin('7', { integer: true })).toBe(7)
  })
})

describe('a number that cannot be taken as typed', () => {
  const unit = { min: 0, max: 1 }
  const said = (text: string, bounds = unit as Parameters<typeof settle>[1], label = 'γ') => {
    const settled = settle(text, bounds)
    return [
      'value' in settled ? settled.value : undefined,
      settledText(settled, bounds, label, 0.9, 'en'),
    ]
  }

  it('goes to the nearest end, and the page says so', () => {
    expect(said('1.5')).toEqual([1, 'γ lies between 0 and 1'])
    expect(said('-3')).toEqual([0, 'γ lies between 0 and 1'])
    expect(said('1e999')).toEqual([1, 'γ lies between 0 and 1'])
    expect(said('-1', { min: 0 }, 'amplitude')).toEqual([0, 'amplitude is at least 0'])
    expect(settledText(settle('2', unit), unit, 'γ', 0.9, 'zh')).toBe('γ 在 0 与 1 之间')
  })

  it('is rounded where it counts something', () => {
    expect(said('2.6', { min: 0, integer: true }, 'seed')).toEqual([3, 'seed is a whole number'])
  })

  it('stays what it was where nothing can be read', () => {
    expect(said('')).toEqual([undefined, 'γ needs a number; it stays 0.9'])
    expect(said('abc')).toEqual([undefined, 'γ needs a number; it stays 0.9'])
  })

  it('says nothing about what it takes', () => {
    expect(said('0.5')).toEqual([0.5, undefined])
  })
})

describe('slider', () => {
  it('snaps without binary dust and stays on the track', () => {
    expect(snap(0.9951, 0.001, 0, 1)).toBe(0.995)
    expect(snap(0.30000000000000004, 0.05, 0, 1)).toBe(0.3)
    expect(snap(1.2, 0.001, 0, 1)).toBe(1)
  })

  it('arrow keys step, shift steps ten times, Home and End go to the ends', () => {
    const at = { value: 0.95, min: 0, max: 1, step: 0.005 }
    expect(keyTarget('ArrowRight', false, at)).toBe(0.955)
    expect(keyTarget('ArrowLeft', true, at)).toBe(0.9)
    expect(keyTarget('PageDown', false, at)).toBe(0.85)
    expect(keyTarget('Home', false, at)).toBe(0)
    expect(keyTarget('End', false, at)).toBe(1)
    expect(keyTarget('a', false, at)).toBeUndefined()
  })
})

describe('choice', () => {
  const item = (value: string, unavailable?: string) => ({ value, label: value, unavailable })
  const render = (items: readonly ReturnType<typeof item>[]): string =>
    renderToStaticMarkup(
      createElement(Choice, { label: 'Order', value: 'skip', items, onChange: () => {} }),
    )

  it('three short ones are radio buttons, more are a select', () => {
    expect(render([item('skip'), item('dense'), item('zero')])).toContain('type="radio"')
    expect(render([item('skip'), item('population'), item('sample'), item('none')])).toContain(
      '<select',
    )
  })

  it('an unavailable one is disabled and the reason stands in the page', () => {
    const html = render([item('skip'), item('dense', 'the trace has no values')])
    expect(html).toMatch(/value="dense"[^>]*disabled|disabled[^>]*value="dense"/)
    expect(html).toContain('dense: the trace has no values')
  })
})
