/**
 * The one list of document properties. It drives the link (names, encoding, validation), the defaults,
 * undo and the sliders' ranges. Adding a property to the document is one entry here.
 */

import { ownOptions, RATIO_RULES } from '../credit/ratio/registry.ts'
import { ESTIMATORS, optionsOf } from '../credit/registry.ts'
import { readAggregate, writeAggregate } from './aggregates.ts'
import { readConventions, writeConventions } from './conventions.ts'
import { DEFAULT_DOCUMENT, type DocumentState } from './document.ts'
import type { Entries, Entry } from './entries.ts'
import { readMapping, writeMapping } from './mappings.ts'
import { readIndex, readNumber, writeNumber } from './numbers.ts'
import { readOutcomes, readValues, writeOutcomes, writeValues } from './overlays.ts'
import { readDrift, readRatio, writeDrift, writeRatio } from './ratios.ts'
import { readSlot, writeSlot } from './slots.ts'

/** What a slider covers, and what a number box and a link may go to. */
export interface Range {
  readonly min: number
  readonly max: number
  readonly step: number
  /** Largest value accepted, where it lies beyond the slider's end. */
  readonly limit?: number
}

export type PropertyKey = Exclude<keyof DocumentState, 'source'>

export interface Property<K extends PropertyKey = PropertyKey> {
  readonly key: K
  /** Name in the link; parts of a compound value are `name.part`. */
  readonly name: string
  readonly default: DocumentState[K]
  /** Whether undo restores it. */
  readonly undoable: boolean
  readonly range?: Range
  /** Of a compound value: what may stand after `name.` in some link of this version. */
  readonly parts?: readonly string[]
  /** Entries of a value that is not the default. */
  readonly encode: (value: DocumentState[K]) => readonly Entry[]
  /** The value in the link; the default where it is absent or wrong. Never throws. */
  readonly decode: (entries: Entries) => DocumentState[K]
}

const property = <K extends PropertyKey>(
  key: K,
  fields: Omit<Property<K>, 'key' | 'default' | 'undoable' | 'name'> & {
    readonly name?: string
    readonly undoable?: boolean
  },
): Property<K> => ({
  name: key,
  undoable: true,
  ...fields,
  key,
  default: DEFAULT_DOCUMENT[key],
})

/** A number from `range.min` to `range.limit ?? range.max`; a slider. */
function slider<K extends 'gamma' | 'lambda' | 'epsLow' | 'epsHigh'>(key: K, range: Range) {
  return property(key, {
    range,
    encode: (value) => [[key, writeNumber(value)]],
    decode: (entries) => readBounded(entries, key, range) ?? DEFAULT_DOCUMENT[key],
  })
}

function readBounded(entries: Entries, name: string, range: Range): number | undefined {
  const text = entries.get(name)
  if (text === undefined) return undefined
  const value = readNumber(text)
  const top = range.limit ?? range.max
  if (value !== undefined && value >= range.min && value <= top) return value
  entries.wrong(name, `a number from ${range.min} to ${top}`)
  return undefined
}

/** One of a few words. */
function word<K extends 'order' | 'strip' | 'language' | 'theme'>(
  key: K,
  name: string,
  words: readonly DocumentState[K][],
  undoable: boolean,
) {
  return property(key, {
    name,
    undoable,
    encode: (value) => [[name, value]],
    decode: (entries) => {
      const text = entries.get(name)
      const found = words.find((candidate) => candidate === text)
      if (text !== undefined && found === undefined) entries.wrong(name, words.join(' or '))
      return found ?? DEFAULT_DOCUMENT[key]
    },
  })
}

/** Two whole numbers with a separator between them. */
function readPair(
  entries: Entries,
  name: string,
  separator: string,
): readonly [number, number] | undefined {
  const text = entries.get(name)
  if (text === undefined) return undefined
  const parts = text.split(separator)
  const [first, second] = parts.map(readIndex)
  if (parts.length === 2 && first !== undefined && second !== undefined) return [first, second]
  entries.wrong(name, `two whole numbers like 3${separator}12`)
  return undefined
}

const UNIT: Range = { min: 0, max: 1, step: 0.01 }
/** Says in a link that λ_critic follows λ. */
const SAME = 'same'

const namesOf = (specs: readonly (readonly { readonly name: string }[])[]): readonly string[] => [
  ...new Set(specs.flat().map(({ name }) => name)),
]
const SLOT_PARTS = namesOf(ESTIMATORS.map(optionsOf))
const RULE_PARTS = namesOf(RATIO_RULES.map(ownOptions))

const slot = <K extends 'a' | 'b'>(key: K) =>
  property(key, {
    parts: SLOT_PARTS,
    encode: (value) => writeSlot(key, value),
    decode: (entries) => readSlot(entries, key, DEFAULT_DOCUMENT[key]),
  })

