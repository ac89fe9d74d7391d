/** How each property of the document stands in a link: names, encoding, validation. One entry per property. */

import { ownOptions, RATIO_RULES } from '../credit/ratio/registry.ts'
import { ESTIMATORS, optionsOf } from '../credit/registry.ts'
import { readAggregate, writeAggregate } from './aggregates.ts'
import { readConventions, writeConventions } from './conventions.ts'
import { DEFAULT_DOCUMENT, type DocumentState } from './document.ts'
import type { Entries, Entry } from './entries.ts'
import { readMapping, writeMapping } from './mappings.ts'
import { readIndex, readNumber, writeNumber } from './numbers.ts'
import { readOutcomes, readValues, writeOutcomes, writeValues } from './overlays.ts'
import { PROPERTIES, PROPERTY_KEYS, type PropertyKey, type Range, same } from './properties.ts'
import { readDrift, readRatio, writeDrift, writeRatio } from './ratios.ts'
import { readSlot, writeSlot } from './slots.ts'

export interface Codec<K extends PropertyKey = PropertyKey> {
  /** Name in the link; parts of a compound value are `name.part`. */
  readonly name: string
  /** Of a compound value: what may stand after `name.` in some link of this version. */
  readonly parts?: readonly string[]
  /** Entries of a value that is not the default. */
  readonly encode: (value: DocumentState[K]) => readonly Entry[]
  /** The value in the link; the default where it is absent or wrong. Never throws. */
  readonly decode: (entries: Entries) => DocumentState[K]
}

const codec = <K extends PropertyKey>(
  key: K,
  fields: Omit<Codec<K>, 'name'> & { readonly name?: string },
): Codec<K> => ({ name: key, ...fields })

/** A number in the range of its slider, up to `limit` where that lies beyond. */
function number<K extends 'gamma' | 'lambda' | 'epsLow' | 'epsHigh'>(key: K) {
  return codec(key, {
    encode: (value) => [[key, writeNumber(value)]],
    decode: (entries) => readBounded(entries, key, PROPERTIES[key].range) ?? DEFAULT_DOCUMENT[key],
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
) {
  return codec(key, {
    name,
    encode: (value) => (value === undefined ? [] : [[name, value]]),
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

/** Says in a link that λ_critic follows λ. */
const SAME = 'same'

const namesOf = (specs: readonly (readonly { readonly name: string }[])[]): readonly string[] => [
  ...new Set(specs.flat().map(({ name }) => name)),
]
const SLOT_PARTS = namesOf(ESTIMATORS.map(optionsOf))
const RULE_PARTS = namesOf(RATIO_RULES.map(ownOptions))

const slot = <K extends 'a' | 'b'>(key: K) =>
  codec(key, {
    parts: SLOT_PARTS,
    encode: (value) => writeSlot(key, value),
    decode: (entries) => readSlot(entries, key, DEFAULT_DOCUMENT[key]),
  })

const lambdaCritic = codec('lambdaCritic', {
  encode: (value) => [['lambdaCritic', value === undefined ? SAME : writeNumber(value)]],
  decode: (entries) =>
    entries.get('lambdaCritic') === SAME
      ? undefined
      : (readBounded(entries, 'lambdaCritic', PROPERTIES.lambdaCritic.range) ??
        DEFAULT_DOCUMENT.lambdaCritic),
})

const step = codec('step', {
  encode: (value) => (value === undefined ? [] : [['step', writeNumber(value)]]),
  decode: (entries) => {
    const text = entries.get('step')
    const value = text === undefined ? undefined : readNumber(text)
    if (text !== undefined && value === undefined) entries.wrong('step', 'a number')
    return value
  },
})

const rollout = codec('rollout', {
  encode: (value) => (value === undefined ? [] : [['rollout', value]]),
  decode: (entries) => entries.get('rollout'),
})

const range = codec('range', {
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

const token = codec('token', {
  encode: (value) => (value === undefined ? [] : [['token', `${value.segment}.${value.position}`]]),
  decode: (entries) => {
    const pair = readPair(entries, 'token', '.')
    return pair && { segment: pair[0], position: pair[1] }
  },
})

/** In the order in which they stand in a link. The trace's source is not among them: see link.ts. */
export const CODECS = {
  map: codec('map', {
    encode: (value) => (value === undefined ? [] : writeMapping(value)),
    decode: readMapping,
  }),
  a: slot('a'),
  b: slot('b'),
  gamma: number('gamma'),
  lambda: number('lambda'),
  lambdaCritic,
  epsLow: number('epsLow'),
  epsHigh: number('epsHigh'),
  ratio: codec('ratio', {
    parts: RULE_PARTS,
    encode: (value) => writeRatio('ratio', value),
    decode: (entries) => readRatio(entries, 'ratio', DEFAULT_DOCUMENT.ratio),
  }),
  against: codec('against', {
    parts: RULE_PARTS,
    encode: (value) => (value === undefined ? [] : writeRatio('against', value)),
    decode: (entries) => readRatio(entries, 'against', undefined),
  }),
  drift: codec('drift', {
    parts: ['seed'],
    encode: (value) => (value === undefined ? [] : writeDrift(value)),
    decode: readDrift,
  }),
  aggregate: codec('aggregate', {
    parts: ['lMax', 'denominator', 'emptyRows', 'measure'],
    encode: writeAggregate,
    decode: readAggregate,
  }),
  values: codec('values', {
    parts: ['value', 'from', 'mean', 'amplitude', 'seed'],
    encode: writeValues,
    decode: readValues,
  }),
  outcomes: codec('outcomes', { name: 'outcome', encode: writeOutcomes, decode: readOutcomes }),
  step,
  rollout,
  range,
  token,
  order: word('order', 'order', ['time', 'processing']),
  strip: word('strip', 'strip', ['none', 'coefficient']),
  conventions: codec('conventions', {
    parts: ['estimator', 'whiten'],
    encode: (value) => (value === undefined ? [] : writeConventions(value)),
    decode: readConventions,
  }),
  language: word('language', 'lang', ['en', 'zh']),
  theme: word('theme', 'theme', ['system', 'light', 'dark']),
} satisfies { readonly [K in PropertyKey]: Codec<K> }

/** Keys of a link that name the trace. */
export const SOURCE_KEYS = ['sample', 'file', 'd'] as const

/** Every key that a link of this version may have, but for `outcome.<rollout id>`. */
export const LINK_KEYS: readonly string[] = [
  'v',
  ...SOURCE_KEYS,
  ...PROPERTY_KEYS.flatMap((key) => {
    const { name, parts = [] }: Pick<Codec, 'name' | 'parts'> = CODECS[key]
    return [name, ...parts.map((part) => `${name}.${part}`)]
  }),
]

/** Entries of one property, none where it has its default. */
export function encodeProperty<K extends PropertyKey>(
  document: DocumentState,
  key: K,
): readonly Entry[] {
  const { encode } = CODECS[key] as unknown as Codec<K>
  return same(document[key], DEFAULT_DOCUMENT[key]) ? [] : encode(document[key])
}
