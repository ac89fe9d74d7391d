/** Says that a table holds the first rows only, and where the others are. */
import { formatCount } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { words } from './text.ts'

/** A rollout of 5,000 segments would make 110,000 elements, five seconds of standstill. */
export const MAX_ROWS = 100

export function Shortened({ shown, of }: { readonly shown: number; readonly of: number }) {
  const t = useText(words)
  return (
    <p className="boundaries-intro">
      {t('shortened', { shown: formatCount(shown), all: formatCount(of) })}
    </p>
  )
}
