import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../../../src/ui/theme.css', import.meta.url), 'utf8')

function tokens(block: 'light' | 'dark'): Record<string, string> {
  const body = css.split(`[data-theme="${block}"] {`)[1].split('}')[0]
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]),
  )
}

/** WCAG 2.2 relative luminance. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** HSV hue and saturation. */
function hue(hex: string): { degrees: number; saturation: number } {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const most = Math.max(r, g, b)
  const span = most - Math.min(r, g, b)
  if (span === 0) return { degrees: 0, saturation: 0 }
  const sixth = most === r ? (g - b) / span : most === g ? 2 + (b - r) / span : 4 + (r - g) / span
  return { degrees: (sixth * 60 + 360) % 360, saturation: span / most }
}

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const t = tokens(theme)
  const surfaces = ['bg', 'panel', 'raised', 'hover', 'selected']

  it.each(['text', 'muted', 'faint', 'accent', 'a', 'b', 'carry'])(
    '--%s is readable on every surface (4.5:1)',
    (name) => {
      for (const surface of surfaces) {
        expect(contrast(t[name], t[surface]), `${name} on ${surface}`).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  it.each(['good', 'warn', 'bad'])('--%s is readable on its own background', (name) => {
    expect(contrast(t[name], t[`${name}-bg`])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['a-soft', 'b-soft'])('text on a bar of --%s is readable', (name) => {
    expect(contrast(t.text, t[name])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['a', 'b', 'a-soft', 'b-soft'])('--%s is not taken for a sign colour', (series) => {
    const one = hue(t[series])
    for (const sign of ['neg', 'pos']) {
      const apart = Math.abs(one.degrees - hue(t[sign]).degrees)
      const near = Math.min(apart, 360 - apart) < 20
      expect(near && one.saturation > 0.3, `${series} beside ${sign}`).toBe(false)
    }
  })

  it('text on the accent colour is readable', () => {
    expect(contrast(t['on-accent'], t.accent)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['edge', 'action', 'mask', 'neg', 'pos', 'focus'])(
    '--%s stands out from the panel (3:1)',
    (name) => {
      expect(contrast(t[name], t.panel)).toBeGreaterThanOrEqual(3)
      expect(contrast(t[name], t.bg)).toBeGreaterThanOrEqual(3)
    },
  )
})
