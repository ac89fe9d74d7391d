/** A preset as settings of the page for one estimator. */
import type { Options } from '../options.ts'
import { estimatorOf, optionsOf } from '../registry.ts'
import type { Aspect, Choice, Preset } from './preset.ts'

export interface PresetSettings {
  /** Only options that the estimator has and that are known of the trainer. */
  readonly options: Options
  /** The critic's λ where the trainer fixes it; undefined = not known. */
  readonly lambdaCritic: number | undefined
}

/** Aspects that speak about the one estimator they name. */
const OWN: readonly Aspect[] = ['cross-segment', 'return', 'baseline', 'rloo']

/**
 * What the trainer does under an estimator of ours; undefined where nothing particular to it is known, so
 * that a page does not show our defaults under a trainer's name. Whitening is configured, not switched on.
 */
export function presetSettings(preset: Preset, estimatorId: string): PresetSettings | undefined {
  const estimator = estimatorOf(estimatorId)
  if (!estimator) return undefined
  const names = optionsOf(estimator).map((spec) => spec.name)
  const { gae, whitening, filter } = preset.aspects
  const own = OWN.map((aspect) => preset.aspects[aspect]).filter((c) => c?.id === estimatorId)
  const about: readonly (Choice | undefined)[] = [
    // `truncation` is what only the GAE family has.
    names.includes('truncation') ? gae : undefined,
    ...own,
  ]
  if (!about.some((choice) => choice)) return undefined
  // `ddof` and `eps` of a group baseline are not those of whitening.
  const whitens = estimator.alwaysWhitens || names.includes('whiten')
  const choices = [filter, whitens ? whitening : undefined, ...about]
  const merged: Options = Object.assign({}, ...choices.map((choice) => choice?.options))
  const critic = gae?.options.lambdaCritic
  return {
    options: Object.fromEntries(Object.entries(merged).filter(([name]) => names.includes(name))),
    lambdaCritic: typeof critic === 'number' ? critic : undefined,
  }
}
