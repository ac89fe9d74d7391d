/** What the About dialog shows of an aggregation mode. */
import { useContext } from 'react'
import type { AggregateMode } from '../../credit/aggregate/aggregate.ts'
import { L_MAX } from '../../store/aggregates.ts'
import { DEFAULT_AGGREGATE } from '../../store/document.ts'
import { formatPlain } from '../../ui/format.ts'
import { LanguageContext, type LanguageId } from '../../ui/text.tsx'
import type { AboutMethod, Parameter } from '../about/about.ts'
import { modeText } from './modeText.ts'
import { modePitfalls } from './pitfallWords.ts'
import { words } from './text.ts'

export function modeAbout(mode: AggregateMode, language: LanguageId): AboutMethod {
  const { label, source } = modeText(language, mode.id)
  return {
    title: label,
    tex: mode.tex,
    symbols: mode.symbols,
    parameters: mode.usesLMax ? [lMax(language)] : [],
    needs: [],
    pitfalls: modePitfalls(mode, language),
    source,
  }
}

const lMax = (language: LanguageId): Parameter => ({
  symbol: String.raw`L_{\max}`,
  name: words[language].lMax,
  usual: formatPlain(DEFAULT_AGGREGATE.lMax),
  range: `${formatPlain(L_MAX.min)} … ${formatPlain(L_MAX.max)}`,
  help: words[language].lMaxHelp,
})

export function useModeAbout(): (mode: AggregateMode) => AboutMethod {
  const language = useContext(LanguageContext)
  return (mode) => modeAbout(mode, language)
}
