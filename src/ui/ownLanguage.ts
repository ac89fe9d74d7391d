import type { LanguageId } from './text.tsx'

/** The reader's own, as the browser says it, of those that the page has. */
export const ownLanguage = (): LanguageId =>
  navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
