/** How well values that the page fitted say the outcome, and from what. */
import { same } from '../../store/properties.ts'
import { whyUnfittable } from '../../trace/unfittable.ts'
import { formatCount, formatNumber, formatSigned } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { useStore } from '../useStore.ts'
import { assumedWords } from './assumedText.ts'
import { words } from './text.ts'

/** Why the open rollouts have nothing to fit; undefined: they have. */
export function useNoFit(): string | undefined {
  const t = useText(words)
  const why = useText(assumedWords)
  const fault = useStore(({ data: { table } }) =>
    table ? whyUnfittable(table.outcome, table.actionTokens) : undefined,
  )
  return fault && t('noFit', { why: why(fault) })
}

export function FitNote() {
  const t = useText(words)
  // A fit of other settings is not shown as that of these.
  const fit = useStore(({ data: { frame }, document }) =>
    frame && same(frame.request.settings.values, document.values) ? frame.fit : undefined,
  )
  // Why not stands beside the choice already.
  if (!fit?.ok) return null
  const { r2, r2LeftOut, rollouts, intercept, terms } = fit.value
  return (
    <div className="slot-summary fit">
      <p>
        {t('fitLine', { r2: formatNumber(r2), n: formatCount(rollouts) })}{' '}
        <span title={t('fitLeftOutTitle')}>{t('fitLeftOut', { r2: formatNumber(r2LeftOut) })}</span>
      </p>
      <details>
        <summary>{t('fitTerms')}</summary>
        <table className="numbers" aria-label={t('fitTerms')}>
          <tbody>
            <tr>
              <th scope="row">{t('fitMean')}</th>
              <td>{formatNumber(intercept)}</td>
            </tr>
            {terms.map(({ feature, std, coefficient }) => (
              <tr key={feature} className={std === 0 ? 'quiet' : ''}>
                <th scope="row" title={feature === 'budget' ? t('fitBudgetHelp') : undefined}>
                  {t(`fit_${feature}`)}
                </th>
                <td title={std === 0 ? t('fitSame') : undefined}>
                  {formatSigned(std === 0 ? undefined : coefficient)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>{t('fitPerStd')}</p>
      </details>
    </div>
  )
}
