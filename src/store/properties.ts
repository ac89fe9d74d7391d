/**
 * What holds for each property of the document apart from links: undo and the sliders' ranges. How it stands in a
 * link is `codecs.ts`. Adding a property to the document is one entry here and one there.
 */
import type { DocumentState } from './document.ts'

/** What a slider covers, and what a number box and a link may go to. */
export interface Range {
  readonly min: number
  readonly max: number
  readonly step: number
  /** Largest value accepted, where it lies beyond the slider's end. */
  readonly limit?: number
}

export type PropertyKey = Exclude<keyof DocumentState, 'source'>

export interface Property {
  /** Whether undo restores it. */
  readonly undoable: boolean
  readonly range?: Range
}

const UNIT: Range = { min: 0, max: 1, step: 0.01 }

const edited: Property = { undoable: true }
const setting: Property = { undoable: false }
const slider = (range: Range) => ({ undoable: true, range })

/** In the order in which they stand in a link. The trace's source is not among them: see link.ts. */
export const PROPERTIES = {
  map: edited,
  a: edited,
  b: edited,
  gamma: slider(UNIT),
  lambda: slider(UNIT),
  lambdaCritic: slider(UNIT),
  epsLow: slider({ ...UNIT, limit: 1 }),
  epsHigh: slider({ ...UNIT, limit: 10 }),
  ratio: edited,
  against: edited,
  drift: edited,
  aggregate: edited,
  values: edited,
  outcomes: edited,
  step: edited,
  rollout: edited,
  range: edited,
  token: edited,
  order: edited,
  strip: edited,
  conventions: edited,
  language: setting,
  theme: setting,
} as const satisfies { readonly [K in PropertyKey]: Property }

export const PROPERTY_KEYS = Object.keys(PROPERTIES) as readonly PropertyKey[]

/** Properties that decide numbers; the others only decide what is looked at. */
export const NUMBER_KEYS = [
  'a',
  'b',
  'gamma',
  'lambda',
  'lambdaCritic',
  'epsLow',
  'epsHigh',
  'ratio',
  'against',
  'drift',
  'aggregate',
  'values',
  'outcomes',
  'step',
] as const satisfies readonly PropertyKey[]

/** Structural equality of two values of a property (small plain data). */
export const same = (x: unknown, y: unknown): boolean =>
  Object.is(x, y) || (typeof x === 'object' && JSON.stringify(x) === JSON.stringify(y))
