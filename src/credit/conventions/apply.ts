/** A preset as settings of the page for one estimator. */
import type { Options } from '../options.ts'
import { estimatorOf, optionsOf } from '../registry.ts'
import type { Aspect, Preset } from './preset.ts'

export interface PresetSettings {
  /** Only options that the estimator has and that are known of the trainer. */
  readonly options: Options
  /** The aspect that each of `options` belongs to. */
  readonly from: Readonly<Partial<Record<string, Aspect>>>
  /** The critic's λ where the trainer fixes it; undefined = not known. */
  readonly lambdaCritic: number | undefined
}

/**
 * Whether the estimator is the trainer's own. What is known of its GAE may be put into any of the GAE
 * family; that does not make it the trainer's.
 */
export const hasEstimator = ({ aspects }: Preset, estimatorId: string): boolean =>
  OWN.some((aspect) => aspects[aspect]?.id === estimatorId) ||
  (estimatorId === 'per-segment-gae' && aspects.gae !== undefined)

/** Aspects that speak about the one estimator they name. */
const OWN = ['cross-segment', 'return', 'baseline', 'rloo'] as const satisfies readonly Aspect[]

/**
 * What the trainer does under an estimator of ours; undefined where nothing particular to it is known, so
 * that a page does not show our defaults under a trainer's name. Whitening is switched on only where the
 * trainer always whitens.
 */
export function presetSettings(preset: Preset, estimatorId: string): PresetSettings | undefined {
  const estimator = estimatorOf(estimatorId)
  if (!estimator) return undefined
  const names = optionsOf(estimator).map((spec) => spec.name)
  const { gae } = preset.aspects
  // `truncation` is what only the GAE family has.
  const about: readonly Aspect[] = [
    ...(names.includes('truncation') && gae ? (['gae'] as const) : []),
    ...OWN.filter((aspect) => preset.aspects[aspect]?.id === estimatorId),
  ]
  if (about.length === 0) return undefined
  // `ddof` and `eps` of a group baseline are not those of whitening.
  const whitens = estimator.alwaysWhitens || names.includes('whiten')
  const aspects: readonly Aspect[] = [
    'filter',
    ...(whitens ? (['whitening'] as const) : []),
    ...about,
  ]
  const always = about.includes('gae') && preset.whitens?.gae === 'always'
  const known = [
    ...(always ? [{ name: 'whiten', value: 'batch', aspect: 'whitening' } as const] : []),
    ...aspects.flatMap((aspect) =>
      Object.entries(preset.aspects[aspect]?.options ?? {})
        .filter(([name]) => names.includes(name))
        .map(([name, value]) => ({ name, value, aspect })),
    ),
  ]
  const critic = gae?.options.lambdaCritic
  return {
    options: Object.fromEntries(known.map(({ name, value }) => [name, value])),
    from: Object.fromEntries(known.map(({ name, aspect }) => [name, aspect])),
    lambdaCritic: typeof critic === 'number' ? critic : undefined,
  }
}
