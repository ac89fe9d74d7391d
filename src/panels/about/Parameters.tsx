/** The parameters of a method: symbol, default, range and what it does. */
import { InlineFormula } from '../../ui/formula/Formula.tsx'
import { plainFormula } from '../../ui/formula/plain.ts'
import { Marked } from '../../ui/Marked.tsx'
import { useText } from '../../ui/text.tsx'
import { Sources } from '../controls/Sources.tsx'
import type { Parameter } from './about.ts'
import { words } from './bodyText.ts'

export function Parameters({ rows }: { readonly rows: readonly Parameter[] }) {
  const t = useText(words)
  return (
    <>
      <h3>{t('parameters')}</h3>
      <table className="about-parameters" aria-label={t('parameters')}>
        <thead>
          <tr>
            <th scope="col">{t('parameter')}</th>
            <th scope="col">{t('usual')}</th>
            <th scope="col">{t('range')}</th>
            <th scope="col">{t('meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ symbol, name, usual, range, help, sources }) => (
            <tr key={name}>
              <th scope="row">
                {symbol !== undefined && (
                  <>
                    <InlineFormula tex={symbol} />{' '}
                  </>
                )}
                {symbol === undefined
                  ? name
                  : plainFormula(symbol) !== name && <span className="about-quiet">{name}</span>}
              </th>
              <td>{usual}</td>
              <td>{range}</td>
              <td>
                <Marked text={help} />
                {sources !== undefined && <Sources text={sources} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
