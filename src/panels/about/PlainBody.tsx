/** What stands in the dialog until the rest has loaded, and for good where that fails: no sentence is lost. */
import { Formula } from '../../ui/formula/Formula.tsx'
import { Marked } from '../../ui/Marked.tsx'
import { useText } from '../../ui/text.tsx'
import { Sources } from '../controls/Sources.tsx'
import { type AboutProps, methodsOf } from './about.ts'
import { words } from './text.ts'

export function PlainBody({ subject, title, source }: AboutProps) {
  const t = useText(words)
  const methods = methodsOf(subject)
  const several = methods.length > 1
  return (
    <>
      {methods.map((method) => (
        <div className="about" key={method.id}>
          <h3>{several ? method.label : t('formula')}</h3>
          <Formula
            name={t('formulaOf', { name: several ? method.label : title })}
            tex={method.tex}
          />
          <h3>{t('pitfalls')}</h3>
          <ul className="about-list">
            {method.pitfalls.map((pitfall) => (
              <li key={pitfall}>
                <Marked text={pitfall} />
              </li>
            ))}
          </ul>
          <h3>{t('source')}</h3>
          <Sources text={source ?? method.source} />
        </div>
      ))}
    </>
  )
}
