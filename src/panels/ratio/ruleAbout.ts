/** What the About dialog shows of a ratio rule. */
import { useContext } from 'react'
import type { OptionSpec } from '../../credit/options.ts'
import { columnPlan } from '../../credit/ratio/columns.ts'
import type { LogProbColumn, RatioRule } from '../../credit/ratio/rule.ts'
import { DEFAULT_DOCUMENT } from '../../store/document.ts'
import { PROPERTIES } from '../../store/properties.ts'
import { fill, LanguageContext, type LanguageId } from '../../ui/text.tsx'
import { type AboutMethod, type NeedLine, parameterOf } from '../about/about.ts'
import { needWords } from '../about/needText.ts'
import { specText } from '../controls/specText.ts'
import { useStore } from '../useStore.ts'
import { rulePitfalls } from './pitfallWords.ts'
import { ruleText } from './ruleText.ts'
import { words } from './text.ts'

export function ruleAbout(
  rule: RatioRule,
  present: readonly LogProbColumn[],
  drift: boolean,
  language: LanguageId,
): AboutMethod {
  const text = ruleText(language)
  const options = specText(language)
  return {
    title: text.label(rule.id),
    tex: rule.tex,
    symbols: rule.symbols,
    parameters: rule.options.map((spec) => {
      const row = parameterOf(atSlider(rule, spec), options, text.help(rule.id, spec))
      return spec.default === Number.POSITIVE_INFINITY
        ? { ...row, usual: words[language].off }
        : row
    }),
    needs: columnNeeds(rule, present, drift, language),
    pitfalls: rulePitfalls(rule, language),
    source: text.source(rule),
  }
}

/** An ε that is the page's slider has the slider's default and range. */
function atSlider(rule: RatioRule, spec: OptionSpec): OptionSpec {
  const { name } = spec
  if (!rule.usesSliders || spec.kind !== 'number') return spec
  if (name !== 'epsLow' && name !== 'epsHigh') return spec
  const { min = spec.min, max = spec.max } = PROPERTIES[name].range ?? {}
  return { ...spec, default: DEFAULT_DOCUMENT[name], min, max }
}

function columnNeeds(
  rule: RatioRule,
  present: readonly LogProbColumn[],
  drift: boolean,
  language: LanguageId,
): readonly NeedLine[] {
  const t = needWords[language]
  const plan = columnPlan(present, rule, drift)
  return rule.needs.map((name) => {
    const text = fill(t.column, { name })
    const from = plan?.[name]
    if (from === name) return { text, state: 'present' }
    if (from === undefined) return { text, state: 'missing', note: t.columnWithout }
    const note = from === 'simulated' ? t.columnSimulated : fill(t.columnFrom, { name: from })
    return { text, state: 'replaced', note }
  })
}

/** With the columns of the page's trace. */
export function useRuleAbout(): (rule: RatioRule) => AboutMethod {
  const language = useContext(LanguageContext)
  const present = useStore((state) => state.data.summary?.logProbs)
  const drift = useStore((state) => state.document.drift !== undefined)
  return (rule) => ruleAbout(rule, present ?? [], drift, language)
}
