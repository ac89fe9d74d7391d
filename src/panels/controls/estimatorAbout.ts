/** What the About dialog shows of an estimator. */
import { useContext } from 'react'
import { type Estimator, needsOf, readsQuantity } from '../../credit/estimator.ts'
import type { NeedId } from '../../credit/needs.ts'
import { DEFAULT_DOCUMENT } from '../../store/document.ts'
import { formatPlain } from '../../ui/format.ts'
import { LanguageContext, type LanguageId } from '../../ui/text.tsx'
import { type AboutMethod, type NeedLine, type Parameter, parameterOf } from '../about/about.ts'
import { needWords } from '../about/needText.ts'
import { useStore } from '../useStore.ts'
import { gammaKey } from './gammaHelp.ts'
import { estimatorPitfalls } from './pitfallWords.ts'
import { specText } from './specText.ts'
import { words } from './text.ts'

/** What of the needs is on the screen without being in the file, or not at all. */
export interface Served {
  readonly lacks: readonly NeedId[]
  readonly valuesMadeUp: boolean | 'fitted'
  readonly outcomesTyped: boolean
}

export function estimatorAbout(
  estimator: Estimator,
  served: Served,
  language: LanguageId,
): AboutMethod {
  const text = specText(language)
  return {
    title: text.estimator(estimator),
    tex: estimator.tex,
    symbols: estimator.symbols,
    parameters: [
      ...sliderParameters(estimator, language),
      ...estimator.options.map((spec) => parameterOf(spec, text)),
    ],
    needs: needsOf(estimator).map((need) => needLine(need, served, language, estimator.id)),
    pitfalls: estimatorPitfalls(estimator, language),
    source: text.source(estimator),
  }
}

type NeedWord = keyof (typeof needWords)['en']

/** By need and estimator: what a missing part does, where it is not what it does to most. */
const WITHOUT: Partial<Readonly<Record<NeedId, Readonly<Record<string, NeedWord>>>>> = {
  outcome: {
    grpo: 'outcomeOfGroup',
    rloo: 'outcomeOfGroup',
    'lite-ppo': 'outcomeOfGroup',
    'reinforce-pp-baseline': 'outcomeOfMean',
    gigpo: 'outcomeOfTurns',
    'turn-grpo': 'outcomeOfTurns',
  },
  group: {
    grpo: 'groupOrRaw',
    rloo: 'groupOrRaw',
    'reinforce-pp-baseline': 'groupOfMean',
    gigpo: 'groupOfTurns',
  },
  turnRewards: { gigpo: 'turnRewardsLast' },
}

/** What happens where the trace, or a rollout of it, does not have it. */
export const withoutIt = (need: NeedId, language: LanguageId, method = ''): string =>
  needWords[language][WITHOUT[need]?.[method] ?? `${need}Without`]

/**
 * A need and whether the page's trace and settings serve it.
 *
 * @param method of the estimator whose need it is
 */
export function needLine(
  need: NeedId,
  served: Served,
  language: LanguageId,
  method?: string,
): NeedLine {
  const t = needWords[language]
  const text = t[need]
  if (need === 'values' && served.valuesMadeUp) {
    return {
      text,
      state: 'replaced',
      note: served.valuesMadeUp === 'fitted' ? t.valuesFitted : t.valuesMadeUp,
    }
  }
  if (served.lacks.includes(need)) {
    return { text, state: 'missing', note: withoutIt(need, language, method) }
  }
  if (need === 'outcome' && served.outcomesTyped) {
    return { text, state: 'replaced', note: t.outcomeTyped }
  }
  return { text, state: 'present' }
}

/** The sliders that the estimator reads; they are the page's, so their defaults are the document's. */
function sliderParameters(estimator: Estimator, language: LanguageId): readonly Parameter[] {
  const t = words[language]
  const slider = (symbol: string, name: string, usual: number | undefined, help: string) => ({
    symbol,
    name,
    usual: usual === undefined ? t.sameAsLambda : formatPlain(usual),
    range: '0 … 1',
    help,
  })
  const { gamma, lambda, lambdaCritic } = DEFAULT_DOCUMENT
  const rows: Parameter[] = []
  if (readsQuantity(estimator, 'gamma')) {
    rows.push(slider(String.raw`\gamma`, t.gammaName, gamma, t[gammaKey(estimator)]))
  }
  if (readsQuantity(estimator, 'lambda')) {
    rows.push(slider(String.raw`\lambda`, t.lambdaName, lambda, t.lambdaHelp))
    rows.push(slider(String.raw`\lambda_{\mathrm{c}}`, t.criticName, lambdaCritic, t.criticHelp))
  }
  return rows
}

/** What the page's trace and settings serve. Zeros where the file has no values are what missing ones count as. */
export function useServed(): Served {
  const lacks = useStore(({ data }) => data.frame?.lacks ?? data.summary?.lacks)
  const source = useStore(({ document }) => document.values.kind)
  const hasValues = useStore(({ data }) => data.summary?.has.values)
  const outcomesTyped = useStore(
    ({ data: { summary } }) => summary?.withoutOutcome === summary?.rolloutCount,
  )
  const none = source === 'zero' && hasValues === false
  return {
    lacks: none ? [...(lacks ?? []), 'values'] : (lacks ?? []),
    valuesMadeUp: source === 'fitted' ? source : source !== 'file' && !none,
    outcomesTyped,
  }
}

/** With what the page's trace and settings serve. */
export function useEstimatorAbout(): (estimator: Estimator) => AboutMethod {
  const language = useContext(LanguageContext)
  const served = useServed()
  return (estimator) => estimatorAbout(estimator, served, language)
}
