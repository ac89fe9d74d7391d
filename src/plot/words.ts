/** Words of the pictures; panels fill this in from their dictionaries. */
import type { Boundary, SpanKind } from '../trace/batch.ts'

export interface PlotWords {
  /** A number of tokens. */
  readonly tokens: (n: number) => string
  readonly segment: (index: number) => string
  readonly invIter: (n: number) => string
  /** The segment is over before the visible range begins. */
  readonly endsAt: (position: number) => string
  readonly counts: (action: number, all: number) => string
  readonly prompt: (tokens: number) => string
  readonly promptShort: (tokens: number) => string
  readonly kinds: Readonly<Record<SpanKind, string>>
  readonly mask: string
  /** Name of the n-th cut, from 1: `condense 1 (0|1)`, and where there is no room `0|1`. */
  readonly condense: (n: number) => string
  readonly condenseShort: (n: number) => string
  readonly boundaries: Readonly<Record<Boundary, string>>
  /** Nothing crosses this boundary under B. */
  readonly nothing: string
  readonly cut: string
  readonly carry: string
  /** Only the look-ahead value crosses. */
  readonly nextOnly: string
  readonly reward: (value: string) => string
  /** Where the terminal reward comes in but is not known. */
  readonly rewardUnknown: string
  readonly positions: string
  readonly actionTokens: string
  readonly advantage: string
  /** What the colours of the strips mean, with the unit. */
  readonly colours: string
  readonly coloursInRewards: string
  /** What the strip of the loss coefficient shows. */
  readonly legendCoefficient: string
  /** What height and shade mean where a pixel holds several spans. */
  readonly legendShare: string
  readonly legendCut: string
  readonly legendCarry: string
  readonly legendNext: string
  readonly legendReward: string
  readonly legendBand: string
  /** Part of the curve that the strips show. */
  readonly legendWindow: string
}
