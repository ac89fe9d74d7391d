import { useEffect, useState } from 'react'

/** What is over sooner is not worth a look that comes and goes at every step of a slider (ms). */
const PATIENCE = 250
/** Nor is what begins again sooner worth one that goes and comes. */
const PASSING = 100

/** Whether `given` has been true for that long. */
export function useLasting(given: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (given === lasts) return
    const timer = setTimeout(() => setLasts(given), given ? PATIENCE : PASSING)
    return () => clearTimeout(timer)
  }, [given, lasts])
  return lasts
}
