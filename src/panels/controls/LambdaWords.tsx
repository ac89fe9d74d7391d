/** Why λ, or all three sliders, do nothing. */
import { useText } from '../../ui/text.tsx'
import type { Slot } from '../../worker/api.ts'
import { words } from './lambdaText.ts'
import { isUnread, setsLambda } from './unused.ts'

interface LambdaWordsProps {
  readonly a: Slot
  readonly b: Slot
}

export function LambdaWords({ a, b }: LambdaWordsProps) {
  const t = useText(words)
  const slots = [...(setsLambda(a) ? ['A'] : []), ...(setsLambda(b) ? ['B'] : [])].join(' + ')
  return (
    <p className="sliders-note">
      {isUnread(a, b, 'lambda') ? t('notUsed') : t('adaptive', { slots })}
    </p>
  )
}
