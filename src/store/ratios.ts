/** Ratio rules and the simulated drift in a link: `ratio=dis&ratio.epsLow=0.8&drift=0.1&drift.seed=7`. */
import { ownOptions, ratioRuleOf } from '../credit/ratio/registry.ts'
import type { DriftChoice, RatioChoice } from '../worker/api.ts'
import type { Entries, Entry } from './entries.ts'
import { readIndex, readNumber, writeNumber } from './numbers.ts'
import { readOptions, writeOptions } from './slots.ts'

export function writeRatio(key: string, { rule: id, options }: RatioChoice): readonly Entry[] {
  const rule = ratioRuleOf(id)
  return [[key, id], ...writeOptions(key, rule ? ownOptions(rule) : [], options)]
}

/** An absent or unknown rule is the preset's; no preset: undefined. */
export function readRatio<P extends RatioChoice | undefined>(
  entries: Entries,
  key: string,
  preset: P,
): RatioChoice | P {
  const id = entries.get(key)
  const given = id === undefined ? undefined : ratioRuleOf(id)
  if (id !== undefined && !given) entries.wrong(key, 'a ratio rule of this version')
  const rule = given ?? (preset && ratioRuleOf(preset.rule))
  if (!rule) return preset
  return { rule: rule.id, options: readOptions(entries, key, ownOptions(rule)) }
}

/** What the page starts a drift with, and how far it goes. */
export const DRIFT = { preset: { size: 0.1, seed: 1 }, most: 2, mostSeed: 0xffff_ffff } as const

export const writeDrift = ({ size, seed }: DriftChoice): readonly Entry[] => [
  ['drift', writeNumber(size)],
  ...(seed === DRIFT.preset.seed ? [] : [['drift.seed', writeNumber(seed)] as const]),
]

export function readDrift(entries: Entries): DriftChoice | undefined {
  const text = entries.get('drift')
  if (text === undefined) return undefined
  const size = readNumber(text)
  if (size === undefined || size < 0 || size > DRIFT.most) {
    entries.wrong('drift', `a number from 0 to ${DRIFT.most}`)
    return undefined
  }
  const given = entries.get('drift.seed')
  const seed = given === undefined ? DRIFT.preset.seed : readIndex(given)
  if (seed !== undefined && seed <= DRIFT.mostSeed) return { size, seed }
  entries.wrong('drift.seed', `a whole number from 0 to ${DRIFT.mostSeed}`)
  return { size, seed: DRIFT.preset.seed }
}
