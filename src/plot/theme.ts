/** Colours of the picture, resolved from the page's custom properties. */
import type { Ink } from './marks.ts'

/** Custom properties of the page's theme that pictures use. */
export const TOKENS = [
  '--bg',
  '--panel',
  '--text',
  '--muted',
  '--faint',
  '--line',
  '--accent',
  '--a',
  '--b',
  '--carry',
  '--action',
  '--observation',
  '--skeleton',
  '--prompt',
  '--mask',
  '--neg',
  '--zero',
  '--pos',
  '--focus',
] as const

export interface PlotTheme {
  /** CSS colour of a token, or the colour itself. */
  readonly ink: (ink: Ink) => string
  /** `2·HALF + 1` colours from −extent to +extent. */
  readonly diverging: readonly string[]
  readonly sans: string
  readonly mono: string
}

export const MONO =
  'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono", monospace'

/** Colour steps on each side of zero; more than a display can tell apart on one strip. */
export const HALF = 96

/**
 * Colour strength = (|value| / extent)^POWER. Linear would leave a credit of a tenth of the largest one,
 * typical of what reaches early segments, indistinguishable from zero. The legend's bar is linear in the
 * value, so it shows this.
 */
const POWER = 0.6

/** Index into `diverging`: symmetric around zero, clamped at ±extent; −1 = no colour (not a number). */
export function bucketOf(value: number, extent: number): number {
  if (!Number.isFinite(value)) return -1
  if (!(extent > 0) || value === 0) return HALF
  const strength = Math.min(1, Math.abs(value) / extent) ** POWER
  return HALF + Math.sign(value) * Math.round(HALF * strength)
}

/** Straight lines in sRGB from `zero` to either end: CIELAB would bend the blue side through purple. */
export function divergingTable(negative: string, zero: string, positive: string): string[] {
  const [left, middle, right] = [negative, zero, positive].map(channels)
  return Array.from({ length: 2 * HALF + 1 }, (_, i) => {
    const share = Math.abs(i - HALF) / HALF
    const end = (i < HALF ? left : right) ?? []
    const mixed = middle?.map((from, c) => Math.round(from * (1 - share) + (end[c] ?? 0) * share))
    return `rgb(${mixed?.join(', ')})`
  })
}

/** Red, green and blue, 0 … 255. */
export function channels(colour: string): readonly number[] {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)
  if (hex) return hex.slice(1).map((digits) => Number.parseInt(digits, 16))
  return (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
}

/** `colours` maps every token to a CSS colour `rgb(…)` or `#rrggbb`. */
export function makeTheme(
  colours: Readonly<Record<string, string>>,
  sans: string,
  mono: string = MONO,
): PlotTheme {
  const of = (token: string): string => colours[token] ?? '#808080'
  return {
    ink: (ink) => (ink.startsWith('--') ? of(ink) : ink),
    diverging: divergingTable(of('--neg'), of('--zero'), of('--pos')),
    sans,
    mono,
  }
}

/**
 * Reads the tokens as they apply to `element`. Each goes through a pixel, because a custom property may
 * hold any CSS colour (`oklch(…)`, `light-dark(…)`) and canvas and the table of colours need plain sRGB.
 */
export function readTheme(element: Element): PlotTheme {
  const owner = element.ownerDocument
  const probe = owner.createElement('span')
  probe.style.display = 'none'
  element.append(probe)
  const canvas = owner.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const colours: Record<string, string> = {}
  for (const token of TOKENS) {
    probe.style.color = `var(${token})`
    const colour = getComputedStyle(probe).color
    if (!context) {
      colours[token] = colour
      continue
    }
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data
    colours[token] =
      alpha === 255 ? `rgb(${r}, ${g}, ${b})` : `rgba(${r}, ${g}, ${b}, ${alpha / 255})`
  }
  probe.remove()
  return makeTheme(colours, getComputedStyle(element).fontFamily || 'sans-serif')
}
