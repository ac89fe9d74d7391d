/** What a preset knows of the trainer, as part of a draft: fixed behaviours and faults. */
import { presetSettings } from '../../conventions/apply.ts'
import { ASPECTS, type FaultCode, type Preset } from '../../conventions/preset.ts'
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

const hasGae = ({ options }: Settings): boolean => options.truncation !== undefined
const isGroup = ({ estimator, options }: Settings): boolean =>
  estimator.family === 'baseline' || options.singleton !== undefined
const whitens = ({ estimator, options }: Settings): boolean =>
  estimator.alwaysWhitens === true || options.whiten === 'batch'
const isReturn = ({ estimator: { id } }: Settings): boolean =>
  id === 'discounted-return' || id.startsWith('reinforce-pp')

/** Settings under which a fault shows. Those of trainers that are no target never do. */
const SHOWS: Readonly<Record<FaultCode, (settings: Settings) => boolean>> = {
  'reward-lost-on-observation': hasGae,
  'reward-lost-off-run-end': ({ estimator }) => estimator.id === 'chunk-return',
  'padding-leak': hasGae,
  'return-reset-at-observation': isReturn,
  'singleton-raw-reward': (settings) =>
    isGroup(settings) || settings.estimator.id === 'reinforce-pp-baseline',
  'whitening-raises': (settings) => whitens(settings) || hasGae(settings),
  'one-global-group': isGroup,
  'unmasked-token-mean': ({ mode }) => mode.id === 'token-mean',
  'norm-not-divided-by-batch': ({ mode }) => mode.id === 'seq-mean-token-sum-norm',
  'k1-rejects-on-inverse-ratio': () => false,
  'truncation-from-width': () => false,
  'critic-target-scaled': () => false,
  'two-lambdas': () => false,
}

/** The preset's sentences on faults that show under the settings. */
export const faultsOf = (preset: Preset, settings: Settings): Draft =>
  draft({
    differs: [
      ...preset.faults.filter(({ code }) => SHOWS[code](settings)).map(({ sentence }) => sentence),
    ],
  })
