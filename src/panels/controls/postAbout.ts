/** What the About dialog shows of a rule of post-processing. */
import { useContext } from 'react'
import type { PostStage } from '../../credit/post-registry.ts'
import type { PostRule } from '../../credit/post-rule.ts'
import { LanguageContext, type LanguageId } from '../../ui/text.tsx'
import { type AboutMethod, parameterOf } from '../about/about.ts'
import { needLine, type Served, useServed } from './estimatorAbout.ts'
import { postWords } from './postWords.ts'
import { specText } from './specText.ts'

export function postAbout(
  rule: PostRule,
  stage: PostStage,
  served: Served,
  language: LanguageId,
): AboutMethod {
  const text = specText(language)
  const { pitfalls, source } = postWords(rule, language)
  return {
    title: text.rule(stage, rule),
    tex: rule.tex,
    symbols: rule.symbols,
    parameters: rule.options.map((spec) => parameterOf(spec, text)),
    needs: rule.needs.map((need) => needLine(need, served, language)),
    pitfalls,
    source,
  }
}

/** With what the page's trace and settings serve. */
export function usePostAbout(): (rule: PostRule, stage: PostStage) => AboutMethod {
  const language = useContext(LanguageContext)
  const served = useServed()
  return (rule, stage) => postAbout(rule, stage, served, language)
}
