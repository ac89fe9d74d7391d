/** How well values that the page fitted say the outcome, and from what. */
import type { BaselineFit } from '../../trace/fitted.ts'
import { formatCount, formatNumber, formatSigned } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import { fitWords } from './fitText.ts'

export function FitTerms({ fit }: { readonly fit: BaselineFit }) {
  const t = useText(fitWords)
  const { r2, r2LeftOut, rollouts, intercept, terms } = fit
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
