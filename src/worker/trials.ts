/** What is tried against recorded advantages: every preset under every estimator it speaks of. */
import { hasEstimator, presetSettings } from '../credit/conventions/apply.ts'
import { type TraceFacts, traceFacts, whyNoEffect } from '../credit/conventions/facts.ts'
import { PRESETS } from '../credit/conventions/registry.ts'
import type { Estimator } from '../credit/estimator.ts'
import { isShown, type Options, resolveOptions } from '../credit/options.ts'
import { ESTIMATORS, estimatorOf, optionsOf } from '../credit/registry.ts'
import type { Batch } from '../trace/batch.ts'
import type { CreditSettings } from './api.ts'
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
 * The page's own two first, then the presets in their order: what these do not say is our default, never the page's,
 * so that nothing that a person sets speaks for a trainer. Whether to whiten is tried both ways unless the trainer
 * always does. Equal sets are one, with all who make them.
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
  const facts = traceFacts(batch)
  for (const estimator of ESTIMATORS) {
    if (estimator.unavailable?.(batch) !== undefined) continue
    const isAsked = estimator.options.some(({ name }) => name === 'whiten')
    for (const preset of PRESETS) {
      const own = presetSettings(preset, estimator.id)
      if (!own) continue
      const choices: readonly Options[] =
        isAsked && !('whiten' in own.options) ? [{ whiten: 'none' }, { whiten: 'batch' }] : [{}]
      for (const asked of choices) {
        const options = { ...own.options, ...asked }
        const open = openIn(estimator, options, facts)
        add(estimator, options, {
          kind: 'preset',
          id: preset.id,
          open,
          own: hasEstimator(preset, estimator.id),
        })
      }
    }
  }
  return [...graphs.values()].map(({ estimator, sets }) => ({
    estimator,
    sets: [...sets.values()],
  }))
}

/** Options of the estimator that are not said and may change an advantage of the trace. */
function openIn(estimator: Estimator, said: Options, facts: TraceFacts): readonly string[] {
  const options = resolveOptions(optionsOf(estimator), said)
  // No reason may rest on γ or λ, of which several are tried.
  const circumstances = { estimator, options, facts, gamma: Number.NaN, lambda: Number.NaN }
  return estimator.options
    .filter((spec) => !(spec.name in said) && isShown(spec, estimator.options, options))
    .map(({ name }) => name)
    .filter((name) => whyNoEffect(name, circumstances) === 'no-effect')
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
