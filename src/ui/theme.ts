/** Which of the two colour blocks of theme.css is on. */
import { useSyncExternalStore } from 'react'

export type ResolvedTheme = 'light' | 'dark'

const darkQuery = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

function subscribe(onChange: () => void): () => void {
  const query = darkQuery()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** The theme to paint: the chosen one, or the system's, followed live. */
export function useResolvedTheme(theme: 'system' | ResolvedTheme): ResolvedTheme {
  const dark = useSyncExternalStore(
    subscribe,
    () => darkQuery().matches,
    () => false,
  )
  if (theme !== 'system') return theme
  return dark ? 'dark' : 'light'
}
