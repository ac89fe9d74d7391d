/** An estimator with its options in a link: `a=per-segment-gae&a.reward=copied&a.eps=1e-8`. */
import type { OptionSpec, Options, OptionValue } from '../credit/options.ts'
import { estimatorOf, optionsOf } from '../credit/registry.ts'
import type { Slot } from '../worker/api.ts'
import type { Entries, Entry } from './entries.ts'
import { readNumber, writeNumber } from './numbers.ts'

const write = (value: OptionValue): string =>
  typeof value === 'number' ? writeNumber(value) : value

/** Options that have their default are left out. */
export function writeSlot(key: string, slot: Slot): readonly Entry[] {
  const estimator = estimatorOf(slot.estimator)
  return [
    [key, slot.estimator],
    ...writeOptions(key, estimator ? optionsOf(estimator) : [], slot.options),
  ]
}

/** `key.name=value` of every option that is not at its default. */
export function writeOptions(
  key: string,
  specs: readonly OptionSpec[],
  options: Options,
): readonly Entry[] {
  const defaults = new Map(specs.map((spec) => [spec.name, spec.default]))
  return Object.entries(options)
    .filter(([name, value]) => defaults.has(name) && defaults.get(name) !== value)
    .map(([name, value]) => [`${key}.${name}`, write(value)])
}

/** Says in a link that a bound is not there. */
const OFF = 'off'
const canBeOff = (spec: OptionSpec): boolean =>
  spec.kind === 'number' && !Number.isFinite(spec.default)

function readOption(spec: OptionSpec, text: string): OptionValue | undefined {
  if (spec.kind === 'choice') return spec.choices.find((choice) => choice.value === text)?.value
  if (text === OFF && canBeOff(spec)) return spec.default
  const value = readNumber(text)
  const fits =
    value !== undefined &&
    value >= spec.min &&
    value <= spec.max &&
    (!spec.integer || Number.isInteger(value))
  return fits ? value : undefined
}

const expected = (spec: OptionSpec): string =>
  spec.kind === 'choice'
    ? spec.choices.map((choice) => choice.value).join(' or ')
    : `${spec.integer ? 'a whole number' : 'a number'} from ${spec.min} to ${spec.max}${canBeOff(spec) ? `, or ${OFF}` : ''}`

/** Only options that the estimator has are read, by their specs. */
export function readSlot(entries: Entries, key: string, preset: Slot): Slot {
  const id = entries.get(key)
  const given = id === undefined ? undefined : estimatorOf(id)
  if (id !== undefined && !given) entries.wrong(key, 'an estimator of this version')
  const estimator = given ?? estimatorOf(preset.estimator)
  if (!estimator) return preset
  return { estimator: estimator.id, options: readOptions(entries, key, optionsOf(estimator)) }
}

/** Options under `key.`, by their specs; a default, or a wrong value, is left out. */
export function readOptions(entries: Entries, key: string, specs: readonly OptionSpec[]): Options {
  const options = specs.flatMap((spec): [string, OptionValue][] => {
    const text = entries.get(`${key}.${spec.name}`)
    if (text === undefined) return []
    const value = readOption(spec, text)
    if (value === undefined) entries.wrong(`${key}.${spec.name}`, expected(spec))
    return value === undefined || value === spec.default ? [] : [[spec.name, value]]
  })
  return Object.fromEntries(options)
}
