/** The list of estimators for one slot; those that the trace cannot serve are greyed out. */

import { ESTIMATORS, estimatorOf } from '../../credit/registry.ts'
import { unmarked } from '../../ui/Marked.tsx'
import { useActions, useStore } from '../useStore.ts'
import { withEstimator } from './slot.ts'
import { useSpecText } from './specText.ts'
import { useUnavailable } from './useUnavailable.ts'

interface EstimatorSelectProps {
  readonly which: 'a' | 'b'
  readonly id: string
  readonly describedBy?: string
}

/** Whoever places it brings the label (`htmlFor={id}`). */
export function EstimatorSelect({ which, id, describedBy }: EstimatorSelectProps) {
  const spec = useSpecText()
  const { edit } = useActions()
  const slot = useStore((state) => state.document[which])
  const unavailable = useUnavailable()
  const reason = (estimator: string): string | undefined => {
    const text = unavailable?.[estimator]
    return text === undefined ? undefined : unmarked(spec.reason(text))
  }
  return (
    <select
      id={id}
      className="select"
      value={slot.estimator}
      aria-describedby={describedBy}
      onChange={(event) => {
        const next = estimatorOf(event.target.value)
        if (!next) return
        const changed = withEstimator(slot, next)
        edit(which === 'a' ? { a: changed } : { b: changed })
      }}
    >
      {!estimatorOf(slot.estimator) && <option value={slot.estimator}>{slot.estimator}</option>}
      {ESTIMATORS.map((one) => (
        <option
          key={one.id}
          value={one.id}
          disabled={unavailable?.[one.id] !== undefined}
          title={reason(one.id)}
        >
          {spec.estimator(one)}
        </option>
      ))}
    </select>
  )
}
