/** Typed dictionaries: every panel keeps its words beside itself, in both languages, with the same keys. */
import { createContext, useContext } from 'react'

export type LanguageId = 'en' | 'zh'

export interface Dictionary<K extends string> {
  readonly en: Readonly<Record<K, string>>
  readonly zh: Readonly<Record<K, string>>
}

/** `zh` must have exactly the keys of `en`; `{name}` marks a value to fill in. */
export const dictionary = <K extends string>(
  en: Readonly<Record<K, string>>,
  zh: Readonly<Record<NoInfer<K>, string>>,
): Dictionary<K> => ({ en, zh })

export const LanguageContext = createContext<LanguageId>('en')

/** Fills `{name}` placeholders. */
export function fill(
  template: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  )
}

/** Between Chinese characters there is no space: `结果 未记录`, where a word was filled in, has one too many. */
const closedUp = (text: string): string =>
  text.replace(/([）”。，\u4e00-\u9fff]) (?=[\u4e00-\u9fff])/g, '$1')

/** The space between two sentences. */
export const Gap = () => (useContext(LanguageContext) === 'zh' ? '' : ' ')

/** `const t = useText(words); t('key', {n: 3})` */
export function useText<K extends string>(words: Dictionary<K>) {
  const language = useContext(LanguageContext)
  return (key: K, values?: Readonly<Record<string, string | number>>): string =>
    // The Chinese book may be missing where the page itself is at fault.
    closedUp(fill(words[language][key] ?? words.en[key], values))
}
