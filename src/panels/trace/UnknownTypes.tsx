/** A counted chip for every type of record that was skipped because nobody knows it. */
import type { Diagnostic } from '../../trace/diagnostics.ts'
import { formatCount } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { skippedTypes } from './skipped.ts'
import { words } from './skippedText.ts'
import './skipped.css'

const SHOWN = 12

export function UnknownTypes({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) {
  const t = useText(words)
  const types = skippedTypes(diagnostics)
  if (types.length === 0) return null
  const more = types.length - SHOWN
  return (
    <>
      <p className="trace-note">{t('skipped')}</p>
      <ul className="trace-skipped">
        {types.slice(0, SHOWN).map(({ type, count }) => (
          <li key={type} className="chip is-static warn">
            <bdi>{type}</bdi> × {formatCount(count)}
          </li>
        ))}
        {more > 0 && <li className="quiet">{t('skippedMore', { n: formatCount(more) })}</li>}
      </ul>
    </>
  )
}
