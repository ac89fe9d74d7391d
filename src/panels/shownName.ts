/** Names of rollouts and groups as they are shown; ids stay what they are. */
import { useContext } from 'react'
import { clipMiddle } from '../trace/clip.ts'
import { dictionary, LanguageContext, type LanguageId } from '../ui/text.tsx'

const words = dictionary({ atStep: ' (step ' }, { atStep: ' (训练步 ' })

/** Clipped; a step that tells it from another of the same id is named in the page's language. */
export const nameIn = (language: LanguageId, id: string, longest?: number): string =>
  clipMiddle(id, longest).replace(/ \(step (?=\S+\)$)/, words[language].atStep)

export function useName(): (id: string, longest?: number) => string {
  const language = useContext(LanguageContext)
  return (id, longest) => nameIn(language, id, longest)
}
