/** What is tried against recorded advantages: every preset under every estimator it speaks of. */
import { presetSettings } from '../credit/conventions/apply.ts'
import { PRESETS } from '../credit/conventions/registry.ts'
import type { Estimator } from '../credit/estimator.ts'
import { type Options, resolveOptions } from '../credit/options.ts'
import { ESTIMATORS, estimatorOf, optionsOf } from '../credit/registry.ts'
import type { Batch } from '../trace/batch.ts'
import type { CreditSettings } from './api.ts'
import { pageOptions } from './page-options.ts'
import type { Maker } from './reproduction-view.ts'

/** Options of whitening: they act after the scan, so they share a graph. */
const WHITENING: readonly string[] = ['whiten', 'ddof', 'eps', 'form']

export interface OptionSet {
  readonly makers: readonly Maker[]
  readonly options: Options
  readonly whitens: boolean
}

/** Sets of options that need the same scans. */
export interface GraphTrials {
  readonly estimator: Estimator
  readonly sets: readonly OptionSet[]
}

const hasWhitening = (estimator: Estimator): boolean =>
  estimator.alwaysWhitens === true || estimator.options.some(({ name }) => name === 'whiten')

const whitens = (estimator: Estimator, { whiten }: Options): boolean =>
  estimator.alwaysWhitens === true || whiten === 'batch'

/**
 * The page's own two first, then the presets in their order. What a preset leaves open is as on the page;
 * whether to whiten is tried both ways unless the trainer always does. Equal sets are one, with all who make them.
 */
export function trialsOf(batch: Batch, settings: CreditSettings): readonly GraphTrials[] {
  const graphs = new Map<string, { estimator: Estimator; sets: Map<string, OptionSet> }>()
  const add = (estimator: Estimator, given: Options, maker: Maker): void => {
    const options = resolveOptions(optionsOf(estimator), given)
    const key = JSON.stringify([estimator.id, withoutWhitening(estimator, options)])
    const graph = graphs.get(key) ?? { estimator, sets: new Map<string, OptionSet>() }
    graphs.set(key, graph)
    const own = JSON.stringify(effective(estimator, options))
    const makers = graph.sets.get(own)?.makers ?? []
    graph.sets.set(own, {
      makers: [...makers, maker],
      options,
      whitens: whitens(estimator, options),
    })
  }
  for (const slot of ['a', 'b'] as const) {
    const estimator = estimatorOf(settings[slot].estimator)
    if (estimator && !estimator.unavailable?.(batch)) {
      add(estimator, settings[slot].options, { kind: 'page', slot })
    }
  }
  for (const estimator of ESTIMATORS) {
    if (estimator.unavailable?.(batch) !== undefined) continue
    const page = pageOptions(settings, estimator.id)
    for (const preset of PRESETS) {
      const own = presetSettings(preset, estimator.id)
      if (!own) continue
      const choices: readonly Options[] =
        'whiten' in page && !('whiten' in own.options)
          ? [{ whiten: 'none' }, { whiten: 'batch' }]
          : [{}]
      for (const asked of choices) {
        const open = estimator.options
          .map(({ name }) => name)
          .filter((name) => !(name in own.options) && !WHITENING.includes(name))
        const options = { ...page, ...own.options, ...asked }
        add(estimator, options, { kind: 'preset', id: preset.id, open })
      }
    }
  }
  return [...graphs.values()].map(({ estimator, sets }) => ({
    estimator,
    sets: [...sets.values()],
  }))
}

const withoutWhitening = (estimator: Estimator, options: Options): Options =>
  hasWhitening(estimator)
    ? Object.fromEntries(Object.entries(options).filter(([name]) => !WHITENING.includes(name)))
    : options

/** Options of a whitening that is off, and of a λ rule that is fixed, make no other set. */
function effective(estimator: Estimator, options: Options): Options {
  const off = hasWhitening(estimator) && !whitens(estimator, options) ? WHITENING : []
  return Object.fromEntries(Object.entries(options).filter(([name]) => !off.includes(name)))
}