const lambdaCritic = property('lambdaCritic', {
  range: UNIT,
  encode: (value) => [['lambdaCritic', value === undefined ? SAME : writeNumber(value)]],
  decode: (entries) =>
    entries.get('lambdaCritic') === SAME
      ? undefined
      : (readBounded(entries, 'lambdaCritic', UNIT) ?? DEFAULT_DOCUMENT.lambdaCritic),
})

const step = property('step', {
  encode: (value) => (value === undefined ? [] : [['step', writeNumber(value)]]),
  decode: (entries) => {
    const text = entries.get('step')
    const value = text === undefined ? undefined : readNumber(text)
    if (text !== undefined && value === undefined) entries.wrong('step', 'a number')
    return value
  },
})

const rollout = property('rollout', {
  encode: (value) => (value === undefined ? [] : [['rollout', value]]),
  decode: (entries) => entries.get('rollout'),
})

const range = property('range', {
  encode: (value) => (value === undefined ? [] : [['range', `${value.from}-${value.to}`]]),
  decode: (entries) => {
    const pair = readPair(entries, 'range', '-')
    if (!pair) return undefined
    const [from, to] = pair
    if (from < to) return { from, to }
    entries.wrong('range', 'a first position below the last')
    return undefined
  },
})

const token = property('token', {
  encode: (value) => (value === undefined ? [] : [['token', `${value.segment}.${value.position}`]]),
  decode: (entries) => {
    const pair = readPair(entries, 'token', '.')
    return pair && { segment: pair[0], position: pair[1] }
  },
})

/** In the order in which they stand in a link. The trace's source is not among them: see link.ts. */
export const PROPERTIES = {
  map: property('map', {
    encode: (value) => (value === undefined ? [] : writeMapping(value)),
    decode: readMapping,
  }),
  a: slot('a'),
  b: slot('b'),
  gamma: slider('gamma', UNIT),
  lambda: slider('lambda', UNIT),
  lambdaCritic,
  epsLow: slider('epsLow', { ...UNIT, limit: 1 }),
  epsHigh: slider('epsHigh', { ...UNIT, limit: 10 }),
  ratio: property('ratio', {
    parts: RULE_PARTS,
    encode: (value) => writeRatio('ratio', value),
    decode: (entries) => readRatio(entries, 'ratio', DEFAULT_DOCUMENT.ratio),
  }),
  against: property('against', {
    parts: RULE_PARTS,
    encode: (value) => (value === undefined ? [] : writeRatio('against', value)),
    decode: (entries) => readRatio(entries, 'against', undefined),
  }),
  drift: property('drift', {
    parts: ['seed'],
    encode: (value) => (value === undefined ? [] : writeDrift(value)),
    decode: readDrift,
  }),
  aggregate: property('aggregate', {
    parts: ['lMax', 'denominator', 'emptyRows', 'measure'],
    encode: writeAggregate,
    decode: readAggregate,
  }),
  values: property('values', {
    parts: ['value', 'from', 'mean', 'amplitude', 'seed'],
    encode: writeValues,
    decode: readValues,
  }),
  outcomes: property('outcomes', { name: 'outcome', encode: writeOutcomes, decode: readOutcomes }),
  step,
  rollout,
  range,
  token,
  order: word('order', 'order', ['time', 'processing'], true),
  strip: word('strip', 'strip', ['none', 'coefficient'], true),
  conventions: property('conventions', {
    parts: ['estimator', 'whiten'],
    encode: (value) => (value === undefined ? [] : writeConventions(value)),
    decode: readConventions,
  }),
  language: word('language', 'lang', ['en', 'zh'], false),
  theme: word('theme', 'theme', ['system', 'light', 'dark'], false),
} satisfies { readonly [K in PropertyKey]: Property<K> }

export const PROPERTY_KEYS = Object.keys(PROPERTIES) as readonly PropertyKey[]

/** Keys of a link that name the trace. */
export const SOURCE_KEYS = ['sample', 'file', 'd'] as const

/** Every key that a link of this version may have, but for `outcome.<rollout id>`. */
export const LINK_KEYS: readonly string[] = [
  'v',
  ...SOURCE_KEYS,
  ...PROPERTY_KEYS.flatMap((key) => {
    const { name, parts = [] }: Pick<Property, 'name' | 'parts'> = PROPERTIES[key]
    return [name, ...parts.map((part) => `${name}.${part}`)]
  }),
]

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

/** Entries of one property, none where it has its default. */
export function encodeProperty<K extends PropertyKey>(
  document: DocumentState,
  key: K,
): readonly Entry[] {
  const { default: preset, encode } = PROPERTIES[key] as unknown as Property<K>
  return same(document[key], preset) ? [] : encode(document[key])
}
