/** How much room the page has; the numbers are those in shell.css. */
import { useSyncExternalStore } from 'react'

function mediaHook(media: string): () => boolean {
  const query = (): MediaQueryList => matchMedia(media)
  const subscribe = (onChange: () => void): (() => void) => {
    const list = query()
    list.addEventListener('change', onChange)
    return () => list.removeEventListener('change', onChange)
  }
  return () =>
    useSyncExternalStore(
      subscribe,
      () => query().matches,
      () => false,
    )
}

/** One column. */
export const useNarrow = mediaHook('(max-width: 700px)')

/** No room for the controls beside the picture: they stand below it. */
export const useStacked = mediaHook('(max-width: 1200px)')
