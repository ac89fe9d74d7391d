/** What a preset knows of the trainer, as part of a draft: fixed behaviours and faults. */
import { presetSettings } from '../../conventions/apply.ts'
import { actsUnder, isOfLoss } from '../../conventions/faults.ts'
import { ASPECTS, type Preset } from '../../conventions/preset.ts'
import { describeOption } from '../../conventions/sentences.ts'
import type { OptionValue } from '../../options.ts'
import { type Settings, sayables } from '../settings.ts'
import type { Unsaid } from '../target.ts'
import { type Draft, draft } from './draft.ts'

/** Options of a filter are choices of the trainer's user, not something it always does. */
const isFilter = (preset: Preset, name: string): boolean =>
  preset.aspects.filter?.options[name] !== undefined

/**
 * Every option of the estimator that the trainer is known to fix: the same as ours, or unsaid.
 * @param but names that a key already carries
 */
export function behaviours(preset: Preset, settings: Settings, but: readonly string[]): Draft {
  const known = presetSettings(preset, settings.estimator.id)?.options ?? {}
  const acting = new Set(sayables(settings).map(({ name }) => name))
  const theirs = Object.entries(known).filter(
    ([name]) => acting.has(name) && !but.includes(name) && !isFilter(preset, name),
  )
  const isSame = ([name, value]: [string, OptionValue]): boolean => settings.options[name] === value
  return draft({
    same: theirs.filter(isSame).map(([name]) => name),
    unsaid: theirs
      .filter((one) => !isSame(one))
      .map(([name, value]) => differentOption(preset, name, value)),
  })
}

function differentOption(preset: Preset, name: string, value: OptionValue): Unsaid {
  const aspect = ASPECTS.find((one) => preset.aspects[one]?.options[name] === value) ?? 'gae'
  const trainer = preset.label.replace(/ \(.*/, '')
  return {
    name,
    sentence: `${trainer} ${describeOption(aspect, name, value)}, and no key changes it.`,
  }
}

/**
 * The preset's sentences on faults that show under the settings.
 * @param isOwn whether one of the trainer's estimators was named; the faults of the others' do not show
 */
export const faultsOf = (preset: Preset, settings: Settings, isOwn: boolean): Draft => {
  const { estimator, options, mode } = settings
  // What a trainer always does stands in its preset; the settings may ask for something else.
  const whiten = presetSettings(preset, estimator.id)?.options.whiten
  const theirs = { estimator, options: { ...options, ...(whiten && { whiten }) }, mode: mode.id }
  return draft({
    differs: preset.faults
      .filter(({ code }) => (isOwn || isOfLoss(code)) && actsUnder(code, theirs))
      .map(({ sentence }) => sentence),
  })
}
