/** Why estimators are greyed out in both menus; a reason that several share is said once. */
import { useContext } from 'react'
import { ESTIMATORS } from '../../credit/registry.ts'
import { Marked } from '../../ui/Marked.tsx'
import { LanguageContext } from '../../ui/text.tsx'
import { useSpecText } from './specText.ts'
import { useUnavailable } from './useUnavailable.ts'

export function Unavailable() {
  const language = useContext(LanguageContext)
  const spec = useSpecText()
  const unavailable = useUnavailable()
  const byReason = new Map<string, string[]>()
  for (const estimator of ESTIMATORS) {
    const reason = unavailable?.[estimator.id]
    if (reason === undefined) continue
    byReason.set(reason, [...(byReason.get(reason) ?? []), spec.estimator(estimator)])
  }
  if (byReason.size === 0) return null
  return (
    <ul className="unavailable">
      {[...byReason].map(([reason, names]) => (
        <li key={reason}>
          {names.join(language === 'zh' ? '、' : ', ')}
          {language === 'zh' ? '：' : ': '}
          <Marked text={spec.reason(reason)} />
        </li>
      ))}
    </ul>
  )
}
