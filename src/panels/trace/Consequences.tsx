/** One line per estimator: whether the trace serves it, and what happens where it does not. */
import { useContext, useMemo } from 'react'
import { ESTIMATORS } from '../../credit/registry.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LanguageContext, useText } from '../../ui/text.tsx'
import type { TraceSummary } from '../../worker/api.ts'
import { Marked } from '../about/Marked.tsx'
import { useServed } from '../controls/estimatorAbout.ts'
import { useUnavailable } from '../controls/useUnavailable.ts'
import { useStore } from '../useStore.ts'
import { type Consequence, consequenceOf, partlyServed } from './consequences.ts'
import { words } from './text.ts'

const ICONS = {
  exact: 'check',
  assumed: 'info',
  partly: 'contrast',
  without: 'warn',
  impossible: 'close',
} as const satisfies Record<Consequence['verdict'], string>

export function Consequences({ summary }: { readonly summary: TraceSummary }) {
  const t = useText(words)
  const language = useContext(LanguageContext)
  const served = useServed()
  const unavailable = useUnavailable()
  const table = useStore((state) => state.data.table)
  const some = useMemo(
    () => (table ? partlyServed(summary.holds, table, summary.rolloutCount) : {}),
    [summary, table],
  )
  const serving = { ...served, unavailable: unavailable ?? {}, some }
  return (
    <table className="trace-consequences" aria-label={t('consequences')}>
      <tbody>
        {ESTIMATORS.map((estimator) => {
          const {
            id,
            estimator: name,
            verdict,
            notes,
          } = consequenceOf(estimator, serving, language)
          return (
            <tr key={id} className={`is-${verdict}`}>
              <th scope="row">{name}</th>
              <td>
                <Icon name={ICONS[verdict]} size={11} /> <b>{t(verdict)}</b>{' '}
                {notes.map((note) => (
                  <span key={note}>
                    <Marked text={note} />{' '}
                  </span>
                ))}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
