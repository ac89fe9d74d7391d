/** The aggregation of token losses in a link: `aggregate=rollout-mean&aggregate.denominator=after`. */
import { AGGREGATE_MODES, aggregateModeOf } from '../credit/aggregate/aggregate.ts'
import type { AggregateChoice } from '../worker/api.ts'
import { DEFAULT_AGGREGATE } from './document.ts'
import type { Entries, Entry } from './entries.ts'
import { readIndex, writeNumber } from './numbers.ts'

/** Bounds of L_max. */
export const L_MAX = { min: 1, max: 1e9 } as const

export function writeAggregate(choice: AggregateChoice): readonly Entry[] {
  const { lMax, denominator, emptyRows, measure } = choice
  return [
    ['aggregate', choice.mode],
    ...part('lMax', lMax !== DEFAULT_AGGREGATE.lMax, writeNumber(lMax)),
    ...part('denominator', denominator !== DEFAULT_AGGREGATE.denominator, denominator),
    ...part('emptyRows', emptyRows !== DEFAULT_AGGREGATE.emptyRows, emptyRows),
    ...part('measure', measure !== DEFAULT_AGGREGATE.measure, measure),
  ]
}

const part = (name: string, isChanged: boolean, value: string): readonly Entry[] =>
  isChanged ? [[`aggregate.${name}`, value]] : []

/** One of the words; the default where it is absent or wrong. */
function oneOf<T extends string>(entries: Entries, key: string, words: readonly T[], preset: T): T {
  const text = entries.get(key)
  const found = words.find((word) => word === text)
  if (text !== undefined && found === undefined) entries.wrong(key, words.join(' or '))
  return found ?? preset
}

export function readAggregate(entries: Entries): AggregateChoice {
  const id = entries.get('aggregate')
  const mode = id === undefined ? undefined : aggregateModeOf(id)
  if (id !== undefined && !mode) {
    entries.wrong('aggregate', AGGREGATE_MODES.map((one) => one.id).join(' or '))
  }
  const text = entries.get('aggregate.lMax')
  const read = text === undefined ? DEFAULT_AGGREGATE.lMax : readIndex(text)
  const lMax = read !== undefined && read >= L_MAX.min && read <= L_MAX.max ? read : undefined
  if (lMax === undefined) {
    entries.wrong('aggregate.lMax', `a whole number from ${L_MAX.min} to ${L_MAX.max}`)
  }
  const { denominator, emptyRows, measure } = DEFAULT_AGGREGATE
  return {
    mode: mode?.id ?? DEFAULT_AGGREGATE.mode,
    lMax: lMax ?? DEFAULT_AGGREGATE.lMax,
    denominator: oneOf(entries, 'aggregate.denominator', ['before', 'after'], denominator),
    emptyRows: oneOf(entries, 'aggregate.emptyRows', ['skip', 'count'], emptyRows),
    measure: oneOf(entries, 'aggregate.measure', ['weight', 'gradient'], measure),
  }
}
