/** What stands in the dialog until the rest has loaded, and for good where that fails: no sentence is lost. */
import { Formula } from '../../ui/formula/Formula.tsx'
import { Marked } from '../../ui/Marked.tsx'
import { useText } from '../../ui/text.tsx'
import { Sources } from '../controls/Sources.tsx'
import type { AboutProps } from './about.ts'
import { words } from './text.ts'

export function PlainBody({ subject: { method }, title, source }: AboutProps) {
  const t = useText(words)
  return (
    <div className="about">
      <h3>{t('formula')}</h3>
      <Formula name={t('formulaOf', { name: title })} tex={method.tex} />
      <h3>{t('pitfalls')}</h3>
      <ul className="about-list">
        {method.pitfalls.map((pitfall) => (
          <li key={pitfall}>
            <Marked text={pitfall} />
          </li>
        ))}
      </ul>
      <h3>{t('source')}</h3>
      <Sources text={source} />
    </div>
  )
}
