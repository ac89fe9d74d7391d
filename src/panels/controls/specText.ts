/** Words for estimators and options: English comes from the specs themselves, Chinese from specWords. */
import { useContext } from 'react'
import type { Estimator } from '../../credit/estimator.ts'
import type { OptionSpec, OptionValue } from '../../credit/options.ts'
import type { PostStage } from '../../credit/post-registry.ts'
import type { PostRule } from '../../credit/post-rule.ts'
import { textOf } from '../../ui/books.ts'
import { formatPlain } from '../../ui/format.ts'
import { LanguageContext, type LanguageId } from '../../ui/text.tsx'
import { useBook } from '../../ui/useBook.ts'
import {
  choicesZh,
  estimatorsZh,
  helpZh,
  helpZhOf,
  namesEn,
  namesZh,
  REASONS_ZH,
  sourcesZh,
} from './specWords.ts'

export interface SpecText {
  estimator(estimator: Estimator): string
  /** Papers as `title, arXiv:id`; whoever shows it makes the ids links. */
  source(estimator: Estimator): string
  option(spec: OptionSpec): string
  help(spec: Pick<OptionSpec, 'name' | 'help'>): string
  choice(spec: OptionSpec, value: string): string
  /** A rule of post-processing. */
  rule(stage: PostStage, rule: PostRule): string
  /** `boundary: next action`, for one-line summaries. */
  setting(spec: OptionSpec, value: OptionValue): string
  /** Why a trace cannot serve something. */
  reason(english: string): string
}

function reasonIn(language: LanguageId, english: string): string {
  if (language === 'en') return english
  for (const [pattern, chinese] of REASONS_ZH) {
    if (pattern.test(english)) return english.replace(pattern, chinese)
  }
  return english
}

/** The words of one language. What a new estimator brings untranslated stays English, never empty. */
export function specText(language: LanguageId): SpecText {
  const zh = language === 'zh'
  const option = (spec: OptionSpec): string =>
    (zh ? namesZh[spec.name] : namesEn[spec.name]) ?? spec.name
  const choice = (spec: OptionSpec, value: string): string => {
    const translated = zh ? choicesZh[`${spec.name}.${value}`] : undefined
    const own =
      spec.kind === 'choice' ? spec.choices.find((one) => one.value === value)?.label : undefined
    return translated ?? own ?? value
  }
  return {
    estimator: (one) => (zh ? estimatorsZh[one.id] : undefined) ?? one.label,
    source: (one) => (zh ? sourcesZh[one.id] : undefined) ?? textOf(one.source),
    option,
    help: (spec) => {
      const english = textOf(spec.help)
      return (zh ? (helpZhOf[english] ?? helpZh[spec.name]) : undefined) ?? english
    },
    choice,
    rule: (stage, { id, label }) => (zh ? choicesZh[`${stage.name}.${id}`] : undefined) ?? label,
    setting: (spec, value) => {
      const shown = typeof value === 'number' ? formatPlain(value) : choice(spec, value)
      return `${option(spec)}${zh ? '：' : ': '}${shown}`
    },
    reason: (english) => reasonIn(language, english),
  }
}

export function useSpecText(): SpecText {
  // Drawn again when help and sources arrive.
  useBook('methods', false)
  return specText(useContext(LanguageContext))
}
