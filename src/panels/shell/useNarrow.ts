/** Whether the page is one column; the number is the one in shell.css. */
import { useSyncExternalStore } from 'react'

const query = (): MediaQueryList => matchMedia('(max-width: 700px)')

function subscribe(onChange: () => void): () => void {
  const list = query()
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}

export const useNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => false,
  )
