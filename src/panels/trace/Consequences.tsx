/** One line per estimator: whether the trace serves it, and what happens where it does not. */
import { useContext, useMemo } from 'react'
import { ESTIMATORS } from '../../credit/registry.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Marked } from '../../ui/Marked.tsx'
import { LanguageContext, useText } from '../../ui/text.tsx'
import type { TraceSummary } from '../../worker/api.ts'
import { useServed } from '../controls/estimatorAbout.ts'
import { useUnavailable } from '../controls/useUnavailable.ts'
import { useStore } from '../useStore.ts'
import { type Consequence, consequenceOf, partlyServed } from './consequences.ts'
import { words } from './consequenceText.ts'
import { toldIn } from './EstimateNotes.tsx'
import { words as traceWords } from './text.ts'

const ICONS = {
  exact: 'check',
  assumed: 'info',
  partly: 'contrast',
  without: 'warn',
  impossible: 'close',
} as const satisfies Record<Consequence['verdict'], string>

export function Consequences({ summary }: { readonly summary: TraceSummary }) {
  const t = useText(words)
  const title = useText(traceWords)
  const language = useContext(LanguageContext)
  const served = useServed()
  const unavailable = useUnavailable()
  const table = useStore((state) => state.data.table)
  const some = useMemo(() => (table ? partlyServed(table) : {}), [table])
  const told = table && toldIn(summary, table)
  const serving = { ...served, unavailable: unavailable ?? {}, some }
  return (
    <>
      {told && (told.tokens > 0 || told.mask > 0) && (
        <p className="trace-note">
          {t(
            [told.tokens, told.mask].some((n) => n > 0 && n < told.of)
              ? 'onSomeEstimates'
              : 'onEstimates',
          )}
        </p>
      )}
      <ul className="trace-consequences" aria-label={title('consequences')}>
        {ESTIMATORS.map((one) => {
          const { id, estimator, verdict, notes } = consequenceOf(one, serving, language)
          return (
            <li key={id} className={`is-${verdict}`}>
              <span>{estimator}</span>
              <span className="trace-verdict">
                <Icon name={ICONS[verdict]} size={11} />{' '}
                {verdict === 'partly' ? title('partly') : t(verdict)}
              </span>
              {notes.map((note) => (
                <p key={note}>
                  <Marked text={note} />
                </p>
              ))}
            </li>
          )
        })}
      </ul>
    </>
  )
}
