import { useMemo } from 'react'
import { rolloutIndex } from '../../store/fit.ts'
import type { CreditSettings } from '../../worker/api.ts'
import { useStore } from '../useStore.ts'
import { type Assumptions, assumptionsOf } from './assumed.ts'
import { isUnread } from './unused.ts'

/** Values that neither estimator reads are in no number. */
const inEffect = ({ a, b }: Pick<CreditSettings, 'a' | 'b'>, assumed: Assumptions): Assumptions =>
  isUnread(a, b, 'values') ? { ...assumed, values: undefined } : assumed

/** What the picture on the screen assumes: its frame's settings, or the document's until one is there. */
export function useAssumptions(withCoefficient = false): Assumptions {
  const frame = useStore((state) => state.data.frame)
  // A slider's step before its frame changes nothing here.
  const document = useStore((state) => (state.data.frame ? undefined : state.document))
  const recorded = useStore((state) => state.data.recorded)
  return useMemo(() => {
    if (frame) {
      const { settings, rollout, coefficient } = frame.request
      const assumed = inEffect(settings, {
        ...assumptionsOf(settings, recorded, rollout),
        fit: frame.fit,
      })
      const simulated = withCoefficient && coefficient && frame.loss.first?.simulated
      return simulated && settings.drift ? { ...assumed, drift: settings.drift } : assumed
    }
    if (!document) throw new Error('There is neither a frame nor a document.')
    const rollout = recorded ? rolloutIndex(document, recorded) : 0
    return inEffect(document, assumptionsOf(document, recorded, rollout))
  }, [document, frame, recorded, withCoefficient])
}
