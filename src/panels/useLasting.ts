import { useEffect, useState } from 'react'

/** What is over sooner is not worth a look that comes and goes at every step of a slider (ms). */
const PATIENCE = 250

/** Whether `given` has been true for that long. */
export function useLasting(given: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!given) return setLasts(false)
    const timer = setTimeout(() => setLasts(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [given])
  return given && lasts
}
