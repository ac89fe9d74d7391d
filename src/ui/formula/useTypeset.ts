/** Loads the typesetter when the first formula is shown. */
import { useEffect, useState } from 'react'

export type Typeset = (tex: string, into: HTMLElement) => void

// Vite puts a promise of its own around `import()`: what follows has to stand outside of it.
const load = async (): Promise<Typeset> => (await import('./typeset.ts')).typeset

/** Undefined until it has loaded, and where that fails: the plain text then stays. */
export function useTypeset(): Typeset | undefined {
  const [typeset, setTypeset] = useState<Typeset>()
  useEffect(() => {
    let mounted = true
    load().then(
      (loaded) => {
        if (mounted) setTypeset(() => loaded)
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
