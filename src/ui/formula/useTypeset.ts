/** Loads the typesetter when the first formula is shown. */
import { useEffect, useState } from 'react'

export type Typeset = (tex: string, into: HTMLElement) => void

/** Undefined until it has loaded, and where that fails: the plain text then stays. */
export function useTypeset(): Typeset | undefined {
  const [typeset, setTypeset] = useState<Typeset>()
  useEffect(() => {
    let mounted = true
    import('./typeset.ts').then(
      (loaded) => {
        if (mounted) setTypeset(() => loaded.typeset)
      },
      // Offline, or the host has a newer build: nothing to say, the formula is there as text.
      () => undefined,
    )
    return () => {
      mounted = false
    }
  }, [])
  return typeset
}
