/** Value sources and typed outcomes in a link: `values=noise&values.seed=7`, `outcome=1&outcome.r17=0`. */
import type { Outcomes, ValueSource } from '../trace/prepare.ts'
import type { Entries, Entry } from './entries.ts'
import { readIndex, readNumber, writeNumber } from './numbers.ts'

export function writeValues(source: ValueSource): readonly Entry[] {
  if (source.kind === 'zero' && source.assumed) return []
  const parts = Object.entries(source).filter(([name]) => name !== 'kind')
  return [
    ['values', source.kind],
    ...parts.map(([name, value]): Entry => [`values.${name}`, writeNumber(Number(value))]),
  ]
}

/** Missing numbers have these values; a link may leave them out. */
export const SYNTHETIC = {
  constant: { kind: 'constant', value: 0.5 },
  ramp: { kind: 'ramp', from: 0 },
  noise: { kind: 'noise', mean: 0.5, amplitude: 0.25, seed: 1 },
  fitted: { kind: 'fitted', ridge: 1 },
} as const satisfies Record<string, ValueSource>

export function readValues(entries: Entries): ValueSource {
  const number = (name: string, preset: number): number => {
    const text = entries.get(`values.${name}`)
    const value = text === undefined ? preset : readNumber(text)
    if (value === undefined) entries.wrong(`values.${name}`, 'a number')
    return value ?? preset
  }
  const kind = entries.get('values')
  switch (kind) {
    case undefined:
    case 'file':
      return { kind: 'file' }
    case 'zero':
      return { kind: 'zero' }
    case 'constant':
      return { kind, value: number('value', SYNTHETIC.constant.value) }
    case 'ramp':
      return { kind, from: number('from', SYNTHETIC.ramp.from) }
    case 'noise': {
      const { mean, amplitude, seed } = SYNTHETIC.noise
      return {
        kind,
        mean: number('mean', mean),
        amplitude: number('amplitude', amplitude),
        seed: readSeed(entries, seed),
      }
    }
    case 'fitted': {
      const ridge = number('ridge', SYNTHETIC.fitted.ridge)
      if (ridge >= 0) return { kind, ridge }
      entries.wrong('values.ridge', 'a number from 0 up')
      return SYNTHETIC.fitted
    }
    default:
      entries.wrong('values', 'file, zero, constant, ramp, noise or fitted')
      return { kind: 'file' }
  }
}

function readSeed(entries: Entries, preset: number): number {
  const text = entries.get('values.seed')
  if (text === undefined) return preset
  const seed = readIndex(text)
  if (seed === undefined) entries.wrong('values.seed', 'a whole number')
  return seed ?? preset
}

export function writeOutcomes(outcomes: Outcomes): readonly Entry[] {
  const all: readonly Entry[] =
    outcomes.all === undefined ? [] : [['outcome', writeNumber(outcomes.all)]]
  const single = Object.entries(outcomes.byRollout)
  return [...all, ...single.map(([id, value]): Entry => [`outcome.${id}`, writeNumber(value)])]
}

export function readOutcomes(entries: Entries): Outcomes {
  const read = (key: string, text: string): number | undefined => {
    const value = readNumber(text)
    if (value === undefined) entries.wrong(key, 'a number')
    return value
  }
  const text = entries.get('outcome')
  const all = text === undefined ? undefined : read('outcome', text)
  const single = entries.under('outcome.').flatMap(([id, given]): [string, number][] => {
    const value = read(`outcome.${id}`, given)
    return value === undefined ? [] : [[id, value]]
  })
  // `fromEntries` defines own properties, so an id like `__proto__` stays an id.
  const byRollout = Object.fromEntries(single)
  return all === undefined ? { byRollout } : { all, byRollout }
}
