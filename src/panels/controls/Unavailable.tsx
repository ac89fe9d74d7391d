/** Why estimators are greyed out in both menus. */

import { ESTIMATORS } from '../../credit/registry.ts'
import { Marked } from '../../ui/Marked.tsx'
import { useSpecText } from './specText.ts'
import { useUnavailable } from './useUnavailable.ts'

export function Unavailable() {
  const spec = useSpecText()
  const unavailable = useUnavailable()
  const lines = ESTIMATORS.flatMap((estimator) => {
    const reason = unavailable?.[estimator.id]
    return reason === undefined ? [] : [{ estimator, reason }]
  })
  if (lines.length === 0) return null
  return (
    <ul className="unavailable">
      {lines.map(({ estimator, reason }) => (
        <li key={estimator.id}>
          {spec.estimator(estimator)}: <Marked text={spec.reason(reason)} />
        </li>
      ))}
    </ul>
  )
}
