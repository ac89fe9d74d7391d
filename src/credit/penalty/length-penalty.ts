/** What penalties on long responses share: their options and the excess (methods.md §3.4). */
import type { NumberSpec, Options } from '../options.ts'

const limit = (name: string, symbol: string, preset: number, help: string): NumberSpec => ({
  kind: 'number',
  name,
  symbol,
  help,
  default: preset,
  min: 1,
  max: 1e9,
  step: 1,
  integer: true,
})

export const LIMITS: readonly NumberSpec[] = [
  limit(
    'lMax',
    String.raw`L_{\max}`,
    20480,
    'Longest response L_max; at this length the penalty is −1.',
  ),
  limit(
    'lCache',
    String.raw`L_{\mathrm{cache}}`,
    4096,
    'L_cache: over the last so many tokens before L_max the penalty grows from 0 to −1.',
  ),
]

/** 0 up to lMax − lCache tokens, 1 at lMax, and on in the same slope. `options` are resolved. */
export const exceeded = (tokens: number, { lMax, lCache }: Options): number =>
  Math.max(0, tokens - (Number(lMax) - Number(lCache))) / Number(lCache)
