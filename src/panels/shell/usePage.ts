/** What the page does outside React's tree: attributes of <html> and the keyboard. */
import { useContext, useEffect } from 'react'
import { late } from '../../trace/late.ts'
import type { LanguageId } from '../../ui/text.tsx'
import { useResolvedTheme } from '../../ui/theme.ts'
import { isEditable } from '../open/collect.ts'
import { StoreContext, useStore } from '../useStore.ts'
import type { PageControls } from './shortcuts.ts'

const shortcuts = late(() => import('./shortcuts.ts'))

/** Loads what keys do ahead. */
export const prepareShortcuts = shortcuts.fetch

/** `lang` for readers and fonts (zh needs Simplified glyphs), `data-theme` for theme.css and canvases. */
export function useRootAttributes(language: LanguageId): void {
  const theme = useResolvedTheme(useStore((state) => state.document.theme))
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en'
  }, [language])
  useEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
}

/** A new file is looked at from the top; another sample shows the same place of the same story. */
export function useTopOfNewFile(): void {
  const file = useStore(({ document: { source } }) => source.kind === 'file' && source.name)
  useEffect(() => {
    if (!file) return
    for (const part of document.querySelectorAll('html, .column, .trace')) part.scrollTop = 0
  }, [file])
}

/** Before the list of shortcuts is here: whether a key may be one. Tab and arrows, copying and the like are none. */
const mayAct = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey ? /^[yz]$/i : /^\S$/).test(key)

export function useShortcuts(page: PageControls): void {
  const store = useContext(StoreContext)
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      const shortcut = shortcuts.here()?.shortcutFor(event)
      if (!store || !shortcut) return
      event.preventDefault()
      shortcut.run(store.getState(), page)
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isEditable(event.target)) return
      // A modal dialog has the keyboard to itself.
      if (document.querySelector('dialog[open]')) return
      if (shortcuts.here()) act(event)
      else if (mayAct(event)) {
        // The browser's own undo would change the box that was typed in last.
        event.preventDefault()
        shortcuts.fetch().then(
          () => {
            act(event)
            if (store) shortcuts.here()?.forgetNotLoaded(store.getState())
          },
          () => store?.getState().actions.tell({ kind: 'keys-not-loaded' }),
        )
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [store, page])
}
