/** Computes the conventions panel's view. */

import { presetSettings } from '../credit/conventions/apply.ts'
import { type TraceFacts, traceFacts, whyNoEffect } from '../credit/conventions/facts.ts'
import { chooseEstimator, offers, type Pair, pairUnder } from '../credit/conventions/pair.ts'
import type { Preset } from '../credit/conventions/preset.ts'
import { presetOf } from '../credit/conventions/registry.ts'
import type { Options } from '../credit/options.ts'
import { estimatorOf, optionsOf } from '../credit/registry.ts'
import type { Batch } from '../trace/batch.ts'
import type { CreditSettings, Slot } from './api.ts'
import { type Columns, changeOf, columnsOf, ownOf, tallyColumns } from './compare-advantages.ts'
import { compareWeights } from './compare-weights.ts'
import type {
  AdvantageComparison,
  Cause,
  ConventionsQuestion,
  ConventionsView,
} from './conventions-view.ts'
import { advantagesOf, type Sliders } from './float64.ts'
import { keeper } from './kept.ts'
import { pageOptions } from './page-options.ts'
import type { Pause, Viewer } from './viewing.ts'

/** Keeps the two columns while only the rollout on the screen changes. */
export function createConventionsViewer(): Viewer<'conventions'> {
  const keepFacts = keeper<TraceFacts>()
  const keepCompared = keeper<Compared>()
  const keepWeight = keeper<ConventionsView['weight']>()
  return async ({ request: { settings, question, rollout }, computed }) => {
    const { batch } = computed
    const presets = [known(question.a), known(question.b)] as const
    const facts = await keepFacts([batch], async () => traceFacts(batch))
    const all = offers(...presets).map((offer) => ({
      ...offer,
      unavailable: estimatorOf(offer.estimator)?.unavailable?.(batch),
    }))
    const estimator = estimatorFor(question, settings, all)
    const setup =
      estimator === undefined ? undefined : setupOf(presets, estimator, settings, question)
    const weight = await keepWeight([batch, settings, question.a, question.b], async () =>
      compareWeights(computed, settings, presets, facts),
    )
    // The advantages have an engine of their own.
    const rest = async (pause: Pause): Promise<ConventionsView> => {
      const compared =
        setup &&
        (await keepCompared([batch, setup], () => compareAdvantages(batch, setup, facts, pause)))
      const advantage = setup &&
        compared && {
          ...compared.whole,
          ...describe(setup, presets),
          own: ownOf(batch, compared.columns, rollout, question.columns),
        }
      return { offers: all, advantage, weight, facts }
    }
    return { rest }
  }
}

function known(id: string): Preset {
  const preset = presetOf(id)
  if (!preset) throw new Error(`unknown preset ${id}`)
  return preset
}

function estimatorFor(
  { estimator }: ConventionsQuestion,
  { a, b }: CreditSettings,
  all: ConventionsView['offers'],
): string | undefined {
  const usable = all.filter(({ unavailable }) => unavailable === undefined)
  const asked = usable.find((one) => one.estimator === estimator && one.speakers === 'both')
  return asked?.estimator ?? chooseEstimator(usable, [b.estimator, a.estimator])
}

/** Everything that decides the two columns; plain data. */
interface Setup {
  readonly estimator: string
  readonly pair: Pair
  readonly sliders: Sliders
}

function setupOf(
  [a, b]: readonly [Preset, Preset],
  estimator: string,
  settings: CreditSettings,
  { whiten }: ConventionsQuestion,
): Setup | undefined {
  const page = pageOptions(settings, estimator)
  const asked: Options = whiten !== undefined && 'whiten' in page ? { whiten } : {}
  const pair = pairUnder(a, b, estimator, page, asked)
  const { gamma, lambda } = settings
  return pair && { estimator, pair, sliders: { gamma, lambda } }
}

interface Compared {
  readonly columns: Columns
  readonly whole: Omit<AdvantageComparison, 'own' | keyof ReturnType<typeof describe>>
}

async function compareAdvantages(
  batch: Batch,
  { estimator, pair, sliders }: Setup,
  facts: TraceFacts,
  pause: Pause,
): Promise<Compared> {
  const evaluate = (options: Options) => advantagesOf(batch, estimator, options, sliders, pause)
  const a = await evaluate(pair.a)
  const b = await evaluate(pair.b)
  await pause()
  const columns = columnsOf(batch, a, b)
  const own = estimatorOf(estimator)
  if (!own) throw new Error(`unknown estimator ${estimator}`)
  // What another option switches off in both (whitening, a fixed λ) needs no evaluation.
  const isOff = (option: string): boolean => {
    const when = optionsOf(own).find(({ name }) => name === option)?.when
    if (!when) return false
    return [pair.a, pair.b].every((options) => !when.is.includes(options[when.option]))
  }
  const acting = pair.differences.filter(({ option }) => !isOff(option))
  const causes: Cause[] = []
  for (const difference of pair.differences) {
    const { option } = difference
    const changeAlone = async () => {
      // A single difference is the whole of it.
      if (acting.length === 1) return changeOf(batch, columns)
      const alone = await evaluate({ ...pair.a, [option]: difference.b })
      await pause()
      return changeOf(batch, { ...columns, b: alone })
    }
    const change = isOff(option) ? { largest: 0, tokens: 0 } : await changeAlone()
    const circumstances = { ...sliders, estimator: own, options: pair.a, facts }
    const why = change.tokens > 0 ? undefined : whyNoEffect(option, circumstances)
    causes.push({ difference, ...change, why })
  }
  await pause()
  const whole = {
    ...tallyColumns(batch, columns),
    causes: causes.sort((x, y) => y.largest - x.largest),
  }
  return { columns, whole }
}

function describe({ estimator, pair }: Setup, [a, b]: readonly [Preset, Preset]) {
  const slot = (options: Options): Slot => ({ estimator, options: changed(estimator, options) })
  return {
    estimator,
    slots: { a: slot(pair.a), b: slot(pair.b) },
    lambdaCritic: {
      a: presetSettings(a, estimator)?.lambdaCritic,
      b: presetSettings(b, estimator)?.lambdaCritic,
    },
    evened: pair.evened,
    open: pair.open,
  }
}

/** What is not at its default, so that links stay short. */
function changed(id: string, options: Options): Options {
  const estimator = estimatorOf(id)
  const specs = estimator ? optionsOf(estimator) : []
  return Object.fromEntries(
    specs
      .filter(({ name, default: usual }) => options[name] !== usual)
      .map(({ name }) => [name, options[name]]),
  )
}
